import type { Json } from "../model/json.ts";
import { field, stringField } from "../model/json.ts";
import type { ChatRecord } from "./chat-record.ts";
import { chatRecord } from "./chat-record.ts";
import type { Conversation } from "./conversation.ts";
import { Conversations } from "./conversations.ts";
import type { Vendor } from "./dialect.ts";
import { DIALECTS } from "./dialect.ts";
import type { Exchange } from "./exchange.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { LargeRequest } from "./large-request.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import type { ChainLink } from "./response-chain.ts";
import { ResponseChain } from "./response-chain.ts";
import type { WireMessage, WireResponse } from "./wire-message.ts";

interface Waiting {
  readonly conversation: Conversation;
  readonly key: string | undefined;
  readonly vendor: Vendor;
  /** Of a request whose history the provider keeps. */
  readonly link?: ChainLink;
  readonly sent?: Json;
}

const SEVERAL_WAITING = "responses without an id while several requests waited: taken for the last request";
const NO_REQUEST = "responses without a request: each is shown alone";

/**
 * Reads chats of the vendors in every container: requests with or without their responses, alternating lines,
 * batches, bare message lists, one message a line. Records say themselves whose they are; those that do not are
 * read as the file's own vendor writes them.
 */
export class ChatSession implements ImportSession {
  readonly #vendor: Vendor;
  readonly #notes = new Notebook();
  readonly #conversations: Conversations;
  readonly #waiting = new Map<string, Waiting>();
  readonly #chain = new ResponseChain();
  readonly #sink: PartSink;
  /** A request that is too large to be held, and those that were. */
  #streamed: LargeRequest | undefined;
  readonly #large: ImportedThread[] = [];
  #waited: Waiting[] = [];
  #messages: Json[] = [];
  #firstMessage = 0;
  #log = false;

  constructor(sink: PartSink, vendor: Vendor) {
    this.#sink = sink;
    this.#vendor = vendor;
    this.#conversations = new Conversations(sink, this.#notes);
  }

  record(value: unknown, place: Place): void {
    if (this.#streamed) return this.#endStreamed(this.#streamed, value as Json);
    // What is left of a list when its elements came one by one.
    if (Array.isArray(value) && value.length === 0) return;
    const record = chatRecord(value);
    if (!record) return this.#opaque(value, place);
    if (record.kind === "list") for (const item of record.items) this.#item(item, place);
    else this.#take(record, place);
  }

  /** Of a large list, each element is a record or a message; of one large request, each is a message. */
  element(path: readonly string[], value: unknown, place: Place): void {
    const record = path.length > 0 ? undefined : chatRecord(value);
    // What is none stands among the messages of a list, as some items of the Responses API do.
    const alone = path.length > 0 || record?.kind === "message" || (this.#streamed && !record);
    if (!alone) return this.#item(value as Json, place, record);
    this.#streamed ??= new LargeRequest(this.#sink, this.#vendor, this.#notes);
    this.#streamed.message(value as Json, place.line);
  }

  #endStreamed(streamed: LargeRequest, body: Json): void {
    this.#streamed = undefined;
    this.#large.push(streamed.finish(body));
  }

