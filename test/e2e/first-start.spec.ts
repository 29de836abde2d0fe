import path from "node:path";
import type { AppWindow } from "./support/app-window.ts";
import { openedStepOf, replayOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;
/** The files of the samples, in the order in which they are offered. */
const FILES = ["failing-tail.jsonl", "long-session.jsonl", "parallel-logs.jsonl"];

/** The sample is open where its run says most, with the figures that `ullage replay` has of that step. */
async function expectOpened(app: AppWindow, file: string): Promise<void> {
  const sample = path.resolve(import.meta.dirname, "../../host/samples", file);
  const run = await replayOf(sample, preset);
  const step = run.steps[openedStepOf(run) - 1];
  if (!step) throw new Error(`${file} has no steps`);
  await expect(app.stepper).toContainText(`step ${step.step} / ${run.steps.length}, turn ${step.turn}`);
  await app.expectFigures(step);
}

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
  await expect(offered).toHaveCount(FILES.length);

  await offered.first().click();
  await expect(app.columns).toBeVisible();
  await expect(app.timeline).toBeVisible();
  await expectOpened(app, FILES[0] ?? "");
  await expect(app.library.getByRole("listitem").filter({ hasText: "Sample session" }).first()).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("Up to date");
});

test("every sample opens, and each shows something that a policy did", async ({ app }) => {
  const { page } = app;
  const offered = () =>
    page.getByRole("main").getByRole("list", { name: "Sample sessions" }).last().getByRole("button");
  await expect(offered()).toHaveCount(FILES.length);
  for (const [at, file] of FILES.entries()) {
    await offered().nth(at).click();
    await expect(app.columns).toBeVisible();
    await expectOpened(app, file);
    await expect(page.getByRole("contentinfo")).toContainText(
      /\d+ (fires?|offloaded|spilled|evicted|cut|repaired)/,
    );
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Close this transcript");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Open a transcript" })).toBeVisible();
  }
});
