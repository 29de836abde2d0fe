import type { Subject } from "./event.ts";
import type { Message } from "./message.ts";
import type { Part, ToolCallPart, ToolResultPart } from "./part.ts";
import type { Thread } from "./thread.ts";
import { type BatchRepair, orphanKey, repairOf } from "./repair.ts";
import { metricsOf, noteBytes } from "./text-metrics.ts";
import {
  COLUMN,
  COLUMNS,
  type Counting,
  NO_SIZE,
  type Size,
  type TextSize,
  addSize,
  bytesOf,
  sizeOf,
  sizeOfText,
  sizeOfTools,
} from "./size.ts";
import { appended } from "../lib/appended.ts";
import { Sequence } from "../lib/sequence.ts";

/** Where a result part lies: message index and part position, from 0. */
export interface ResultPlace {
  readonly message: number;
  readonly part: number;
}

/** One recorded call with the result that answers it, if any. */
export interface RecordedCall {
  readonly part: ToolCallPart;
  /** Position among the calls of its message, from 1. */
  readonly position: number;
  /** The runtime's own identity: thread, step, position (policies, section 0). */
  readonly identity: string;
  readonly result?: ResultPlace;
}

/** One recorded answer, in the order of the recording; `call` is missing for an orphan. */
export interface RecordedResult extends ResultPlace {
  readonly result: ToolResultPart;
  readonly call?: RecordedCall;
}

/** A message that is not a tool message, with the tool messages up to the next one: what is committed at once. */
export interface Batch {
  /** Index of the first message; a thread may begin with tool messages and then has no lead there. */
  readonly from: number;
  /** Index after the last message. */
  readonly to: number;
  readonly turn: number;
  /** The step that the lead is, or 0 for a user message. */
  readonly step: number;
  /** The first step at or after the batch; the last one of the thread when none comes. */
  readonly nextStep: number;
  readonly calls: readonly RecordedCall[];
  readonly results: readonly RecordedResult[];
  /**
   * Index of the last message that a call and its result tie to the lead: the lead itself where nothing is answered.
   * Repairs stand after it, so that no cut parts them from their calls.
   */
  readonly tiedTo: number;
}

/**
 * A thread made ready to be run: pairs, steps, turns and sizes, each worked out once and shared by every run of
 * the same counting. Calls and results pair by position: a result answers the oldest outstanding call of its id,
 * and a call is outstanding only until the next message that is not a tool message.
 */
export interface Recording {
  readonly thread: Thread;
  readonly counting: Counting;
  readonly raw: Sequence<Message>;
  readonly system: TextSize;
  readonly tools: TextSize;
  readonly batches: readonly Batch[];
  /** `batchOf[i]` is the batch of message i. */
  readonly batchOf: readonly number[];
  readonly indexOfId: ReadonlyMap<string, number>;
  /** What is sent in the place of each message when no policy acts: the message, nothing, or it and a repair. */
  readonly sent: Sequence<SentUnit>;
  /** Repairs by batch; most batches have none. */
  readonly repairs: ReadonlyMap<number, BatchRepair>;
  readonly figures: BatchFigures;
  /** Batch of each step, by step number from 1 (index 0 is unused), and the index of the message that it begins with. */
  readonly stepBatch: readonly number[];
  readonly stepFrom: readonly number[];
  /** `lastUser[i]` is the index of the newest user message before message i, or -1; one entry past the end. */
  readonly lastUser: readonly number[];
}

/** What is sent in the place of one stored message: the message, another form of it, nothing, or it and a repair. */
export type SentUnit = readonly Message[];

/** Figures of batches in columns, so that a policy finds the next one that concerns it without looking at messages. */
export interface BatchFigures {
  /** Largest result of each batch: chars4 and bytes of its text; 0 where there is none. */
  readonly tokens: Float64Array;
  readonly bytes: Float64Array;
  /** Sums before each batch (one entry more than batches): steps, results that a call waits for, those that are no errors. */
  readonly steps: Float64Array;
  readonly answers: Float64Array;
  readonly successes: Float64Array;
  /** For each batch, the next one from it on that is a user message, and that is repaired; Infinity for none. */
  readonly nextUser: Float64Array;
  readonly nextRepair: Float64Array;
}

/** Identity of the call at `position` of `step`, both from 1. */
export function identityOf(threadId: string, step: number, position: number): string {
  return `${threadId}.${step}.${position}`;
}

/** A call that may still be answered. */
type OpenCall = { -readonly [Name in keyof RecordedCall]: RecordedCall[Name] };

/** The calls of a batch that are not answered yet, the oldest of each id first. */
class OpenCalls {
  private readonly calls: readonly OpenCall[];
  /** Made for batches of several calls alone: most have one. */
  private readonly queues: Map<string, OpenCall[]> | undefined;

  constructor(calls: readonly OpenCall[]) {
    this.calls = calls;
    if (calls.length < 2) return;
    this.queues = new Map();
    for (const call of calls) {
      const queue = this.queues.get(call.part.callId);
      if (queue) queue.push(call);
      else this.queues.set(call.part.callId, [call]);
    }
  }

