import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { text } from "../model/part.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { anyMessage, isAnyMessage } from "./any-message.ts";
import { DIALECTS, isResponsesItem, vendorOf } from "./dialect.ts";
import { eachMessage } from "./each-message.ts";
import { BadRecord } from "./importer.ts";
import { noteInexact } from "./inexact-note.ts";
import { parsedJson } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import { toolDefinition, toolDefinitions } from "./tool-definition.ts";
import { vercelCall } from "./vercel-model-message.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

const NOTES = {
  system: "system messages in the middle of a conversation: kept where they stand, as user messages",
  joined: "pieces of one response: joined to one assistant message",
} as const;

/** Nothing that is known was asked. */
export const EMPTY_REQUEST: WireRequest = { system: null, tools: [], messages: [] };

/** A list of messages, its system messages at the start taken out, tool definitions among them too. */
export function anyRequest(list: readonly Json[], notes: Notebook, line: number): WireRequest {
  if (list.some(isResponsesItem)) return DIALECTS.responses.request({ input: list }, notes, line);
  const system: string[] = [];
  const tools: ToolDefinition[] = [];
  const marks = new WaitingMarks();
  let leading = true;
  const messages = eachMessage(list.flatMap(nested), notes, line, (message) => {
    const tool = definition(message);
    if (tool !== undefined) {
      tools.push(toolDefinition(tool));
      return [];
    }
    const read = anyMessage(message, notes, line);
    if ("mark" in read) return marks.add(read.mark);
    leading &&= "system" in read;
    if (!("system" in read)) return marks.before(read.messages);
    if (leading) system.push(read.system);
    else notes.add("note", NOTES.system, line);
    return leading ? [] : marks.before([{ id: "", role: "user", parts: [text(read.system)] }]);
  });
  return { system: system.length === 0 ? null : system.join("\n\n"), tools, messages: marks.after(messages) };
}

/** Marks that stand between messages of a list: with the next message, or after the last one. */
class WaitingMarks {
  #waiting: Omit<Mark, "at">[] = [];

  add(mark: Omit<Mark, "at">): readonly WireMessage[] {
    this.#waiting.push(mark);
    return [];
  }

