import { expect, test } from "vitest";
import { replayDocument } from "../../../core/analysis/replay-document.ts";
import { replay } from "../../../core/engine/replay.ts";
import type { Json } from "../../../core/model/json.ts";
import type { ContentPart } from "../../../core/model/part.ts";
import type { PolicyInput, PolicyKind } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { POLICY_KINDS, POLICY_SPECS, withParam } from "../../../core/policies/parameters.ts";
import { ThreadBuilder, lines } from "../../support/build-thread.ts";

const IMAGE = { type: "media", mediaType: "image/png", name: "a.png", data: "QUJD" } as const;
const text = (value: string): ContentPart => ({ type: "text", text: value });

/** Results of every sort, in some ten turns. */
function thread(): Thread {
  const builder = new ThreadBuilder({
    system: "be brief",
    marks: [{ kind: "compaction", at: 8, label: "compacted", summary: "the recording's own summary" }],
  });
  for (let turn = 0; turn < 6; turn++)
    builder
      .user(`turn ${turn}: mend the pier, but do not paint it`)
      .call(
        { name: "bash", args: { command: `ls ${turn}` }, gives: lines(300 + turn) },
        { name: "bash", gives: "🧪".repeat(3000 + turn) },
        { name: "read", args: { path: "src/a.ts", offset: 7 }, gives: lines(250) },
        { name: "look", args: { at: "src/b.ts", from: 3 }, gives: lines(240) },
      )
      .call(
        { name: "read", args: { file_path: "src/a.ts", most: 9 }, gives: lines(200) },
        { name: "grep", gives: JSON.stringify([lines(200)]) },
        { gives: [text(lines(150)), IMAGE, text("and more")] },
        { gives: "Error: it failed\n".repeat(400), error: true },
        { gives: "small" },
      )
      .say("I chose the pier because the quay is closed. ".repeat(20));
  return builder.build();
}

/** A policy of each kind that acts on the thread. */
const BASES: { readonly [K in PolicyKind]: PolicyInput } = {
  offload: {
    kind: "offload",
    thresholdTokens: 1000,
    previewLines: 3,
    tailLines: 2,
    previewLineChars: 30,
    maxResultBytes: 5000,
    maxTotalBytes: 40_000,
  },
  spill: {
    kind: "spill",
    spillBytes: 1000,
    headBytes: 100,
    tailBytes: 100,
    maxToolOutputBytes: 900,
    fileCapBytes: 4500,
    sessionCapBytes: 30_000,
  },
  "respond-limit": { kind: "respond-limit", maxResponseBytes: 1000, maxSummaryBytes: 100 },
  attachments: { kind: "attachments" },
  "runtime-limit": { kind: "runtime-limit", maxBytes: 3000, maxLines: 100 },
  paging: { kind: "paging", thresholdBytes: 1000, pageBytes: 100 },
  summarize: {
    kind: "summarize",
    trigger: { tokens: 9000 },
    keepRecent: 4,
    maxSummaryTokens: 200,
    maxCompressorInputTokens: 0,
  },
  window: { kind: "window", maxTokens: 20_000, strategy: "oldest-first", turns: 1 },
  "clear-tool-uses": { kind: "clear-tool-uses", triggerTokens: 9000, keep: 3, clearAtLeast: 100 },
};