  /** The call that a result of this id answers. */
  take(callId: string): OpenCall | undefined {
    if (this.queues) return this.queues.get(callId)?.shift();
    const [only] = this.calls;
    return only && !only.result && only.part.callId === callId ? only : undefined;
  }
}

function pairResults(
  messages: readonly Message[],
  from: number,
  to: number,
  calls: readonly OpenCall[],
): RecordedResult[] {
  let results: RecordedResult[] = [];
  if (from >= to) return results;
  const open = new OpenCalls(calls);
  for (let message = from; message < to; message++) {
    const { parts } = messages[message] as Message;
    for (let part = 0; part < parts.length; part++) {
      const result = parts[part] as Part;
      if (result.type !== "tool-result") continue;
      const call = open.take(result.callId);
      if (call) call.result = { message, part };
      const recorded = call ? { message, part, result, call } : { message, part, result };
      results = appended<RecordedResult>(results, recorded);
    }
  }
  return results;
}

function callsOfStep(threadId: string, message: Message, step: number): OpenCall[] {
  let calls: OpenCall[] = [];
  for (const part of message.parts) {
    if (part.type !== "tool-call") continue;
    const position = calls.length + 1;
    calls = appended<OpenCall>(calls, { part, position, identity: identityOf(threadId, step, position) });
  }
  return calls;
}

/** Index of the last message that answers a call, or of the lead where none does. */
function tiedTo(results: readonly RecordedResult[], lead: number): number {
  let last = lead;
  for (const { call, message } of results) if (call && message > last) last = message;
  return last;
}

function batchesOf(thread: Thread): Batch[] {
  const { messages } = thread;
  const batches: Batch[] = [];
  let turn = 0;
  let step = 0;
  for (let from = 0; from < messages.length;) {
    const lead = messages[from] as Message;
    if (lead.role === "user" || turn === 0) turn++;
    if (lead.role === "assistant") step++;
    let to = from + 1;
    while (messages[to]?.role === "tool") to++;
    const calls = lead.role === "assistant" ? callsOfStep(thread.id, lead, step) : [];
    const first = lead.role === "tool" ? from : from + 1;
    const results = pairResults(messages, first, to, calls);
    const own = lead.role === "assistant" ? step : 0;
    const tied = tiedTo(results, from);
    batches.push({ from, to, turn, step: own, nextStep: own || step + 1, calls, results, tiedTo: tied });
    from = to;
  }
  const last = Math.max(1, step);
  return batches.map((batch) => (batch.nextStep > last ? { ...batch, nextStep: last } : batch));
}

/** For each batch, the first from it on that `is` holds for; Infinity for none. */
function nextWhere(batches: readonly Batch[], is: (batch: Batch, at: number) => boolean): Float64Array {
  const next = new Float64Array(batches.length).fill(Infinity);
  for (let at = batches.length - 1; at >= 0; at--)
    next[at] = is(batches[at] as Batch, at) ? at : (next[at + 1] ?? Infinity);
  return next;
}

/** Whether a result's text is all that its message holds: then what is measured of the message is measured of it. */
function isAll({ result, message: at }: RecordedResult, raw: Sequence<Message>): boolean {
  return raw.at(at).parts.length === 1 && result.parts.length === 1 && result.parts[0]?.type === "text";
}

function tokensOf(recorded: RecordedResult, raw: Sequence<Message>): number {
  if (!isAll(recorded, raw)) return metricsOf(recorded.result.parts).tokens;
  return raw.amount(COLUMN.chars4, recorded.message);
}

function bytesOfResult(recorded: RecordedResult, raw: Sequence<Message>): number {
  const { parts } = recorded.result;
  if (!isAll(recorded, raw)) return metricsOf(parts).bytes;
  const bytes = raw.amount(COLUMN.bytes, recorded.message);
  noteBytes(parts, bytes);
  return bytes;
}

/** For each batch the most that `of` gives for one of its results; 0 where there is none. */
function mostOf(batches: readonly Batch[], of: (recorded: RecordedResult) => number): Float64Array {
  const most = new Float64Array(batches.length);
  batches.forEach(({ results }, at) => {
    for (const recorded of results) most[at] = Math.max(most[at] as number, of(recorded));
  });
  return most;
}

