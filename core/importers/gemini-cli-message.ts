import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { geminiContent, geminiParts } from "./gemini-part.ts";
import { asArguments } from "./json-text.ts";
import { oneLine } from "./one-line.ts";
import type { WireMessage } from "./wire-message.ts";

/** What one message of a session stands for; `other` is the type of one that is for the interface alone. */
export type GeminiCliMessage =
  | { readonly messages: readonly WireMessage[] }
  | { readonly mark: Omit<Mark, "at"> }
  | { readonly other: string };

/** Reads one message. Throws `BadRecord` for bad content. */
export function geminiCliMessage(message: Json): GeminiCliMessage {
  const type = stringField(message, "type") ?? "";
  if (type === "user") return { messages: userMessages(message) };
  if (type === "gemini") return { messages: modelMessages(message) };
  if (type !== "error") return { other: type };
  const said = geminiParts(field(message, "content")).own.map(shown).join(" ");
  return { mark: { kind: "error", label: oneLine(said === "" ? "error" : said) } };
}

function shown(part: Part): string {
  return part.type === "text" ? part.text : "";
}

/** A content that calls or thinks is no user's, whatever its type says. */
function userMessages(message: Json): WireMessage[] {
  const { own, results } = geminiParts(field(message, "content"));
  const meta = timeOf(message);
  const id = stringField(message, "id") ?? "";
  const tool: WireMessage[] = results.length > 0 ? [{ id: "", role: "tool", parts: results, meta }] : [];
  if (own.length === 0 && tool.length > 0) return tool;
  const spoken = own.every((part) => part.type === "text" || part.type === "media");
  return [...tool, { id, role: spoken ? "user" : "assistant", parts: own.map(named(id)), meta }];
}

/** Thoughts, text, calls; their results stand in the same message and become one of their own. */
function modelMessages(message: Json): WireMessage[] {
  const id = stringField(message, "id") ?? "";
  const calls = arrayField(message, "toolCalls") ?? [];
  const content = geminiParts(field(message, "content"));
  const said = content.own.filter((part) => part.type !== "text" || part.text !== "").map(named(id));
  const thoughts = (arrayField(message, "thoughts") ?? []).map(thought);
  const parts = [...thoughts, ...said, ...calls.map((called, index) => call(called, `${id}/${index + 1}`))];
  const results = calls.flatMap((called, index) => result(called, `${id}/${index + 1}`));
  const own: WireMessage = { id, role: "assistant", parts, meta: metaOf(message) };
  const all = [...content.results, ...results];
  return all.length === 0 ? [own] : [own, { id: "", role: "tool", parts: all }];
}

/** Gives a call without an id one by the message that it stands in. */
function named(id: string): (part: Part, index: number) => Part {
  return (part, index) =>
    part.type === "tool-call" && part.callId === ""
      ? { ...part, callId: `${id}/content-${index + 1}` }
      : part;
}

function thought(one: Json): Part {
  const lines = [stringField(one, "subject"), stringField(one, "description")];
  return { type: "thinking", text: lines.filter((line) => line !== undefined && line !== "").join("\n") };
}

function call(called: Json, id: string): Part {
  return {
    type: "tool-call",
    callId: stringField(called, "id") ?? id,
    name: stringField(called, "name") ?? "",
    arguments: asArguments(field(called, "args") ?? {}),
  };
}

/** The result of a call, if there is one: a call that was given up may have none. */
function result(called: Json, id: string): ToolResultPart[] {
  const given = field(called, "result");
  const status = stringField(called, "status") ?? "";
  if (given === undefined || given === null) return [];
  const read = resultParts(given);
  const isError = read.isError || status === "error" || status === "cancelled";
  return [{ type: "tool-result", callId: stringField(called, "id") ?? id, isError, parts: read.parts }];
}

function resultParts(given: Json): { readonly parts: readonly ContentPart[]; readonly isError: boolean } {
  const list: readonly Json[] = Array.isArray(given) ? (given as readonly Json[]) : [given];
  const read = list.map((part) => {
    const { results } = geminiParts([part]);
    return results.length > 0
      ? { parts: results.flatMap((one) => one.parts), isError: results.some((one) => one.isError) }
      : { parts: [geminiContent(part)], isError: false };
  });
  return { parts: read.flatMap((one) => one.parts), isError: read.some((one) => one.isError) };
}

function timeOf(message: Json): MessageMeta {
  const time = stringField(message, "timestamp");
  return time === undefined ? {} : { time };
}

function metaOf(message: Json): MessageMeta {
  const model = stringField(message, "model");
  const usage = usageOf(field(message, "tokens"));
  return { ...(model === undefined ? {} : { model }), ...timeOf(message), ...(usage ? { usage } : {}) };
}

/** Thoughts are counted beside the answer, what tools put into the prompt beside the prompt; zeros are no report. */
function usageOf(tokens: Json | undefined): Usage | undefined {
  if (!isJsonObject(tokens)) return undefined;
  const count = (key: string) => numberField(tokens, key);
  const [input, output, reasoning, cacheRead] = [
    count("input"),
    count("output"),
    count("thoughts"),
    count("cached"),
  ];
  if ((input ?? 0) === 0 && (output ?? 0) === 0) return undefined;
  const figures = {
    input: input === undefined ? undefined : input + (count("tool") ?? 0),
    output: output === undefined ? undefined : output + (reasoning ?? 0),
    cacheRead,
    reasoning,
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return { kind: "reported", ...Object.fromEntries(known) };
}
