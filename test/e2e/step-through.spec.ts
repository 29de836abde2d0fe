import { replayOf, stepOf } from "./support/command-line.ts";
import { HARBOUR_STEPS } from "./support/harbour-session.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

test("every step shows what `ullage replay` says, stepping with ] and [", async ({
  opened: app,
  harbour,
}) => {
  const { page } = app;
  const { steps, totals } = await replayOf(harbour, preset);
  expect(steps).toHaveLength(HARBOUR_STEPS);
  expect(totals).toMatchObject({ offloaded: 2, fires: 1 });
  for (const step of steps) {
    await app.expectFigures(step);
    await page.keyboard.press("]");
  }
  for (const step of steps.slice(-4, -1).toReversed()) {
    await page.keyboard.press("[");
    await app.expectFigures(step);
  }
});

test("the stepper, the timeline and the key g go to the same steps", async ({ opened: app, harbour }) => {
  const { page, stepper, stepOnTimeline } = app;
  const run = await replayOf(harbour, preset);
  const expectStep = (step: number) => app.expectFigures(stepOf(run, step));

  await expect(stepper.getByRole("button", { name: "Previous step" })).toBeDisabled();
  await stepper.getByRole("button", { name: "Next step" }).click();
  await expectStep(2);
  await stepper.getByRole("button", { name: "Previous step" }).click();
  await expectStep(1);
  await page.keyboard.press("g");
  await page.keyboard.type("42");
  await page.keyboard.press("Enter");
  await expectStep(42);

  await stepOnTimeline.focus();
  await page.keyboard.press("ArrowLeft");
  await expectStep(41);
  await page.keyboard.press("End");
  await expectStep(HARBOUR_STEPS);
  await expect(stepper.getByRole("button", { name: "Next step" })).toBeDisabled();
  await page.keyboard.press("Home");
  await expectStep(1);

  const box = await stepOnTimeline.boundingBox();
  if (!box) throw new Error("the timeline has no place");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const now = Number(await stepOnTimeline.getAttribute("aria-valuenow"));
  expect(Math.abs(now - HARBOUR_STEPS / 2)).toBeLessThanOrEqual(1);
  await expectStep(now);
});

test("a step that is none is not gone to", async ({ opened: app }) => {
  const { page } = app;
  for (const typed of ["0", "45", "-3", "1.5", "many"]) {
    await page.keyboard.press("g");
    const dialog = page.getByRole("dialog", { name: "Go to step" });
    await dialog.getByRole("textbox").fill(typed);
    await expect(dialog.getByRole("button", { name: "Go" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  await expect(app.stepper).toContainText(`step 1 / ${HARBOUR_STEPS}`);
});

test("step and message are in the address: the same place is shown after a reload", async ({
  opened: app,
  harbour,
}) => {
  const { page } = app;
  const run = await replayOf(harbour, preset);
  await app.goToStep(30);
  // The key goes by what is in the columns, which come a moment after the stepper.
  await app.expectFigures(stepOf(run, 30));
  await page.keyboard.press("j");
  await expect(app.selectedRow).toHaveCount(1);
  const chosen = await app.selectedRow.innerText();
  await expect(page).toHaveURL(/step=30.*m=i\d+/);
  await page.reload();
  await app.expectFigures(stepOf(run, 30));
  await expect(app.selectedRow).toHaveText(chosen, { useInnerText: true });
});
