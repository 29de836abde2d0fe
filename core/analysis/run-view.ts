import type { Run, StepRecord } from "../engine/run.ts";
import { dispositionOf } from "../ledger/dispositions.ts";
import type { ProfileProblems } from "../model/problem.ts";
import { COLUMN } from "../model/size.ts";
import type { RunStepRow, RunSummary, RunView, StoredChange } from "../model/run-view.ts";
import {
  type RequestView,
  measureBytes,
  measureCount,
  measureMessages,
  measureTokens,
  sumRange,
  toolSizeOf,
} from "../policies/request-view.ts";
import { safeCut } from "../policies/safe-cut.ts";
import { readCache } from "./cache.ts";
import { acts, indexOf } from "./run-index.ts";
import { summariesOf } from "./summaries.ts";
import { thresholdLines } from "./threshold-lines.ts";
import { rawTokens, totalsOf } from "./totals.ts";

/** Tokens of a request by category, aligned with CATEGORIES. */
function categoriesOf(view: RequestView): number[] {
  const summary = view.summary ? (view.summary.size[COLUMN.tokens] as number) : 0;
  const of = (column: number): number => measureMessages(view, column);
  return [
    view.systemSize.tokens,
    toolSizeOf(view).tokens,
    summary,
    of(COLUMN.user) - summary,
    of(COLUMN.assistant),
    of(COLUMN.thinking),
    of(COLUMN.calls),
    of(COLUMN.results),
    of(COLUMN.previews),
    of(COLUMN.media),
  ];
}

/** Sizes of the request of a step. */
export function requestSize(view: RequestView): RunStepRow["request"] {
  return {
    messages: measureCount(view),
    tokens: measureTokens(view),
    bytes: measureBytes(view),
    systemTokens: view.systemSize.tokens,
    toolTokens: toolSizeOf(view).tokens,
    summaryTokens: view.summary ? (view.summary.size[COLUMN.tokens] as number) : 0,
  };
}

/** Sizes of the raw history before a step, system prompt and tools included. */
export function rawSize({ recording }: Run, { message: end }: StepRecord): RunStepRow["raw"] {
  const bytes = recording.system.bytes + recording.tools.bytes + recording.raw.sum(COLUMN.bytes, 0, end);
  return { messages: end, tokens: rawTokens(recording, end), bytes };
}

function rowOf(run: Run, record: StepRecord, before: StepRecord | undefined): RunStepRow {
  const { step, turn, message, view } = record;
  return {
    step,
    turn,
    message,
    raw: rawSize(run, record),
    request: requestSize(view),
    categories: categoriesOf(view),
    cache: readCache(before?.view, view),
    actions: indexOf(run).actions.get(step) ?? [],
    ...recentOf(run, view),
  };
}

/** What a summary would leave at this step beside itself, where the profile has one. */
function recentOf({ profile, recording }: Run, view: RequestView): Pick<RunStepRow, "recent"> {
  const policy = profile.policies.find((one) => one.kind === "summarize");
  if (policy?.kind !== "summarize") return {};
  const { at } = safeCut(recording, view.to - policy.keepRecent);
  const fixed = view.systemSize.tokens + toolSizeOf(view).tokens;
  return { recent: fixed + sumRange(view, COLUMN.tokens, Math.max(at, view.from), view.to) };
}

const rows = new WeakMap<Run, readonly RunStepRow[]>();

/** The rows of a run's steps, made once a run. */
export function stepRows(run: Run): readonly RunStepRow[] {
  const known = rows.get(run);
  if (known) return known;
  let before: StepRecord | undefined;
  const made = Array.from(run.records(), (record) => {
    const row = rowOf(run, record, before);
    before = record;
    return row;
  });
  rows.set(run, made);
  return made;
}

/** Messages whose stored or sent form is not the recorded one. */
function changesOf(run: Run): StoredChange[] {
  const { acted, byMessage } = indexOf(run);
  return acted
    .filter((index) => index < run.sent.length)
    .map((index) => {
      const id = run.recording.thread.messages[index]?.id ?? "";
      const disposition = dispositionOf((byMessage.get(id) ?? []).filter(acts));
      return {
        index,
        disposition,
        tokens: run.sent.sum(COLUMN.tokens, index, index + 1),
        bytes: run.sent.sum(COLUMN.bytes, index, index + 1),
      };
    })
    .filter((change) => change.disposition !== "kept");
}

function summaryRows(run: Run): RunSummary[] {
  return summariesOf(run).map((summary) => ({ ...summary, coveredEnd: summary.covered }));
}

/** What the window is told of a run, without any body. `milliseconds` is what the engine took, measured by the host. */
export function runView(
  run: Run,
  told: {
    readonly run: string;
    readonly transcript: number;
    readonly milliseconds: number;
    readonly problems: ProfileProblems;
  },
): RunView {
  const { recording, profile } = run;
  return {
    ...told,
    thread: recording.thread.id,
    profile,
    steps: stepRows(run),
    stored: changesOf(run),
    summaries: summaryRows(run),
    totals: totalsOf(run),
    lines: thresholdLines(run, stepRows(run)),
    ...(run.failed ? { failed: run.failed } : {}),
  };
}
