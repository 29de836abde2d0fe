import { expect, test } from "vitest";
import type { Profile } from "../../core/model/profile.ts";
import { recordRun, runInputs } from "../../host/library/runs.ts";
import { countRows, importText, sessionText, temporaryLibrary } from "../support/host-library.ts";

const totals = {
  rawTokens: 1,
  requestTokens: 1,
  peakRequestTokens: 1,
  fires: 0,
  offloaded: 0,
  evicted: 0,
  spilled: 0,
  paged: 0,
  limited: 0,
  cut: 0,
  repaired: 0,
  bytesStored: 0,
  lostBytes: 0,
  rereads: 0,
};

function profile(name: string): Profile {
  return {
    name,
    tokenCounter: "chars4",
    maxPromptSectionTokens: 1,
    contextWindow: 1,
    mediaTokens: 1,
    results: "full",
    policies: [],
  };
}

test("runs are remembered by their inputs, the newest of each transcript, and go with it", async () => {
  const library = temporaryLibrary();
  const transcript = (await importText(library, sessionText(5))).transcript.id;
  const inputs = {
    transcript,
    thread: "main",
    content: "",
    profile: profile("first"),
    faults: [{ kind: "no-scope" } as const],
  };
  await library.write((db) => recordRun(db, "run-first", inputs, totals));
  expect(runInputs(library.reader, "run-first")).toEqual(inputs);
  await library.write((db) => db.prepare("update run set started_at = 1").run());
  for (let at = 0; at < 220; at++)
    await library.write((db) =>
      recordRun(db, `run-${at}`, { ...inputs, profile: profile(`p${at}`) }, totals),
    );
  expect(runInputs(library.reader, "run-first")).toBeUndefined();
  expect(runInputs(library.reader, "run-219")?.profile.name).toBe("p219");
  expect(countRows(library, "run")).toBeLessThanOrEqual(221);
  await library.write((db) => recordRun(db, "run-none", { ...inputs, transcript: 999 }, totals));
  expect(runInputs(library.reader, "run-none")).toBeUndefined();
  await library.write((db) => db.prepare("delete from transcript where id = ?").run(transcript));
  expect(countRows(library, "run")).toBe(0);
});
