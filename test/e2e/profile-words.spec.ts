import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/journey.ts";

test("the count of warnings leads to each of them, and round again", async ({ opened: app }) => {
  const { page, drawer } = app;
  const summarize = drawer.getByRole("region", { name: "Policy Summarize" });
  // More recent messages than the session has, and a summary larger than its trigger: both say so.
  await summarize.getByRole("spinbutton", { name: "Recent messages kept" }).fill("5000");
  await page.keyboard.press("Enter");
  await summarize.getByRole("spinbutton", { name: "Trigger" }).fill("1500");
  await page.keyboard.press("Enter");
  // The first is told before the second is: what is counted is what both say.
  const many = 2;
  const count = drawer.getByRole("button", { name: `${many} warnings`, exact: true });
  await expect(count).toBeVisible();
  const chosen = page.locator(".profile__problem:focus");
  const seen: string[] = [];
  for (let at = 0; at <= many; at++) {
    await count.click();
    await expect(chosen).toBeInViewport();
    seen.push(await chosen.innerText());
  }
  expect(new Set(seen).size).toBe(many);
  expect(seen.at(-1)).toBe(seen[0]);
  await expectAccessible(drawer, "warnings");
});

test("a profile that is only renamed in JSON is called so, and not changed", async ({ opened: app }) => {
  const { page, drawer } = app;
  const editor = drawer.getByRole("textbox", { name: /JSON/ });
  await editor.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(
    '{ "name": "quay", "policies": [{ "kind": "offload" }, { "kind": "summarize" }] }',
  );
  await expect(drawer.getByRole("button", { name: "quay not saved, load another profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: "profile quay", exact: true })).toBeVisible();
});
