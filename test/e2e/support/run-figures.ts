import { expect } from "@playwright/test";
import { type AppWindow, inWords } from "./app-window.ts";
import { type Replayed, type ReplayedStep, stepOf } from "./command-line.ts";

/** Waits until the sums at the bottom are those of `ullage replay`. */
export async function expectTotals({ page }: AppWindow, { totals }: Replayed): Promise<void> {
  const { rawTokens, requestTokens, peakRequestTokens, fires, offloaded } = totals;
  const sums = page.getByRole("contentinfo");
  const both = `${inWords(rawTokens)} raw and ${inWords(requestTokens)} outgoing tokens over all steps`;
  await expect(sums.getByTitle(both)).toBeVisible();
  await expect(
    sums.getByTitle(`Largest request: ${inWords(peakRequestTokens)} tokens, estimated`),
  ).toBeVisible();
  await expect(sums.getByText(/^\d+ fires?$/)).toHaveText(
    fires === 0 ? [] : [`${fires} ${fires === 1 ? "fire" : "fires"}`],
  );
  await expect(sums.getByText(/^\d+ offloaded$/)).toHaveText(
    offloaded === 0 ? [] : [`${offloaded} offloaded`],
  );
}

/** Waits until a step's row in the timeline's table shows what `ullage replay` says. The table must be open. */
async function expectTableRow(
  { timeline, page }: AppWindow,
  { step, raw, request }: ReplayedStep,
): Promise<void> {
  const table = timeline.getByRole("table", { name: "Estimated tokens by step" });
  const row = table
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: inWords(step), exact: true }) });
  await expect(row.getByRole("cell").nth(0)).toHaveText(inWords(raw.tokens));
  await expect(row.getByRole("cell").nth(1)).toHaveText(inWords(request.tokens));
}

/** Waits until totals, header, columns and timeline show this run at these steps, the timeline as chart and as table. */
export async function expectRun(app: AppWindow, run: Replayed, steps: readonly number[]): Promise<void> {
  const replayed = steps.map((step) => stepOf(run, step));
  await expectTotals(app, run);
  for (const step of replayed) {
    await app.goToStep(step.step);
    await app.expectFigures(step);
  }
  await app.timeline.getByRole("radio", { name: "Table" }).click();
  for (const step of replayed) {
    await app.goToStep(step.step);
    await expectTableRow(app, step);
  }
  await app.timeline.getByRole("radio", { name: "Time" }).click();
}
