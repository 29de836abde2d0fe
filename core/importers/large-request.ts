import type { Json } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { PAIRED } from "./conversation.ts";
import type { Vendor } from "./dialect.ts";
import { DIALECTS } from "./dialect.ts";
import type { ImportedMessage, ImportedThread, PartSink } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { keptMessages } from "./kept-message.ts";
import type { Notebook } from "./notebook.ts";
import { CallPairing } from "./pair-calls.ts";
import type { MessageReader, WireMessage } from "./wire-message.ts";

/** The messages of one request that is too large to be held, each taken off as it comes. */
export class LargeRequest {
  readonly #sink: PartSink;
  readonly #vendor: Vendor;
  readonly #notes: Notebook;
  readonly #reader: MessageReader;
  readonly #pairing = new CallPairing();
  readonly #messages: ImportedMessage[] = [];
  readonly #marks: Mark[] = [];
  #count = 0;

  constructor(sink: PartSink, vendor: Vendor, notes: Notebook) {
    this.#sink = sink;
    this.#vendor = vendor;
    this.#notes = notes;
    this.#reader = DIALECTS[vendor].reader(notes);
  }

  /** The next message of the request. */
  message(message: Json, line: number): void {
    const index = this.#count++;
    try {
      this.#keep(this.#reader.read(message, line));
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.#notes.add("dropped", `messages[${index}].${error.message}`, line);
    }
  }

  /** The thread, with what the rest of the request says. */
  finish(body: Json): ImportedThread {
    this.#keep(this.#reader.finish());
    this.#notes.add("note", PAIRED, undefined, this.#pairing.named);
    const { system: own, tools } = DIALECTS[this.#vendor].request(body, this.#notes, 1);
    const system = [...(own === null ? [] : [own]), ...this.#reader.system];
    return {
      id: "conversation-1",
      lane: "main",
      system: system.length === 0 ? null : system.join("\n\n"),
      tools,
      messages: this.#messages,
      marks: this.#marks,
    };
  }

  #keep(read: readonly WireMessage[]): void {
    const paired = read.map((message) => {
      this.#pairing.see(message);
      return this.#pairing.message(message);
    });
    const before = this.#messages.length;
    const { messages, marks } = keptMessages(paired, this.#sink);
    for (const message of messages) this.#messages.push(message);
    for (const mark of marks) this.#marks.push({ ...mark, at: mark.at + before });
  }
}
