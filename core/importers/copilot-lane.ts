import type { Mark } from "../model/mark.ts";
import type { Part } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import type { ImportedMessage, PartSink } from "./importer.ts";

interface Growing {
  readonly id: string;
  readonly role: ImportedMessage["role"];
  readonly kept: number[];
  meta: MessageMeta;
}

/** The messages of the session, or of one sub-agent, as their events come. */
export class CopilotLane {
  readonly marks: Mark[] = [];
  /** Reasoning that came before its message. */
  reasoning: string | undefined;
  readonly #sink: PartSink;
  readonly #messages: Growing[] = [];
  /** The last message of the model. */
  #answer: Growing | undefined;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  add(role: ImportedMessage["role"], id: string, parts: readonly Part[], meta: MessageMeta): void {
    const last = this.#messages.at(-1);
    const kept = this.#sink.keep(parts);
    // Results in a row answer the calls of one message; an answer in pieces names its message in each.
    const joins =
      last?.role === role && (role === "tool" || (role === "assistant" && id !== "" && last.id === id));
    if (joins) return void last.kept.push(kept);
    const message: Growing = { id, role, kept: [kept], meta };
    this.#messages.push(message);
    if (role === "assistant") this.#answer = message;
  }

  mark(mark: Omit<Mark, "at">): void {
    this.marks.push({ ...mark, at: this.#messages.length });
  }

  /** Figures that came after the message that they belong to. */
  usage(usage: Usage): void {
    if (this.#answer) this.#answer.meta = { ...this.#answer.meta, usage };
  }

  messages(): ImportedMessage[] {
    return this.#messages.map(({ id, role, kept, meta }) =>
      Object.keys(meta).length === 0 ? { id, role, kept } : { id, role, kept, meta },
    );
  }
}
