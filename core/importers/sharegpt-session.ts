import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { text } from "../model/part.ts";
import { eachMessage } from "./each-message.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { asArguments, parsedArguments } from "./json-text.ts";
import { keptMessages } from "./kept-message.ts";
import { Notebook } from "./notebook.ts";
import { pairCalls } from "./pair-calls.ts";
import { shareGptTurn } from "./sharegpt-turn.ts";
import type { WireMessage } from "./wire-message.ts";

const NOTES = {
  system: "system messages in the middle of a conversation: kept where they stand, as user messages",
  pairs: "calls, which this format never names: joined to their results by order",
} as const;

/** Reads conversations: each is a thread. */
export class ShareGptSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const items: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value as Json];
    for (const item of items) {
      const turns = arrayField(item, "conversations");
      if (turns) this.#conversation(turns, item, place);
      else if (Array.isArray(value)) this.#notes.add("opaque", "records without conversations", place.line);
      else throw new BadRecord("conversations: a list is needed");
    }
  }

  end(): Imported {
    if (this.#threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (this.#threads.every((thread) => thread.tools.length === 0))
      this.#notes.add("missing", "tool definitions");
    return { threads: this.#threads, notes: this.#notes.list() };
  }

  #conversation(turns: readonly Json[], holder: Json, place: Place): void {
    const given = stringField(holder, "system");
    const system = given === undefined || given === "" ? [] : [given];
    let leading = true;
    const read = eachMessage(turns, this.#notes, place.line, (turn) => {
      const messages = this.#turn(turn, system, leading, place.line);
      leading &&= messages.length === 0;
      return messages;
    });
    const paired = pairCalls(read);
    this.#notes.add("note", NOTES.pairs, place.line, paired.named);
    this.#threads.push({
      id: stringField(holder, "id") ?? `conversation-${this.#threads.length + 1}`,
      lane: "main",
      system: system.length === 0 ? null : system.join("\n\n"),
      tools: toolsOf(field(holder, "tools") ?? field(holder, "tool_definitions")),
      ...keptMessages(paired.messages, this.#sink),
    });
  }

  #turn(turn: Json, system: string[], leading: boolean, line: number): WireMessage[] {
    const read = shareGptTurn(turn);
    if ("message" in read) return [read.message];
    if ("unknown" in read) {
      this.#notes.add("dropped", `turns of ${read.unknown.slice(0, 60)}`, line);
      return [];
    }
    if (leading) system.push(read.system);
    else this.#notes.add("note", NOTES.system, line);
    return leading ? [] : [{ id: "", role: "user", parts: [text(read.system)] }];
  }
}

/** Tools: a list, or the text of its JSON. */
function toolsOf(given: Json | undefined): ToolDefinition[] {
  const { value } = parsedArguments(given ?? []);
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).map((tool) => {
    const inner = field(tool, "function") ?? tool;
    const description = stringField(inner, "description");
    const parameters = field(inner, "parameters");
    return {
      name: stringField(inner, "name") ?? "",
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters: asArguments(parameters) }),
    };
  });
}
