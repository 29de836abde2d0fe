import { type Run, stepOf } from "../engine/run.ts";
import type { Disposition } from "../model/disposition.ts";
import {
  type GroundTruth,
  MAX_TRUTH_MARKS,
  MAX_TRUTH_ROWS,
  type TruthMark,
  type TruthRow,
} from "../model/ground-truth.ts";
import type { Mark } from "../model/mark.ts";
import { callsOf } from "../model/message.ts";
import type { ToolResultPart } from "../model/part.ts";
import { COLUMN, sizeOf } from "../model/size.ts";
import { measureTokens, unitAt } from "../policies/request-view.ts";
import { dispositionAt } from "./layout.ts";
import { sumScores, truthScore } from "./truth-score.ts";
import { isCompared, type ResultAt, VendorContext, type VendorState } from "./vendor-context.ts";

/** The first step whose request comes after a place in the thread, or the last one. */
function stepAfter(run: Run, at: number): number {
  const { batches, stepBatch } = run.recording;
  const found = stepBatch.findIndex((batch, step) => step > 0 && (batches[batch]?.from ?? -1) >= at);
  return Math.min(found < 0 ? Infinity : found, run.stepCount);
}

/** What became of one of the results of a message: another one of the same message may have been changed alone. */
function resultDisposition(run: Run, step: number, { message, part }: ResultAt): Disposition {
  const whole = dispositionAt(run, step, message);
  if (whole === "kept" || whole === "summarised" || whole === "pruned") return whole;
  const { view } = stepOf(run, step);
  const recorded = run.recording.thread.messages[message];
  const sent = unitAt(view, message).find(({ id }) => id === recorded?.id);
  return sent?.parts[part] === recorded?.parts[part] ? "kept" : whole;
}

function toolOf(run: Run, message: number, callId: string): string {
  const { batches, batchOf, thread } = run.recording;
  const lead = thread.messages[batches[batchOf[message] ?? -1]?.from ?? -1];
  return (lead && callsOf(lead).find((call) => call.callId === callId)?.name) ?? "";
}

function rowAt(run: Run, message: number): Pick<TruthRow, "message" | "id" | "role"> {
  const recorded = run.recording.thread.messages[message];
  return { message, id: recorded?.id ?? "", role: recorded?.role ?? "tool" };
}

function resultRow(run: Run, step: number, result: ResultAt, { isOut }: VendorState): TruthRow {
  const { message, part, callId } = result;
  const recorded = run.recording.thread.messages[message]?.parts[part] as ToolResultPart;
  const alone = sizeOf({ id: "", role: "tool", parts: [recorded] }, run.recording.counting);
  return {
    ...rowAt(run, message),
    callId,
    tool: toolOf(run, message, callId),
    tokens: alone[COLUMN.tokens] ?? 0,
    vendor: isOut(message, callId),
    profile: resultDisposition(run, step, result),
  };
}

function messageRow(run: Run, step: number, message: number, { isOut }: VendorState): TruthRow {
  return {
    ...rowAt(run, message),
    tokens: run.recording.sizes[message]?.[COLUMN.tokens] ?? 0,
    vendor: isOut(message),
    profile: dispositionAt(run, step, message),
  };
}

function compare(run: Run, mark: Mark, position: number, state: VendorState): TruthMark {
  const step = stepAfter(run, mark.at);
  // Where no request comes after the mark, the last one does not reach all that stands before it.
  const { to } = stepOf(run, step).view;
  const results = state.results.filter(({ message }) => message < to);
  const messages = state.messages.filter((message) => message < to);
  const all = [
    ...results.map((result) => resultRow(run, step, result, state)),
    ...messages.map((message) => messageRow(run, step, message, state)),
  ];
  const rows = all.filter((row) => row.vendor || row.profile !== "kept");
  const verdicts = all.map(({ vendor, profile }) => ({ vendor, profile: profile !== "kept" }));
  const { kind, label, at, tokensBefore, tokensSaved } = mark;
  return {
    mark: position,
    kind,
    label,
    at,
    step,
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensSaved === undefined ? {} : { tokensSaved }),
    requestTokens: measureTokens(stepOf(run, step).view),
    of: state.of,
    assumed: state.assumed,
    ...truthScore(verdicts),
    rows: rows.slice(0, MAX_TRUTH_ROWS),
    moreRows: Math.max(0, rows.length - MAX_TRUTH_ROWS),
  };
}

/**
 * What a vendor's own context management took out, as the recording tells it, beside what a run of a profile on the
 * same thread did up to the same request. Marks that name nothing are left out, and so is everything after the run's
 * end.
 */
export function groundTruth(run: Run): GroundTruth {
  const { thread } = run.recording;
  const vendor = new VendorContext(thread);
  const told =
    run.stepCount === 0 ? [] : [...(thread.marks ?? []).entries()].filter(([, mark]) => isCompared(mark));
  const compared = told.slice(0, MAX_TRUTH_MARKS);
  const marks = compared.map(([position, mark]) => compare(run, mark, position, vendor.take(mark)));
  const scoreOf = (of: TruthMark["of"]) => sumScores(marks.filter((mark) => mark.of === of));
  return {
    thread: thread.id,
    profile: run.profile.name,
    marks,
    moreMarks: told.length - compared.length,
    results: scoreOf("results"),
    messages: scoreOf("messages"),
  };
}

/** True when a thread's recording tells of management that a run can be held against. */
export function hasGroundTruth(thread: { readonly marks?: readonly Mark[] }): boolean {
  return thread.marks?.some(isCompared) ?? false;
}
