import { indexAtUnits } from "../lib/utf8.ts";
import { type Message, callsOf } from "../model/message.ts";
import type { OutlineCall, OutlineMessage, OutlineResult, ThreadOutline, ThreadRow } from "../model/rows.ts";
import type { Recording } from "../model/recording.ts";
import { plainRecording } from "../engine/replay.ts";
import { COLUMN } from "../model/size.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { type Thread, countThread } from "../model/thread.ts";

const EXCERPT = 160;

/** White space other than single spaces between words. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;

function onOneLine(start: string): string {
  return UNEVEN.test(start) ? start.replace(/\s+/g, " ").trim() : start;
}

/** The first words of a text on one line. Most texts give enough of them at once. */
function flat(text: string): string {
  let line = onOneLine(text.slice(0, EXCERPT * 1.5));
  if (line.length < EXCERPT) line = onOneLine(text.slice(0, EXCERPT * 4));
  return line.slice(0, indexAtUnits(line, EXCERPT));
}

/** The first words of a message on one line: of its text or result, else of its call, else of its reasoning. */
export function excerptOf(message: Message): string {
  for (const part of message.parts) {
    const text =
      part.type === "text" ? part.text : part.type === "tool-result" ? metricsOf(part.parts).text : "";
    if (/\S/.test(text)) return flat(text);
  }
  const call = callsOf(message)[0];
  if (call) return flat(JSON.stringify(call.arguments) ?? "");
  const thinking = message.parts.find((part) => part.type === "thinking");
  return thinking ? flat(thinking.text) : "";
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
  const size = recording.sizes[index];
  const meta = recording.thread.meta?.[index];
  const media = mediaOf(message);
  return {
    id: message.id,
    role: message.role,
    tokens: size?.[COLUMN.tokens] ?? 0,
    bytes: size?.[COLUMN.bytes] ?? 0,
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
  return first ? excerptOf(first).slice(0, 80) : thread.lane;
}

/** A thread in a list: its counts, and its size in chars4 tokens and UTF-8 bytes. */
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
    bytes: system.bytes + tools.bytes + raw.sum(COLUMN.bytes),
    ...(thread.branch ? { branch: thread.branch } : {}),
  };
}

/** A thread without its bodies, for the window. */
export function outlineOf(thread: Thread, transcript: number): ThreadOutline {
  const recording = plainRecording(thread);
  const { system, tools } = recording;
  return {
    transcript,
    thread: rowOf(thread, recording),
    system: thread.system === null ? null : { tokens: system.tokens, bytes: system.bytes },
    tools: { names: thread.tools.map((tool) => tool.name), tokens: tools.tokens, bytes: tools.bytes },
    messages: thread.messages.map((message, index) => messageRow(recording, message, index)),
    steps: recording.stepBatch.slice(1).map((batch) => recording.batches[batch]?.from ?? 0),
    marks: thread.marks ?? [],
  };
}
