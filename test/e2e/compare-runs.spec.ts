import { expectAccessible } from "./support/accessibility.ts";
import { inWords } from "./support/app-window.ts";
import { replayOf, stepOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

test("a request is held against another profile's of the same step, message by message", async ({
  opened: app,
  harbour,
}) => {
  const { page, inspector } = app;
  const run = await replayOf(harbour, preset);
  await app.goToStep(6);
  await app.tab("Diff");
  await inspector.getByRole("combobox", { name: "against" }).selectOption({ label: "synaps" });
  await expect(inspector.getByRole("heading", { name: "Step 6 of synaps → step 6" })).toBeVisible();
  await inspector.getByRole("radio", { name: "Messages" }).click();
  const rows = inspector.getByRole("region", { name: "Messages that differ" }).getByRole("button");
  const offloaded = run.events.filter(({ action, step }) => action === "offloaded" && step < 6);
  expect(offloaded).toHaveLength(1);
  // One profile offloads the large result, the other spills it: all else of the two requests is the same.
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("changed");
  const same = stepOf(run, 6).request.messages - 1;
  await expect(inspector.getByRole("status")).toHaveText(
    `1 message differs, ${inWords(same)} messages are the same`,
  );
  await rows.first().click();
  await expect(app.selectedRow).toContainText("previewed");
  await expect(page).toHaveURL(/against=p%3A.*synaps/);
  await expectAccessible(inspector, "messages that differ");
  await page.reload();
  await expect(inspector.getByRole("heading", { name: "Step 6 of synaps → step 6" })).toBeVisible();
});

test("any step can be typed, and one that is none is not taken", async ({ opened: app }) => {
  const { inspector, page } = app;
  await app.goToStep(9);
  await app.tab("Diff");
  const field = inspector.getByRole("spinbutton", { name: "Step to compare with" });
  await field.fill("3");
  await page.keyboard.press("Enter");
  await expect(inspector.getByRole("heading", { name: "Step 3 → step 9" })).toBeVisible();
  await expect(inspector.getByRole("status")).toHaveText(/^\d+ changes?$/);
  await field.fill("99");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Enter");
  await expect(inspector.getByRole("heading", { name: "Step 3 → step 9" })).toBeVisible();
});
