import type { Mark } from "../model/mark.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { ImportedMessage, ImportedThread, KeptParts, PartSink } from "./importer.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { Remembered } from "./openhands-remembered.ts";

const NOTES = {
  joined: "actions of one response: joined to one assistant message",
  reordered: "results that stood after a later message: put after their calls",
  prompts: "system prompts further on: the first one is shown",
  times: "times that no calendar has: left out",
} as const;

/** A message of a user or a response, with the results that answer it. */
interface Block {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly kept: KeptParts[];
  readonly results: ImportedMessage[];
  readonly meta: MessageMeta;
}

type Item = Block | { readonly mark: Omit<Mark, "at"> };

/** One event as the report knows it. */
export interface EventHead {
  /** Its id, as text; `` where it has none. */
  readonly id: string;
  readonly time: string | undefined;
  readonly line: number;
}

/** The lane that the events of one conversation make. Content goes to the sink as it comes. */
export class OpenHandsThread {
  readonly #sink: PartSink;
  readonly #notes: Notebook;
  readonly #items: Item[] = [];
  readonly #byResponse = new Map<string, Block>();
  readonly #callers = new Map<string, Block>();
  readonly #remembered = new Remembered();
  #last: Block | undefined;
  #system: string | undefined;
  #tools: readonly ToolDefinition[] = [];
  #id: string | undefined;

  constructor(sink: PartSink, notes: Notebook) {
    this.#sink = sink;
    this.#notes = notes;
  }

  /** The conversation's own id, where an event tells it. */
  named(id: string): void {
    this.#id ??= id;
  }

  system(prompt: string, tools: readonly ToolDefinition[], line: number): void {
    if (this.#system !== undefined) return this.#notes.add("merged", NOTES.prompts, line);
    this.#system = prompt;
    this.#tools = tools;
  }

  user(head: EventHead, parts: readonly ContentPart[]): void {
    this.#push(head, "user", parts, {});
  }

  /**
   * What a response says and calls. Events of the same response are one message; where `whole` is true the first one
   * brought everything.
   */
  assistant(
    head: EventHead,
    response: string,
    parts: readonly Part[],
    meta: MessageMeta,
    whole: boolean,
  ): void {
    const open = response === "" ? undefined : this.#byResponse.get(response);
    const block = open ?? this.#push(head, "assistant", parts, meta);
    if (open) {
      this.#notes.add("merged", NOTES.joined, head.line);
      if (!whole) open.kept.push(this.#sink.keep(parts));
      this.#remembered.event(head.id, open.id);
    } else if (response !== "") this.#byResponse.set(response, block);
    for (const part of parts) if (part.type === "tool-call") this.#callers.set(part.callId, block);
  }

  /** True when a call of this id was made. */
  hasCall(callId: string): boolean {
    return this.#callers.has(callId);
  }

  /** The answer to a call: it stands after its response, whatever came between. */
  result(head: EventHead, result: ToolResultPart): void {
    const caller = this.#callers.get(result.callId) ?? this.#last;
    const message = this.#message(head, "tool", [this.#sink.keep([result])], {});
    if (caller !== this.#last) this.#notes.add("reordered", NOTES.reordered, head.line);
    if (caller) caller.results.push(message);
    else this.#items.push(this.#orphan(message));
    this.#remembered.event(head.id, message.id);
  }

  /** What OpenHands did, or what went wrong. */
  mark(mark: Omit<Mark, "at">): void {
    this.#items.push({ mark: { ...mark, label: oneLine(mark.label) } });
  }

  /** Events that are not shown to the model any more. */
  condensed(
    forgotten: { readonly ids: readonly string[] } | { readonly from: number; readonly to: number },
    summary: string | undefined,
  ): void {
    const { events, messages } = this.#remembered.forget(forgotten);
    this.mark({
      kind: "condensation",
      label: `condensed: ${events} events forgotten${summary === undefined ? "" : ", a summary in their place"}`,
      ...(summary === undefined ? {} : { summary }),
      ...(messages.length === 0 ? {} : { messageIds: messages }),
    });
  }

  finish(id: string): ImportedThread {
    const messages: ImportedMessage[] = [];
    const marks: Mark[] = [];
    for (const item of this.#items) {
      if ("mark" in item) marks.push({ ...item.mark, at: messages.length });
      else {
        if (item.kept.length > 0) messages.push(asMessage(item));
        for (const result of item.results) messages.push(result);
      }
    }
    return {
      id: this.#id ?? id,
      lane: "main",
      system: this.#system ?? null,
      tools: this.#tools,
      messages,
      marks,
    };
  }

  #push(head: EventHead, role: Block["role"], parts: readonly Part[], meta: MessageMeta): Block {
    const { id, meta: known = {} } = this.#message(head, role, [], meta);
    const block: Block = { id, role, kept: [this.#sink.keep(parts)], results: [], meta: known };
    this.#items.push(block);
    this.#last = block;
    this.#remembered.event(head.id, id);
    return block;
  }

  /** Results before any message. */
  #orphan(message: ImportedMessage): Block {
    return { id: "", role: "user", kept: [], results: [message], meta: {} };
  }

  #message(
    head: EventHead,
    role: ImportedMessage["role"],
    kept: readonly KeptParts[],
    meta: MessageMeta,
  ): ImportedMessage {
    const id = head.id === "" ? "" : `event-${head.id}`;
    const time = this.#time(head);
    const known = time === undefined ? meta : { ...meta, time };
    return Object.keys(known).length === 0 ? { id, role, kept } : { id, role, kept, meta: known };
  }

  #time({ time, line }: EventHead): string | undefined {
    if (time === undefined || !Number.isNaN(Date.parse(time))) return time;
    this.#notes.add("doubt", NOTES.times, line);
    return undefined;
  }
}

function asMessage({ id, role, kept, meta }: Block): ImportedMessage {
  return Object.keys(meta).length === 0 ? { id, role, kept } : { id, role, kept, meta };
}
