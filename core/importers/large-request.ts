import type { Json } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Vendor } from "./dialect.ts";
import { DIALECTS } from "./dialect.ts";
import type { ImportedMessage, ImportedThread, PartSink } from "./importer.ts";
import { keptMessages } from "./kept-message.ts";
import type { Notebook } from "./notebook.ts";

/** The messages of one request that is too large to be held, each taken off as it comes. */
export class LargeRequest {
  readonly #sink: PartSink;
  readonly #vendor: Vendor;
  readonly #notes: Notebook;
  readonly #messages: ImportedMessage[] = [];
  readonly #marks: Mark[] = [];
  #system: string | null = null;

  constructor(sink: PartSink, vendor: Vendor, notes: Notebook) {
    this.#sink = sink;
    this.#vendor = vendor;
    this.#notes = notes;
  }

  /** The next message of the request. */
  message(message: Json, line: number): void {
    const body = { messages: [message], input: [message] };
    const read = DIALECTS[this.#vendor].request(body, this.#notes, line);
    this.#system ??= read.system;
    const before = this.#messages.length;
    const { messages, marks } = keptMessages(read.messages, this.#sink);
    this.#messages.push(...messages);
    this.#marks.push(...marks.map((mark) => ({ ...mark, at: mark.at + before })));
  }

  /** The thread, with what the rest of the request says. */
  finish(body: Json): ImportedThread {
    const { system, tools } = DIALECTS[this.#vendor].request(body, this.#notes, 1);
    const base = { id: "conversation-1", lane: "main", system: system ?? this.#system, tools };
    return { ...base, messages: this.#messages, marks: this.#marks };
  }
}
