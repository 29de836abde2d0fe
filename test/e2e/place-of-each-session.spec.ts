import { writeHarbourSession } from "./support/harbour-session.ts";
import { replayOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

test("a session is opened at the first step that is managed, and each keeps its own step and message", async ({
  app,
  harbour,
  folder,
}) => {
  const { steps } = await replayOf(harbour, preset);
  const first = steps.find(({ raw, request }) => request.tokens !== raw.tokens)?.step;
  if (first === undefined || first === 1) throw new Error("the session is not as it was");
  await app.importFile(harbour);
  await expect(app.stepper).toContainText(`step ${first} /`);
  await app.goToStep(20);
  await app.walkTo("k", "Result 21");

  await app.importFile(writeHarbourSession(folder, "second.jsonl", 3));
  // Nothing is managed in it: its end says most.
  await expect(app.stepper).toContainText("step 3 / 3");
  await app.goToStep(2);
  await app.transcript("harbour.jsonl").click();
  await expect(app.stepper).toContainText("step 20 /");
  await expect(app.selectedRow).toContainText("21");
  await app.transcript("second.jsonl").click();
  await expect(app.stepper).toContainText("step 2 /");
});
