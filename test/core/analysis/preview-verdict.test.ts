import { describe, expect, test } from "vitest";
import { previewReport } from "../../../core/analysis/preview.ts";
import { previewVerdict } from "../../../core/analysis/preview-verdict.ts";
import { Run, stepOf } from "../../../core/engine/run.ts";
import { resultText } from "../../../core/model/part.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { viewMessages } from "../../../core/policies/request-view.ts";
import { lines, runOf, ThreadBuilder } from "../../support/build-thread.ts";

const log = lines(400, 40);

const runWith = (...policies: ProfileInput["policies"]): Run =>
  runOf(new ThreadBuilder().user("Read the log.").call({ name: "bash", gives: log }).say("Done.").build(), {
    policies,
  });

/** What is sent in the place of the log in the second request. */
function sentLog(run: Run): string {
  const part = viewMessages(stepOf(run, 2).view)[2]?.parts[0];
  if (part?.type !== "tool-result") throw new Error("there is no result");
  return resultText(part);
}

/** A text with the unit at a place changed. */
const changed = (text: string, at: number): string => `${text.slice(0, at)}#${text.slice(at + 1)}`;

const spill = { kind: "spill", spillBytes: 4000, headBytes: 400, tailBytes: 400 } as const;
const offload = { kind: "offload", thresholdTokens: 1000, previewLines: 8, tailLines: 4 } as const;
const kinds: readonly (readonly [string, ProfileInput["policies"][number], object])[] = [
  ["the whole in a file", spill, { against: "store", partial: false }],
  ["the whole in the state", offload, { against: "store", partial: false }],
  ["its beginning in the state", { ...offload, maxResultBytes: 9000 }, { against: "store", partial: true }],
  [
    "nothing",
    { kind: "respond-limit", maxResponseBytes: 4000, store: false },
    { against: "recording", partial: false },
  ],
];

describe("a preview of a text of which the store has", () => {
  test.each(kinds)("%s: holds as it is, and not once a unit of it is another", (_, policy, against) => {
    const run = runWith(policy);
    const [part] = previewReport(run, 2, 2).parts;
    if (!part) throw new Error("there is no preview");
    const events = run.events.filter(
      ({ subject, detail }) => subject.message !== undefined && detail?.pieces,
    );
    const held = { original: log, events, store: part.store };
    const shown = sentLog(run);
    expect(part.verdict).toEqual({ ...against, holds: true });
    expect(previewVerdict(run, 2, { ...held, shown })).toEqual({ ...against, holds: true });
    for (const at of [0, Math.floor(shown.length / 3), 300])
      expect(previewVerdict(run, 2, { ...held, shown: changed(shown, at) })).toEqual({
        ...against,
        holds: false,
        at,
      });
    const more = previewVerdict(run, 2, { ...held, shown: `${shown}!` });
    expect(more).toEqual({ ...against, holds: false, at: shown.length });
  });
});

describe("a file that is no longer what was written", () => {
  const run = runWith(spill);
  const shown = sentLog(run);
  const withFile = (text: string): Run => {
    const { recording, profile, faults, stretches, stored, sent, state, accounted, outputs } = run;
    const files = run.files.map((record) => ({ ...record, file: { ...record.file, text } }));
    const parts = { recording, profile, faults, stretches, stored, sent, state, accounted, outputs };
    return new Run({ ...parts, files });
  };
  const verdict = (text: string): unknown => previewReport(withFile(text), 2, 2).parts[0]?.verdict;

  test("in its head, where the head stands in the preview", () => {
    const at = shown.indexOf(log.slice(100, 160));
    expect(at).toBeGreaterThanOrEqual(0);
    expect(verdict(changed(log, 100))).toEqual({ against: "store", holds: false, partial: false, at });
  });

  test("in its tail, where the tail stands in the preview", () => {
    const from = log.length - 100;
    const at = shown.lastIndexOf(log.slice(from));
    expect(at).toBeGreaterThan(0);
    expect(verdict(changed(log, from))).toEqual({ against: "store", holds: false, partial: false, at });
  });

  test("in what is left out: the preview is still what the file gives", () => {
    expect(verdict(changed(log, Math.floor(log.length / 2)))).toEqual({
      against: "store",
      holds: true,
      partial: false,
    });
  });
});
