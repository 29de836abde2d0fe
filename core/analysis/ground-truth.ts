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
import { measureTokens, type RequestView, unitAt } from "../policies/request-view.ts";
import { requestLayout } from "./layout.ts";
import { sumScores, TruthTally } from "./truth-score.ts";
import { isCompared, type ResultAt, VendorContext, type VendorState } from "./vendor-context.ts";

/** The first step whose request comes after a place in the thread, or the last one. */
function stepAfter(run: Run, at: number): number {
  const { stepFrom } = run.recording;
  const found = stepFrom.findIndex((from, step) => step > 0 && from >= at);
  return Math.min(found < 0 ? Infinity : found, run.stepCount);
}

/** What became of each message in the request of a step. Cost: the changes of the request, not the history's length. */
class Outcome {
  readonly step: number;
  /** Stored messages from here on are not part of the request. */
  readonly to: number;
  readonly tokens: number;
  readonly #run: Run;
  readonly #view: RequestView;
  readonly #changed: ReadonlyMap<number, Disposition>;

  constructor(run: Run, step: number) {
    const { view } = stepOf(run, step);
    this.step = step;
    this.to = view.to;
    this.tokens = measureTokens(view);
    this.#run = run;
    this.#view = view;
    const { changes } = requestLayout(run, "", step);
    this.#changed = new Map(changes.map(({ index, disposition }) => [index, disposition]));
  }

  message(index: number): Disposition {
    if (index < this.#view.from && this.#view.lifted?.index !== index) return "summarised";
    return this.#changed.get(index) ?? "kept";
  }

  /** Another result of the same message may have been changed alone. */
  result({ message, part }: ResultAt): Disposition {
    const whole = this.message(message);
    if (whole === "kept" || whole === "summarised" || whole === "pruned") return whole;
    const recorded = this.#run.recording.thread.messages[message];
    const sent = unitAt(this.#view, message).find(({ id }) => id === recorded?.id);
    return sent?.parts[part] === recorded?.parts[part] ? "kept" : whole;
  }
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

function resultRow(run: Run, outcome: Outcome, result: ResultAt, vendor: boolean): TruthRow {
  const { message, part, callId } = result;
  const recorded = run.recording.thread.messages[message]?.parts[part] as ToolResultPart;
  const alone = sizeOf({ id: "", role: "tool", parts: [recorded] }, run.recording.counting);
  const size = { tool: toolOf(run, message, callId), tokens: alone[COLUMN.tokens] ?? 0 };
  return { ...rowAt(run, message), callId, ...size, vendor, profile: outcome.result(result) };
}

function messageRow(run: Run, outcome: Outcome, message: number, vendor: boolean): TruthRow {
  const tokens = run.recording.raw.amount(COLUMN.tokens, message);
  return { ...rowAt(run, message), tokens, vendor, profile: outcome.message(message) };
}

/** One thing that may have been taken out, and how to tell more of it. */
interface Candidate {
  readonly vendor: boolean;
  readonly profile: Disposition;
  readonly row: () => TruthRow;
}

/** Where no request comes after the mark, the last one does not reach all that stands before it. */
function* candidatesOf(run: Run, outcome: Outcome, state: VendorState): Generator<Candidate> {
  for (const result of state.results) {
    if (result.message >= outcome.to) continue;
    const vendor = state.isOut(result.message, result.callId);
    yield { vendor, profile: outcome.result(result), row: () => resultRow(run, outcome, result, vendor) };
  }
  for (const message of state.messages) {
    if (message >= outcome.to) continue;
    const vendor = state.isOut(message);
    yield { vendor, profile: outcome.message(message), row: () => messageRow(run, outcome, message, vendor) };
  }
}

function compare(run: Run, mark: Mark, position: number, state: VendorState): TruthMark {
  const outcome = new Outcome(run, stepAfter(run, mark.at));
  const tally = new TruthTally();
  const rows: TruthRow[] = [];
  for (const { vendor, profile, row } of candidatesOf(run, outcome, state)) {
    tally.add(vendor, profile !== "kept");
    // What is not listed is only counted.
    if (tally.acted > rows.length && rows.length < MAX_TRUTH_ROWS) rows.push(row());
  }
  const { kind, label, at, tokensBefore, tokensSaved } = mark;
  return {
    mark: position,
    kind,
    label,
    at,
    step: outcome.step,
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensSaved === undefined ? {} : { tokensSaved }),
    requestTokens: outcome.tokens,
    of: state.of,
    assumed: state.assumed,
    ...tally.score(),
    rows,
    moreRows: tally.acted - rows.length,
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
