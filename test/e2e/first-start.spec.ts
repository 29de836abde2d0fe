import { expect, test } from "./support/journey.ts";

test("a first start offers the built-in samples, and one click opens one", async ({ app }) => {
  const { page } = app;
  await expect(
    page.getByRole("heading", { name: "See what your agent's context really holds" }),
  ).toBeVisible();
  const offered = page
    .getByRole("main")
    .getByRole("list", { name: "Sample sessions" })
    .last()
    .getByRole("button");
  await expect(offered).not.toHaveCount(0);
  expect(await offered.count()).toBeGreaterThanOrEqual(2);

  await offered.first().click();
  await expect(app.columns).toBeVisible();
  await expect(app.timeline).toBeVisible();
  await expect(app.stepper).toContainText(/step \d+ \/ \d+/);
  await expect(app.library.getByRole("listitem").filter({ hasText: "Sample session" }).first()).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("Up to date");
});

test("every sample opens, and each shows something that a policy did", async ({ app }) => {
  const { page } = app;
  const offered = () =>
    page.getByRole("main").getByRole("list", { name: "Sample sessions" }).last().getByRole("button");
  await expect(offered()).not.toHaveCount(0);
  const count = await offered().count();
  for (let at = 0; at < count; at++) {
    await offered().nth(at).click();
    await expect(app.columns).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText(
      /\d+ (fires?|offloaded|spilled|evicted|cut|repaired)/,
    );
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Close this transcript");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Open a transcript" })).toBeVisible();
  }
});