/** For each parameter other values, each of which changes the run; with what has to be set beside it. */
const CHANGES: { readonly [key: string]: readonly (readonly [Json, object?])[] } = {
  "offload.thresholdTokens": [[1001], [1400]],
  "offload.maxResultBytes": [[4000], [5500]],
  "offload.maxTotalBytes": [[20_000], [40_500]],
  "offload.previewLines": [[0], [4]],
  "offload.previewLineChars": [[10], [11]],
  "offload.tailLines": [[0], [3]],
  "spill.spillBytes": [[0], [4800]],
  "spill.headBytes": [[0], [140]],
  "spill.tailBytes": [[0], [140]],
  "spill.maxToolOutputBytes": [[0], [800]],
  "spill.fileCapBytes": [[100], [4600]],
  "spill.sessionCapBytes": [[0], [40_000]],
  "spill.readTools": [[["look"], { readArgs: { path: ["at"], offset: ["from"], limit: ["most"] } }], [[]]],
  "spill.readArgs.path": [[["file_path"]]],
  "spill.readArgs.offset": [[["other"]]],
  "spill.readArgs.limit": [[["most"]]],
  "respond-limit.maxResponseBytes": [[4900], [901]],
  "respond-limit.maxSummaryBytes": [[1], [140]],
  "respond-limit.store": [[false]],
  "runtime-limit.maxBytes": [[0], [2900]],
  "runtime-limit.maxLines": [[0], [101]],
  "paging.thresholdBytes": [[4900], [0]],
  "paging.pageBytes": [[0], [140]],
  "summarize.trigger.tokens": [[8000], [20_000]],
  "summarize.trigger.messages": [[12], [13]],
  "summarize.comparator": [[">=", { trigger: { messages: 12 } }]],
  "summarize.keepRecent": [[1], [16]],
  "summarize.maxSummaryTokens": [[60], [61]],
  "summarize.pinNewestUser": [[true]],
  "summarize.compressor.kind": [["recorded"], ["model"]],
  "summarize.compressor.text": [["the fixed one", { compressor: { kind: "fixed" } }]],
  "summarize.maxCompressorInputTokens": [[1000], [3000]],
  "window.maxTokens": [[9000], [30_000]],
  "window.maxMessages": [[9], [20]],
  "window.strategy": [["middle-out"], ["recent-turns"]],
  "window.turns": [[2, { strategy: "recent-turns", maxTokens: 40_000 }]],
  "clear-tool-uses.triggerTokens": [[8000], [20_000]],
  "clear-tool-uses.keep": [[0], [4]],
  "clear-tool-uses.clearAtLeast": [[0, { clearAtLeast: 9000 }], [6000]],
  "clear-tool-uses.excludeTools": [[["bash"]]],
  "clear-tool-uses.clearToolInputs": [[true]],
};

const SOURCE = { name: "t", format: "ullage", bytes: 0, sha256: "" };

/** Everything that a run says, its requests' digests included; the profile aside. */
function told(of: Thread, policy: PolicyInput): string {
  const { profile, problems } = checkProfile({ policies: [policy] });
  if (!profile) throw new Error(JSON.stringify(problems.errors));
  return JSON.stringify({ ...(replayDocument(replay(of, profile), SOURCE) as object), profile: null });
}

test("every parameter of every policy is changed here", () => {
  const all = POLICY_KINDS.flatMap((kind) => POLICY_SPECS[kind].params.map(({ key }) => `${kind}.${key}`));
  expect(Object.keys(CHANGES).toSorted()).toEqual(all.toSorted());
});

test.each(Object.entries(CHANGES))(
  "%s: a run after its change is that of a thread that was never run, and another one than before",
  (key, changes) => {
    const kind = POLICY_KINDS.find((one) => key.startsWith(`${one}.`)) as PolicyKind;
    const param = key.slice(kind.length + 1);
    const used = thread();
    for (const [value, beside = {}] of changes) {
      const before = { ...BASES[kind], ...beside } as PolicyInput;
      const after = withParam(before, param, value);
      const base = param === "compressor.text" ? withParam(before, param, "another") : before;
      const first = told(used, base);
      const second = told(used, after);
      expect([value, second === first]).toEqual([value, false]);
      expect(second).toBe(told(thread(), after));
      expect(told(used, base)).toBe(first);
    }
  },
);

test("a summary that a thread brings is cut to the bound of each run", () => {
  const summary = { text: "what was said before ".repeat(90), coversThrough: "m1" };
  const brought = (): Thread => ({ ...thread(), state: { summary } });
  const used = brought();
  const bounded = (maxSummaryTokens: number): PolicyInput => ({
    kind: "summarize",
    trigger: { tokens: 500_000 },
    maxSummaryTokens,
  });
  const wide = told(used, bounded(200));
  expect(told(used, bounded(60))).not.toBe(wide);
  expect(told(used, bounded(60))).toBe(told(brought(), bounded(60)));
  expect(told(used, bounded(200))).toBe(wide);
});
