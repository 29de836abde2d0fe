import { writeFileSync } from "node:fs";
import path from "node:path";
import { AppWindow } from "./support/app-window.ts";
import { expect, test } from "./support/journey.ts";

test("a profile that is given beside a session on the command line is the draft, once", async ({
  page,
  folder,
  harbour,
  startServer,
}) => {
  const profile = { name: "given", policies: [{ kind: "spill", spillBytes: 9000 }] };
  const given = path.join(folder, "given.json");
  writeFileSync(given, JSON.stringify(profile));
  const app = new AppWindow(page);
  await app.enter(await startServer({ open: [given, harbour] }));
  await expect(app.columns).toBeVisible();
  await expect(app.imports).toHaveCount(0);
  await expect(app.messages).toContainText("Profile given loaded");
  const bytes = app.drawer.getByRole("region", { name: "Policy Spill" }).getByRole("spinbutton").first();
  await expect(bytes).toHaveValue("9,000");

  await bytes.fill("12000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("contentinfo")).toContainText("Up to date");
  await page.goto(new URL("/", page.url()).href);
  await expect(app.columns).toBeVisible();
  await expect(bytes).toHaveValue("12,000");
});
