import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { eachMessage } from "./each-message.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { asArguments } from "./json-text.ts";
import { keptMessage } from "./kept-message.ts";
import { Notebook } from "./notebook.ts";
import { pairCalls } from "./pair-calls.ts";
import { modelMessage } from "./vercel-model-message.ts";
import { isUiMessage, uiMessage, userParts } from "./vercel-ui-message.ts";
import type { WireMessage } from "./wire-message.ts";

const NOTES = {
  system: "system messages in the middle of a conversation: kept where they stand, as user messages",
  pairs: "calls without an id: joined to their results by name and order",
} as const;

/** The messages of a record that is a chat: a list of messages, or an object that holds one. */
export function chatOf(record: unknown): readonly Json[] | undefined {
  const list: readonly Json[] | undefined = Array.isArray(record)
    ? (record as readonly Json[])
    : arrayField(record, "messages");
  return list?.some((one) => stringField(one, "role") !== undefined) ? list : undefined;
}

/** Reads chats of the Vercel AI SDK: each list is one, and lines of single messages are one together. */
export class VercelSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];
  #lines: WireMessage[] = [];
  #system: string[] = [];

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const chat = chatOf(value);
    if (chat) return this.#chat(chat, isJsonObject(value) ? value : null, place);
    if (Array.isArray(value)) return this.#several(value as readonly Json[], place);
    if (stringField(value, "role") === undefined) return this.#opaque(value, place);
    const leading = this.#lines.length === 0;
    for (const message of this.#message(value as Json, this.#system, leading, place.line))
      this.#lines.push(message);
  }

  end(): Imported {
    if (this.#lines.length > 0) this.#thread("", null, this.#system, this.#lines);
    if (this.#threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (this.#threads.every((thread) => thread.tools.length === 0))
      this.#notes.add("missing", "tool definitions");
    return { threads: this.#threads, notes: this.#notes.list() };
  }

  /** A list of chats. */
  #several(items: readonly Json[], place: Place): void {
    for (const item of items) {
      const chat = chatOf(item);
      if (chat) this.#chat(chat, item, place);
      else this.#opaque(item, place);
    }
  }

  #chat(list: readonly Json[], holder: Json, place: Place): void {
    const system: string[] = [];
    let leading = true;
    const messages = eachMessage(list, this.#notes, place.line, (message) => {
      const read = this.#message(message, system, leading, place.line);
      leading &&= read.length === 0;
      return read;
    });
    this.#thread(stringField(holder, "id") ?? "", holder, system, messages);
  }

  /** System messages at the start are the system prompt. */
  #message(message: Json, system: string[], leading: boolean, line: number): readonly WireMessage[] {
    if (stringField(message, "role") !== "system")
      return isUiMessage(message)
        ? uiMessage(message, this.#notes, line)
        : modelMessage(message, this.#notes, line);
    const parts = userParts(message, this.#notes, line);
    if (!leading) {
      this.#notes.add("note", NOTES.system, line);
      return [{ id: stringField(message, "id") ?? "", role: "user", parts }];
    }
    system.push(parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
    return [];
  }

  #thread(id: string, holder: Json, system: readonly string[], messages: readonly WireMessage[]): void {
    const paired = pairCalls(messages);
    this.#notes.add("note", NOTES.pairs, undefined, paired.named);
    const given = stringField(holder, "system");
    const all = given === undefined ? system : [given, ...system];
    this.#threads.push({
      id: id === "" ? `conversation-${this.#threads.length + 1}` : id,
      lane: "main",
      system: all.length === 0 ? null : all.join("\n\n"),
      tools: toolsOf(field(holder, "tools")),
      messages: paired.messages.map((message) => keptMessage(message, this.#sink)),
      marks: [],
    });
  }

  #opaque(value: unknown, place: Place): void {
    const type = stringField(value, "type") ?? "(no type)";
    this.#notes.add("opaque", `records that are no chat: ${type.slice(0, 60)}`, place.line);
  }
}

/** Tools by name, or a list of them. */
function toolsOf(tools: Json | undefined): ToolDefinition[] {
  if (Array.isArray(tools))
    return (tools as readonly Json[]).map((tool) => toolOf(stringField(tool, "name") ?? "", tool));
  return isJsonObject(tools) ? Object.entries<Json>(tools).map(([name, tool]) => toolOf(name, tool)) : [];
}

function toolOf(name: string, tool: Json): ToolDefinition {
  const description = stringField(tool, "description");
  const schema = field(tool, "inputSchema") ?? field(tool, "parameters");
  const parameters = field(schema, "jsonSchema") ?? schema;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters: asArguments(parameters) }),
  };
}