  before(messages: readonly WireMessage[]): readonly WireMessage[] {
    const [first, ...rest] = messages;
    if (!first || this.#waiting.length === 0) return messages;
    const marks = [...this.#waiting, ...(first.marks ?? [])];
    this.#waiting = [];
    return [{ ...first, marks }, ...rest];
  }

  after(messages: readonly WireMessage[]): readonly WireMessage[] {
    const last = messages.at(-1);
    if (!last || this.#waiting.length === 0) return messages;
    return [
      ...messages.slice(0, -1),
      { ...last, marksAfter: [...(last.marksAfter ?? []), ...this.#waiting] },
    ];
  }
}

/** Some libraries send lists of lists: one for each conversation of a batch. */
function nested(one: Json): readonly Json[] {
  return Array.isArray(one) ? (one as readonly Json[]) : [one];
}

/** Some tracers put the definitions of tools among the messages. */
function definition(message: Json): Json | undefined {
  const content = field(message, "content");
  const named = stringField(field(content, "function"), "name") !== undefined;
  return named && isJsonObject(content) && stringField(content, "type") === "function" ? content : undefined;
}

/** Sessions read calls when they have their spans together: what cannot be read is told, and the others are read. */
function readable<T>(read: () => T, what: string, notes: Notebook, line: number): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    notes.add("dropped", `${what}: ${error.message}`, line);
    return undefined;
  }
}

/** What was asked, however a tracer wrote it down; undefined when it is nothing that is understood. */
export function anyInput(given: Json | undefined, notes: Notebook, line: number): WireRequest | undefined {
  return readable(() => requestIn(given, notes, line), "a request that cannot be read", notes, line);
}

function requestIn(given: Json | undefined, notes: Notebook, line: number): WireRequest | undefined {
  const input = unwrapped(given, notes, line);
  if (typeof input === "string") return input.trim() === "" ? undefined : asked(null, input);
  if (Array.isArray(input)) {
    const list = (input as readonly Json[]).flatMap(nested).filter(isAnyMessage);
    return list.length === 0 ? undefined : anyRequest(input as readonly Json[], notes, line);
  }
  if (!isJsonObject(input)) return undefined;
  if (isAnyMessage(input)) return anyRequest([input], notes, line);
  return body(input, notes, line);
}

/** The body of a request: messages under one of their names, or a prompt. */
function body(input: Json, notes: Notebook, line: number): WireRequest | undefined {
  const held = ["messages", "input", "contents"].map((key) => arrayField(input, key));
  const list = held.find((one) => one?.flatMap(nested).some(isAnyMessage));
  const system = stringField(input, "system") ?? stringField(input, "instructions") ?? null;
  const tools = toolDefinitions(field(input, "tools"));
  if (list) {
    const read = anyRequest(list, notes, line);
    return { ...read, system: read.system ?? system, tools: tools.length > 0 ? tools : read.tools };
  }
  const [first] = arrayField(input, "prompts") ?? [];
  const named = ["prompt", "input", "question"].map((key) => stringField(input, key));
  const prompt = named.find((one) => one !== undefined) ?? (typeof first === "string" ? first : undefined);
  return prompt === undefined ? undefined : { ...asked(system, prompt), tools };
}

function asked(system: string | null, prompt: string): WireRequest {
  return { system, tools: [], messages: [{ id: "", role: "user", parts: [text(prompt)] }] };
}

/** So often is an answer unwrapped. */
const MAX_WRAPS = 12;

/** What was answered, however a tracer wrote it down; undefined when it is nothing that is understood. */
export function anyOutput(given: Json | undefined, notes: Notebook, line: number): WireResponse | undefined {
  return readable(() => responseIn(given, notes, line), "an answer that cannot be read", notes, line);
}

function responseIn(
  given: Json | undefined,
  notes: Notebook,
  line: number,
  depth = 0,
): WireResponse | undefined {
  const output = unwrapped(given, notes, line);
  if (typeof output === "string") return output.trim() === "" ? undefined : said(output);
  if (Array.isArray(output)) return outputs(output as readonly Json[], notes, line);
  if (!isJsonObject(output)) return undefined;
  const vendor = vendorOf({ response: output });
  if (vendor) return DIALECTS[vendor].response(output, notes, line);
  if (isAnyMessage(output)) return outputs([output], notes, line);
  const inner = ["message", "messages", "generations", "content"]
    .map((key) => field(output, key))
    .find((one) => typeof one === "object" && one !== null);
  if (inner !== undefined) return depth < MAX_WRAPS ? responseIn(inner, notes, line, depth + 1) : undefined;
  const shown =
    stringField(output, "content") ?? stringField(output, "text") ?? stringField(output, "output");
  return shown === undefined ? undefined : said(shown);
}

function said(shown: string): WireResponse {
  return { messages: [{ id: "", role: "assistant", parts: [text(shown)] }] };
}

/** Messages of a response, wrapped or not, or calls alone. */
function outputs(given: readonly Json[], notes: Notebook, line: number): WireResponse | undefined {
  const list = given.flatMap(nested).map((one) => field(one, "message") ?? one);
  const calls = list.filter((one) => stringField(one, "toolCallId") !== undefined);
  if (calls.length > 0) {
    const parts = calls.map((call) => vercelCall(call, stringField(call, "toolName") ?? ""));
    return { messages: [{ id: "", role: "assistant", parts }] };
  }
  const messages = list.filter(isAnyMessage);
  if (messages.length === 0) {
    const shown = list
      .map((one) => (typeof one === "string" ? one : (stringField(one, "text") ?? "")))
      .join("");
    return shown === "" ? undefined : said(shown);
  }
  const read = anyRequest(messages, notes, line).messages.filter((one) => one.role !== "user");
  return { messages: joined(read, notes, line) };
}

/** Assistant messages that follow one another are pieces of one response. */
function joined(messages: readonly WireMessage[], notes: Notebook, line: number): WireMessage[] {
  const all: WireMessage[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (message.role !== "assistant" || last?.role !== "assistant") all.push(message);
    else {
      notes.add("merged", NOTES.joined, line);
      all[all.length - 1] = { ...last, parts: [...last.parts, ...message.parts] };
    }
  }
  return all;
}

/** The value that a text is the JSON of, or the text itself. */
function unwrapped(given: Json | undefined, notes: Notebook, line: number): Json | undefined {
  if (typeof given !== "string" || !/^\s*[[{"]/.test(given)) return given;
  const { value } = parsedJson(given);
  noteInexact(given, value, notes, line);
  return value;
}
