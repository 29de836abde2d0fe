import type { Subject } from "./event.ts";
import type { Message } from "./message.ts";
import type { ToolCallPart, ToolResultPart } from "./part.ts";
import type { Thread } from "./thread.ts";
import { COLUMNS, type Counting, type Size, type TextSize, sizeOf, sizeOfText, sizeOfTools } from "./size.ts";
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
  readonly sizes: readonly Size[];
  readonly system: TextSize;
  readonly tools: TextSize;
  readonly batches: readonly Batch[];
  /** `batchOf[i]` is the batch of message i. */
  readonly batchOf: readonly number[];
  readonly indexOfId: ReadonlyMap<string, number>;
  /** Batch of each step, by step number from 1 (index 0 is unused). */
  readonly stepBatch: readonly number[];
  /** `lastUser[i]` is the index of the newest user message before message i, or -1; one entry past the end. */
  readonly lastUser: readonly number[];
}

/** Identity of the call at `position` of `step`, both from 1. */
export function identityOf(threadId: string, step: number, position: number): string {
  return `${threadId}.${step}.${position}`;
}

function pairResults(messages: readonly Message[], from: number, to: number, calls: RecordedCall[]): RecordedResult[] {
  const open = new Map<string, number[]>();
  calls.forEach((call, at) => {
    const queue = open.get(call.part.callId);
    if (queue) queue.push(at);
    else open.set(call.part.callId, [at]);
  });
  const results: RecordedResult[] = [];
  for (let message = from; message < to; message++) {
    (messages[message] as Message).parts.forEach((result, part) => {
      if (result.type !== "tool-result") return;
      const at = open.get(result.callId)?.shift();
      const call = at === undefined ? undefined : ({ ...(calls[at] as RecordedCall), result: { message, part } } as const);
      if (at !== undefined && call) calls[at] = call;
      results.push({ message, part, result, ...(call ? { call } : {}) });
    });
  }
  return results;
}

function callsOfStep(threadId: string, message: Message, step: number): RecordedCall[] {
  const calls: RecordedCall[] = [];
  for (const part of message.parts) {
    if (part.type !== "tool-call") continue;
    const position = calls.length + 1;
    calls.push({ part, position, identity: identityOf(threadId, step, position) });
  }
  return calls;
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
    const tiedTo = results.reduce((last, { call, message }) => (call ? Math.max(last, message) : last), from);
    batches.push({ from, to, turn, step: lead.role === "assistant" ? step : 0, calls, results, tiedTo });
    from = to;
  }
  return batches;
}

/** Makes a thread ready to be run. Cost: one pass over the thread. */
export function record(thread: Thread, counting: Counting): Recording {
  const batches = batchesOf(thread);
  const stepBatch = [-1];
  const batchOf: number[] = [];
  batches.forEach((batch, at) => {
    if (batch.step > 0) stepBatch.push(at);
    for (let i = batch.from; i < batch.to; i++) batchOf.push(at);
  });
  let raw = Sequence.empty<Message>(COLUMNS);
  const sizes: Size[] = [];
  const indexOfId = new Map<string, number>();
  const lastUser = [-1];
  thread.messages.forEach((message, at) => {
    const size = sizeOf(message, counting);
    sizes.push(size);
    raw = raw.append(message, size);
    indexOfId.set(message.id, at);
    lastUser.push(message.role === "user" ? at : (lastUser[at] as number));
  });
  const system = sizeOfText(thread.system ?? "", counting);
  const tools = sizeOfTools(thread.tools, counting);
  return { thread, counting, raw, sizes, system, tools, batches, batchOf, indexOfId, stepBatch, lastUser };
}

/** The call of an identity, or undefined: start states bring identities that no recorded call has. */
export function callOfIdentity(recording: Recording, identity: string): { readonly batch: Batch; readonly call: RecordedCall } | undefined {
  const [position, step] = identity.split(".").toReversed();
  const batch = recording.batches[recording.stepBatch[Number(step)] ?? -1];
  const call = batch?.calls[Number(position) - 1];
  return batch && call?.identity === identity ? { batch, call } : undefined;
}

/** What an event about an identity is about: its result's message, the recorded call id and the identity. */
export function subjectOf(recording: Recording, identity: string): Subject {
  const found = callOfIdentity(recording, identity);
  if (!found) return { identity };
  const at = found.call.result?.message ?? found.batch.from;
  const message = recording.thread.messages[at]?.id;
  return { ...(message === undefined ? {} : { message }), call: found.call.part.callId, identity };
}
