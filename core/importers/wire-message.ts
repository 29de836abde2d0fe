import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Role } from "../model/message.ts";
import type { Part, ToolCallPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";

/** A message of a request or a response, in neutral form. */
export interface WireMessage {
  /** `` where the recording has none. */
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
  /** The parts as the model saw them, where the recording holds more of a result. */
  readonly seen?: readonly Part[];
  readonly meta?: MessageMeta;
  /** What the provider did with this message: stands before it. */
  readonly marks?: readonly Omit<Mark, "at">[];
  /** Of each result: the name of the function that it answers, where ids may be left out. */
  readonly answers?: readonly string[];
  /** What the provider did once this message was there: stands after it. */
  readonly marksAfter?: readonly Omit<Mark, "at">[];
}

/** One request, as far as it is understood. */
export interface WireRequest {
  readonly system: string | null;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly WireMessage[];
}

/** Reads the messages of a request one by one, as a request's are read together. */
export interface MessageReader {
  /** Parts of the system prompt that were met so far. */
  readonly system: readonly string[];
  /** The next message; gives those that are complete by it. Throws `BadRecord`. */
  read(message: Json, line: number): readonly WireMessage[];
  /** Those that waited for more. */
  finish(): readonly WireMessage[];
}

/** A reader of messages that each stand alone. */
export function eachAlone(read: (message: Json, line: number) => readonly WireMessage[]): MessageReader {
  return { system: [], read, finish: () => [] };
}

/** One response: the messages that it adds, or why there are none. */
export interface WireResponse {
  readonly messages: readonly WireMessage[];
  readonly error?: string;
}

/** True when two recordings of a message say the same. Thinking is left out: clients need not send it back. */
function sameMessage(a: WireMessage, b: WireMessage): boolean {
  return a === b || (a.role === b.role && sameParts(a, b));
}

function sameParts(a: WireMessage, b: WireMessage): boolean {
  const first = spoken(a);
  const second = spoken(b);
  return first.length === second.length && first.every((part, index) => equal(part, second[index]));
}

/** What counts: no thinking, and no empty text, which clients leave out. */
function spoken(message: WireMessage): readonly Part[] {
  const counts = (part: Part) => part.type !== "thinking" && !(part.type === "text" && part.text === "");
  return message.parts.every(counts) ? message.parts : message.parts.filter(counts);
}

/**
 * True when a message of a request is one that was recorded before. An assistant message need not be the same to the
 * letter: clients trim texts and leave blocks out, but never change the ids of calls.
 */
export function isResponse(recorded: WireMessage, sent: WireMessage): boolean {
  if (sameMessage(recorded, sent)) return true;
  if (recorded.role !== "assistant" || sent.role !== "assistant") return false;
  const calls = callsOf(recorded);
  if (calls.length === 0) return callsOf(sent).length === 0 && trimmedText(recorded) === trimmedText(sent);
  return sameCalls(calls, callsOf(sent));
}

function callsOf(message: WireMessage): ToolCallPart[] {
  return message.parts.filter((part) => part.type === "tool-call");
}

/** By their ids; a call without one is known by its name and arguments. */
function sameCalls(recorded: readonly ToolCallPart[], sent: readonly ToolCallPart[]): boolean {
  return (
    recorded.length === sent.length &&
    recorded.every((call, index) => {
      const other = sent[index];
      if (!other) return false;
      if (call.callId !== "" && other.callId !== "") return call.callId === other.callId;
      return call.name === other.name && equal(call.arguments, other.arguments);
    })
  );
}

/** The recorded message with the ids that a client gave to its calls, where it had none itself. */
export function withSentIds(recorded: WireMessage, sent: WireMessage): WireMessage {
  const ids = callsOf(sent).map((call) => call.callId);
  if (!recorded.parts.some((part) => part.type === "tool-call" && part.callId === "")) return recorded;
  let at = 0;
  const parts = recorded.parts.map((part) => {
    if (part.type !== "tool-call") return part;
    const sentId = ids[at++] ?? "";
    return part.callId === "" ? { ...part, callId: sentId } : part;
  });
  return { ...recorded, parts };
}

function trimmedText(message: WireMessage): string {
  return message.parts
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("")
    .trim();
}

/** Deep equality of parts, which are JSON. Depth is bounded: arguments were checked when they were read. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalArrays(a as Json[], b as Json[]);
  return isJsonObject(a) && isJsonObject(b) && equalObjects(a, b);
}

function equalArrays(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((value, index) => equal(value, b[index]));
}

function equalObjects(a: { readonly [key: string]: Json }, b: { readonly [key: string]: Json }): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  );
}