  end(): Imported {
    if (this.#messages.length > 0) this.#bare(this.#messages, "", undefined, this.#firstMessage);
    const threads = [...this.#conversations.finish(), ...this.#large];
    if (threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (threads.every((thread) => thread.tools.length === 0)) this.#notes.add("missing", "tool definitions");
    return { threads: this.#log ? inLanes(threads) : threads, notes: this.#notes.list() };
  }

  /** One element of a list; a bad one is noted and the others are read. */
  #item(item: Json, place: Place, record = chatRecord(item)): void {
    if (!record || record.kind === "list") return this.#opaque(item, place);
    try {
      this.#take(record, place);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.#notes.add("dropped", error.message, place.line);
    }
  }

  #take(record: Exclude<ChatRecord, { kind: "list" }>, place: Place): void {
    if (record.kind === "exchange") this.#exchange(record.exchange, record.vendor, place);
    else if (record.kind === "conversation")
      this.#bare(record.messages, record.name, record.vendor, place.line);
    else {
      if (this.#messages.length === 0) this.#firstMessage = place.line;
      this.#messages.push(record.message);
    }
  }

  /** A message list without a request around it is a conversation of its own. */
  #bare(messages: readonly Json[], name: string, vendor: Vendor | undefined, line: number): void {
    const { request } = DIALECTS[vendor ?? this.#vendor];
    const body = { messages, input: messages, contents: messages };
    const read = request(body, this.#notes, line);
    if (read.messages.length > 0) this.#conversations.close(this.#conversations.alone(read, name));
  }

  #exchange(exchange: Exchange, vendor: Vendor | undefined, place: Place): void {
    const waiting = exchange.request
      ? this.#request(exchange, vendor ?? this.#vendor, place)
      : this.#waitingFor(exchange, vendor ?? this.#vendor, place);
    if (!answered(exchange)) return this.#wait(waiting);
    this.#log ||= exchange.key === undefined;
    const { response, body } = this.#response(exchange, waiting.vendor, place);
    waiting.conversation.answer(response, this.#notes, place.line);
    if (waiting.link) this.#chain.answered(waiting.link, waiting.sent ?? null, body, response);
  }

  #request(exchange: Exchange, vendor: Vendor, place: Place): Waiting {
    const sent: Json = exchange.request ?? {};
    const read = DIALECTS[vendor].request(sent, this.#notes, place.line);
    const linked =
      vendor === "responses" ? this.#chain.extend(sent, read, this.#notes, place.line) : undefined;
    const key = exchange.key;
    const request = linked?.request ?? read;
    const conversation = this.#conversations.request(request, key ?? "", place.line, place.bytes);
    return linked ? { conversation, key, vendor, link: linked.link, sent } : { conversation, key, vendor };
  }

  #response(
    exchange: Exchange,
    vendor: Vendor,
    place: Place,
  ): { readonly response: WireResponse; readonly body: Json } {
    const dialect = DIALECTS[vendor];
    this.#notes.add("doubt", "events of a stream that are no JSON", place.line, exchange.brokenEvents ?? 0);
    const body: Json = exchange.events ? dialect.joinEvents(exchange.events) : (exchange.response ?? {});
    const read = dialect.response(body, this.#notes, place.line);
    const error = errorLabel(exchange.status, body) ?? read.error;
    const { time } = exchange;
    const messages = time === undefined ? read.messages : read.messages.map((one) => withTime(one, time));
    return { response: error === undefined ? { messages } : { messages, error }, body };
  }

  #wait(waiting: Waiting): void {
    if (waiting.key === undefined) this.#waited.push(waiting);
    else this.#waiting.set(waiting.key, waiting);
  }

  /** The request that a response alone belongs to: by its id, else the last one that waits. */
  #waitingFor(exchange: Exchange, vendor: Vendor, place: Place): Waiting {
    const keyed = exchange.key === undefined ? undefined : this.#waiting.get(exchange.key);
    if (keyed) return keyed;
    if (this.#waited.length > 1) this.#notes.add("doubt", SEVERAL_WAITING, place.line);
    const last = this.#waited.at(-1);
    this.#waited = [];
    if (last) return last;
    this.#notes.add("missing", NO_REQUEST, place.line);
    const empty = { system: null, tools: [], messages: [] };
    return {
      conversation: this.#conversations.request(empty, exchange.key ?? "", place.line, 0),
      key: undefined,
      vendor,
    };
  }

  #opaque(value: unknown, place: Place): void {
    const type = stringField(value, "type") ?? stringField(value, "object") ?? "(no type)";
    this.#notes.add("opaque", `records that are no chat: ${type.slice(0, 60)}`, place.line);
  }
}

/** The log's own time, for a response that brings none. */
function withTime(message: WireMessage, time: string): WireMessage {
  return message.role === "assistant" ? { ...message, meta: { time, ...message.meta } } : message;
}

function answered(exchange: Exchange): boolean {
  return exchange.response !== undefined || exchange.events !== undefined || exchange.status !== undefined;
}

/** Why a request failed, on one line; undefined when it did not. */
function errorLabel(status: number | undefined, body: Json): string | undefined {
  const error = field(body, "error");
  const failed = status !== undefined && status >= 400;
  if (!failed && (error === undefined || error === null)) return undefined;
  const kind = stringField(error, "code") ?? stringField(error, "type") ?? "";
  const said = typeof error === "string" ? error : (stringField(error, "message") ?? "");
  return oneLine([failed ? `HTTP ${status}` : "error", kind, said].filter((one) => one !== "").join(" · "));
}

/** The longest conversation of a log is the main lane, the others are side calls, in the order of their beginning. */
function inLanes(threads: readonly ImportedThread[]): ImportedThread[] {
  const main = threads.reduce(
    (best, one) => (one.messages.length > best.messages.length ? one : best),
    threads[0] as ImportedThread,
  );
  const sides = threads.filter((thread) => thread !== main);
  return [main, ...sides]
    .filter((one) => one !== undefined)
    .map((thread, index) => ({ ...thread, lane: index === 0 ? "main" : `side-${index}` }));
}