function figuresOf(
  batches: readonly Batch[],
  raw: Sequence<Message>,
  repairs: ReadonlyMap<number, BatchRepair>,
): BatchFigures {
  const column = (): Float64Array => new Float64Array(batches.length + 1);
  const sums = { steps: column(), answers: column(), successes: column() };
  batches.forEach(({ step, results }, at) => {
    let answers = 0;
    let successes = 0;
    for (const { result, call } of results) {
      if (call) answers++;
      if (call && !result.isError) successes++;
    }
    sums.steps[at + 1] = (sums.steps[at] as number) + (step > 0 ? 1 : 0);
    sums.answers[at + 1] = (sums.answers[at] as number) + answers;
    sums.successes[at + 1] = (sums.successes[at] as number) + successes;
  });
  let bytes: Float64Array | undefined;
  return {
    ...sums,
    tokens: mostOf(batches, (recorded) => tokensOf(recorded, raw)),
    // Few policies ask for them, and the text of a whole thread is read for it.
    get bytes() {
      return (bytes ??= mostOf(batches, (recorded) => bytesOfResult(recorded, raw)));
    },
    nextUser: nextWhere(batches, ({ from }) => raw.at(from).role === "user"),
    nextRepair: nextWhere(batches, (_, at) => repairs.has(at)),
  };
}

/** Size of several messages together. */
export function sizeOfAll(messages: readonly Message[], counting: Counting): Size {
  const sizes = messages.map((message) => sizeOf(message, counting));
  return sizes.reduce((sum, size) => sum.map((value, column) => value + (size[column] as number)), NO_SIZE);
}

/** A message as it is sent when only repair acts on it. */
function repairedUnit(message: Message, index: number, batch: Batch, repair: BatchRepair): SentUnit {
  const after = index === batch.tiedTo ? repair.missing : [];
  const parts = message.parts.filter((_, part) => !repair.orphans.has(orphanKey(index, part)));
  if (parts.length === message.parts.length) return [message, ...after];
  return parts.length === 0 ? after : [{ ...message, parts }, ...after];
}

function sentSequence(
  units: readonly SentUnit[],
  raw: Sequence<Message>,
  counting: Counting,
): Sequence<SentUnit> {
  const unitSizes = units.map((unit, at) =>
    unit.length === 1 && unit[0] === raw.at(at) ? raw.amounts(at) : sizeOfAll(unit, counting),
  );
  return Sequence.of(units, unitSizes, COLUMNS);
}

/** Makes a thread ready to be run. Cost: one pass over the thread. */
export function record(thread: Thread, counting: Counting): Recording {
  const batches = batchesOf(thread);
  const stepBatch = [-1];
  const stepFrom = [-1];
  const batchOf: number[] = [];
  batches.forEach((batch, at) => {
    if (batch.step > 0) {
      stepBatch.push(at);
      stepFrom.push(batch.from);
    }
    for (let i = batch.from; i < batch.to; i++) batchOf.push(at);
  });
  const add = (size: number[], message: Message): void => addSize(size, message, counting);
  const late = { column: COLUMN.bytes, measure: bytesOf };
  const raw = Sequence.measured(thread.messages, COLUMNS, add, late);
  const repairs = new Map<number, BatchRepair>();
  batches.forEach((batch, at) => {
    const repair = repairOf(batch, thread.messages);
    if (repair) repairs.set(at, repair);
  });
  const units = thread.messages.map((message, at): SentUnit => {
    const of = batchOf[at] as number;
    const repair = repairs.get(of);
    return repair ? repairedUnit(message, at, batches[of] as Batch, repair) : [message];
  });
  const sent = repairs.size === 0 ? raw.with(units) : sentSequence(units, raw, counting);
  const lastUser = [-1];
  thread.messages.forEach(({ role }, at) => lastUser.push(role === "user" ? at : (lastUser[at] as number)));
  const system = sizeOfText(thread.system ?? "", counting);
  const tools = sizeOfTools(thread.tools, counting);
  const figures = figuresOf(batches, raw, repairs);
  const parts = { batches, batchOf, stepBatch, stepFrom, lastUser, repairs, figures };
  let indexOfId: ReadonlyMap<string, number> | undefined;
  return {
    thread,
    counting,
    raw,
    sent,
    system,
    tools,
    ...parts,
    // A run that summarizes by itself knows its places without it.
    get indexOfId() {
      return (indexOfId ??= new Map(thread.messages.map(({ id }, at) => [id, at])));
    },
  };
}

/** The call of an identity, or undefined: start states bring identities that no recorded call has. */
export function callOfIdentity(
  recording: Recording,
  identity: string,
): { readonly batch: Batch; readonly call: RecordedCall } | undefined {
  const last = identity.lastIndexOf(".");
  const step = Number(identity.slice(identity.lastIndexOf(".", last - 1) + 1, last));
  const position = Number(identity.slice(last + 1));
  const batch = recording.batches[recording.stepBatch[step] ?? -1];
  const call = batch?.calls[position - 1];
  // Whatever was read of it, it has to be that very one.
  return batch && call?.identity === identity ? { batch, call } : undefined;
}

/** What an event about an identity is about: its result's message, the recorded call id and the identity. */
export function subjectOf(recording: Recording, identity: string): Subject {
  const found = callOfIdentity(recording, identity);
  if (!found) return { identity };
  const at = found.call.result?.message ?? found.batch.from;
  const message = recording.thread.messages[at]?.id;
  const call = found.call.part.callId;
  return message === undefined ? { call, identity } : { message, call, identity };
}
