import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import { anyRequest } from "./any-call.ts";
import { Conversations } from "./conversations.ts";
import type { Imported, ImportSession, PartSink, Place } from "./importer.ts";
import { asLangchain } from "./langchain-message.ts";
import { Notebook } from "./notebook.ts";
import { toolDefinitions } from "./tool-definition.ts";

/** What a graph, or a chain, remembers: its messages. */
export interface LangchainState {
  readonly messages: readonly Json[];
  readonly holder: Json;
}

/** Where a state keeps its values. */
const VALUES = [
  "values",
  "channel_values",
  "checkpoint",
  "state",
  "kwargs",
  "output",
  "outputs",
  "input",
  "inputs",
];

/**
 * The state that a record is: an object with messages, at most a few levels down, or a list of them. Undefined when no
 * message in it is LangChain's.
 */
export function stateOf(record: unknown): LangchainState | undefined {
  if (Array.isArray(record)) return isChat(record) ? { messages: record, holder: null } : undefined;
  let at: Json | undefined = isJsonObject(record) ? record : undefined;
  for (let level = 0; level < 4 && isJsonObject(at); level++) {
    const messages = arrayField(at, "messages") ?? arrayField(at, "chat_history");
    if (messages && isChat(messages)) return { messages, holder: record as Json };
    const inside: Json = at;
    at = VALUES.map((key) => field(inside, key)).find(isJsonObject);
  }
  return undefined;
}

function isChat(list: readonly unknown[]): list is readonly Json[] {
  return list.some((message) => asLangchain(message) !== undefined);
}

/** Reads dumps: states that continue one another are one conversation, and lines of single messages are one together. */
export class LangchainSession implements ImportSession {
  readonly #notes = new Notebook();
  readonly #conversations: Conversations;
  #lines: Json[] = [];
  #first = 0;
  /** The rest of a chat that is too large to be held. */
  #holder: Json = null;

  constructor(sink: PartSink) {
    this.#conversations = new Conversations(sink, this.#notes);
  }

  /** A message, or a state in a list of them. */
  element(path: readonly string[], value: unknown, place: Place): void {
    const state = path.length === 0 ? stateOf(value) : undefined;
    if (state) this.#state(state, place.line, place.bytes);
    else this.#single(value, place.line);
  }

  record(value: unknown, place: Place): void {
    if (this.#lines.length > 0 && arrayField(value, "messages")?.length === 0) {
      this.#holder = value as Json;
      return;
    }
    const state = stateOf(value);
    if (state) return this.#state(state, place.line, place.bytes);
    if (!Array.isArray(value)) return this.#single(value, place.line);
    const each = Math.ceil(place.bytes / Math.max(1, value.length));
    for (const item of value as readonly Json[]) {
      const inner = stateOf(item);
      if (inner) this.#state(inner, place.line, each);
      else this.#single(item, place.line);
    }
  }

  end(): Imported {
    if (this.#lines.length > 0) {
      const read = anyRequest(this.#lines, this.#notes, this.#first);
      const tools = read.tools.length > 0 ? read.tools : toolDefinitions(field(this.#holder, "tools"));
      const alone = this.#conversations.alone({ ...read, tools }, threadOf(this.#holder));
      if (read.messages.length > 0) this.#conversations.close(alone);
    }
    const threads = this.#conversations.finish();
    if (threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (threads.every((thread) => thread.tools.length === 0)) this.#notes.add("missing", "tool definitions");
    return { threads, notes: this.#notes.list() };
  }

  #single(value: unknown, line: number): void {
    if (asLangchain(value) === undefined) {
      const type = stringField(value, "type") ?? "(no type)";
      return this.#notes.add("opaque", `records that are no messages: ${type.slice(0, 60)}`, line);
    }
    if (this.#lines.length === 0) this.#first = line;
    this.#lines.push(value as Json);
  }

  #state({ messages, holder }: LangchainState, line: number, bytes: number): void {
    const read = anyRequest(messages, this.#notes, line);
    if (read.messages.length === 0) return;
    const tools = read.tools.length > 0 ? read.tools : toolDefinitions(field(holder, "tools"));
    this.#conversations.request({ ...read, tools }, threadOf(holder), line, bytes);
  }
}

/** The thread that a state belongs to, as LangGraph names it. */
function threadOf(holder: Json): string {
  const configurable = field(field(holder, "config"), "configurable");
  const places = [configurable, field(holder, "metadata"), holder];
  const found = places.map((one) => stringField(one, "thread_id") ?? numberField(one, "thread_id"));
  const id = found.find((one) => one !== undefined);
  return id === undefined ? "" : String(id);
}
