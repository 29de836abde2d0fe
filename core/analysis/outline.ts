import { firstWords } from "../lib/first-words.ts";
import { type Message, callsOf } from "../model/message.ts";
import type { OutlineCall, OutlineMessage, OutlineResult, ThreadOutline, ThreadRow } from "../model/rows.ts";
import type { Recording } from "../model/recording.ts";
import { mainModel } from "./cost.ts";
import { plainRecording } from "../engine/replay.ts";
import { COLUMN } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { type Thread, countThread } from "../model/thread.ts";

/** A thread with what is counted of its messages, without a word of them. */
export interface ThreadFigures extends Omit<ThreadOutline, "messages"> {
  /** The model that made most of its answers, where one is recorded. */
  readonly model?: string;
  readonly messages: readonly Pick<OutlineMessage, "role" | "tokens" | "bytes" | "turn">[];
}

const EXCERPT = 160;
/** Where white space is long, no more of a text is looked at for its first words. */
const LOOKED_AT = 4 * EXCERPT;
/** So many UTF-16 units of a message's beginning name its thread. */
export const titleUnits = 80;

/**
 * The first words of a message on one line, at most `most` UTF-16 units: of its text or result, else of its call, else of
 * its reasoning.
 */
export function excerptOf(message: Message, most = EXCERPT): string {
  for (const part of message.parts) {
    const text =
      part.type === "text" ? part.text : part.type === "tool-result" ? metricsOf(part.parts).text : "";
    const words = firstWords(text, most, LOOKED_AT);
    if (words !== "") return words;
  }
  const call = callsOf(message)[0];
  if (call) return firstWords(JSON.stringify(call.arguments) ?? "", most, LOOKED_AT);
  const thinking = message.parts.find((part) => part.type === "thinking");
  return thinking ? firstWords(thinking.text, most, LOOKED_AT) : "";
}

function mediaOf(message: Message): number {
  let count = 0;
  for (const part of message.parts) {
    if (part.type === "media") count++;
    if (part.type === "tool-result") count += part.parts.filter((inner) => inner.type === "media").length;
  }
  return count;
}

/** Pairs of the message at an index: where its calls were answered, and which calls its results answer. */
function pairsOf(recording: Recording, index: number): Pick<OutlineMessage, "calls" | "results"> {
  const batch = recording.batches[recording.batchOf[index] as number];
  if (!batch) return {};
  if (index === batch.from && batch.calls.length > 0) {
    const calls: OutlineCall[] = batch.calls.map(({ part, result }) => ({
      callId: part.callId,
      name: part.name,
      ...(result ? { other: result.message } : {}),
    }));
    return { calls };
  }
  const results: OutlineResult[] = batch.results
    .filter((recorded) => recorded.message === index)
    .map(({ result, call }) => ({
      callId: result.callId,
      name: call?.part.name ?? "",
      isError: result.isError,
      bytes: metricsOf(result.parts).bytes,
      ...(call ? { other: batch.from } : {}),
    }));
  return results.length > 0 ? { results } : {};
}

function messageRow(recording: Recording, message: Message, index: number): OutlineMessage {
  const batch = recording.batches[recording.batchOf[index] as number];
  const { raw } = recording;
  const meta = recording.thread.meta?.[index];
  const media = mediaOf(message);
  return {
    id: message.id,
    role: message.role,
    tokens: raw.amount(COLUMN.tokens, index),
    bytes: raw.amount(COLUMN.bytes, index),
    step: batch?.step ?? 0,
    turn: batch?.turn ?? 1,
    excerpt: excerptOf(message),
    ...pairsOf(recording, index),
    ...(media > 0 ? { media } : {}),
    ...(message.parts.some((part) => part.type === "thinking") ? { thinking: true } : {}),
    ...(meta?.model === undefined ? {} : { model: meta.model }),
    ...(meta?.time === undefined ? {} : { time: meta.time }),
    ...(meta?.usage === undefined ? {} : { usage: meta.usage }),
    ...(meta?.seen === undefined ? {} : { seen: true }),
  };
}

function titleOf(thread: Thread): string {
  if (thread.title !== undefined && thread.title !== "") return thread.title;
  const own = thread.messages.slice(thread.branch?.shared ?? 0);
  const first = own.find((message) => message.role === "user");
  return first ? excerptOf(first, titleUnits) : thread.lane;
}

/** A thread in a list: its counts, and its size in chars4 tokens. */
export function threadRow(thread: Thread): ThreadRow {
  return rowOf(thread, plainRecording(thread));
}

function rowOf(thread: Thread, recording: Recording): ThreadRow {
  const { system, tools, raw } = recording;
  return {
    id: thread.id,
    lane: thread.lane,
    title: titleOf(thread),
    ...countThread(thread.messages),
    tokens: system.tokens + tools.tokens + raw.sum(COLUMN.tokens),
    ...(thread.branch ? { branch: thread.branch } : {}),
  };
}

/** What an outline says beside its messages. */
function frameOf(thread: Thread, transcript: number): Omit<ThreadOutline, "messages"> {
  const recording = plainRecording(thread);
  const { system, tools } = recording;
  return {
    transcript,
    thread: rowOf(thread, recording),
    system: thread.system === null ? null : { tokens: system.tokens, bytes: system.bytes },
    tools: { names: thread.tools.map((tool) => tool.name), tokens: tools.tokens, bytes: tools.bytes },
    steps: recording.stepFrom.slice(1),
    marks: thread.marks ?? [],
  };
}

/** The rows of the messages [from, to) of a thread. */
export function outlineRows(thread: Thread, from: number, to: number): OutlineMessage[] {
  const recording = plainRecording(thread);
  return thread.messages
    .slice(from, to)
    .map((message, at) => messageRow(recording, message, Math.max(0, from) + at));
}

/** A thread without its bodies, with every row. */
export function outlineOf(thread: Thread, transcript: number): ThreadOutline {
  return { ...frameOf(thread, transcript), messages: outlineRows(thread, 0, thread.messages.length) };
}

/** The figures of a thread and of each of its messages. */
export function threadFigures(thread: Thread, transcript: number): ThreadFigures {
  const { raw, batches, batchOf } = plainRecording(thread);
  const figures = thread.messages.map(({ role }, index) => ({
    role,
    tokens: raw.amount(COLUMN.tokens, index),
    bytes: raw.amount(COLUMN.bytes, index),
    turn: batches[batchOf[index] as number]?.turn ?? 1,
  }));
  const model = mainModel(thread.meta ?? []);
  const frame = frameOf(thread, transcript);
  return { ...frame, messages: figures, ...(model === undefined ? {} : { model }) };
}

/** Where messages lie, by their ids; null for an id that the thread has not. */
export function placesOf(thread: Thread, ids: readonly string[]): (number | null)[] {
  const { indexOfId } = plainRecording(thread);
  return ids.map((id) => indexOfId.get(id) ?? null);
}
