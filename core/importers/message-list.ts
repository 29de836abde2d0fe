import type { Mark } from "../model/mark.ts";
import type { ImportedMessage, PartSink } from "./importer.ts";
import { keptMessage } from "./kept-message.ts";
import type { Notebook } from "./notebook.ts";
import { pairCalls } from "./pair-calls.ts";
import type { WireMessage } from "./wire-message.ts";

const PAIRED = "calls without an id: joined to their results by name and order";

/** Messages and marks of one lane in the order of the recording; a mark stands where it was put. */
export class MessageList {
  readonly #messages: WireMessage[] = [];
  #marks: Mark[] = [];

  get length(): number {
    return this.#messages.length;
  }

  /** The last message. */
  get last(): WireMessage | undefined {
    return this.#messages.at(-1);
  }

  /** The next message, with the marks that it brings. */
  message(message: WireMessage): void {
    const { marks = [], marksAfter = [], ...own } = message;
    for (const mark of marks) this.mark(mark);
    this.#messages.push(own);
    for (const mark of marksAfter) this.mark(mark);
  }

  /** Takes the messages from a position on out again; marks among them stand at the end. */
  shorten(length: number): void {
    this.#messages.length = Math.min(length, this.#messages.length);
    this.#marks = this.#marks.map((mark) => (mark.at > length ? { ...mark, at: length } : mark));
  }

  /** Says which model answered, where the messages do not. */
  answeredBy(model: string): void {
    this.#messages.forEach((message, at) => {
      if (message.role === "assistant" && message.meta?.model === undefined)
        this.#messages[at] = { ...message, meta: { model, ...message.meta } };
    });
  }

  mark(mark: Omit<Mark, "at">): void {
    this.#marks.push({ ...mark, at: this.#messages.length });
  }

  /** Pairs calls that have no id with their results, and hands all content to the sink. */
  finish(
    sink: PartSink,
    notes: Notebook,
    line: number,
  ): { readonly messages: readonly ImportedMessage[]; readonly marks: readonly Mark[] } {
    const paired = pairCalls(this.#messages);
    notes.add("note", PAIRED, line, paired.named);
    return { messages: paired.messages.map((message) => keptMessage(message, sink)), marks: this.#marks };
  }
}
