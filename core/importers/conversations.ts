import type { ToolCallPart, ToolResultPart } from "../model/part.ts";
import { Conversation } from "./conversation.ts";
import type { ImportedThread, PartSink } from "./importer.ts";
import type { Notebook } from "./notebook.ts";
import type { WireMessage, WireRequest } from "./wire-message.ts";

/** How many conversations, and how many bytes of their records, are held for a next request. */
const MAX_OPEN = 200;
const MAX_OPEN_BYTES = 64 * 1024 * 1024;
/** How many conversations that begin alike are compared with a request. */
const MAX_ALIKE = 32;

interface Open {
  readonly conversation: Conversation;
  readonly key: string;
  bytes: number;
}

/**
 * The conversations of a log. Requests whose message list is the start or a continuation of another belong
 * together, in whatever order agents interleave. The one used longest ago is closed when too many are open: its
 * content goes to the sink, and a later request of it begins a conversation anew.
 */
export class Conversations {
  readonly #sink: PartSink;
  readonly #notes: Notebook;
  readonly #answerOf: ((order: number, call: ToolCallPart) => ToolResultPart | undefined) | undefined;
  readonly #open = new Set<Open>();
  readonly #byKey = new Map<string, Set<Open>>();
  readonly #closed: { readonly order: number; readonly thread: ImportedThread }[] = [];
  readonly #order = new Map<Conversation, number>();
  #bytes = 0;
  #count = 0;

  /** `answerOf` gives results that were recorded elsewhere, for the conversation of a number (see `orderOf`). */
  constructor(
    sink: PartSink,
    notes: Notebook,
    answerOf?: (order: number, call: ToolCallPart) => ToolResultPart | undefined,
  ) {
    this.#sink = sink;
    this.#notes = notes;
    this.#answerOf = answerOf;
  }

  /** The number of a conversation that is not closed yet: its place among the threads, from 0. */
  orderOf(conversation: Conversation): number {
    return this.#order.get(conversation) ?? 0;
  }

  /** The conversation of a request, which takes it. `id` names a new one. */
  request(request: WireRequest, id: string, line: number, bytes: number): Conversation {
    const key = keyOf(request);
    const open = this.#find(key, request, line) ?? this.#begin(key, request, id);
    this.#touch(open, bytes);
    this.#closeOldest(open);
    return open.conversation;
  }

  /** A conversation that no other request belongs to. */
  alone(request: WireRequest, id: string): Conversation {
    return this.#count1(new Conversation(id === "" ? this.#nextId() : id, request));
  }

  /** Closes one that `alone` gave. */
  close(conversation: Conversation): void {
    this.#finish(conversation);
  }

  /** All threads, in the order in which they began. */
  finish(): ImportedThread[] {
    for (const { conversation } of this.#open) this.#finish(conversation);
    return this.#closed.toSorted((a, b) => a.order - b.order).map((one) => one.thread);
  }

  #find(key: string, request: WireRequest, line: number): Open | undefined {
    let best: Open | undefined;
    let repeats = false;
    for (const open of this.#byKey.get(key) ?? []) {
      const match = open.conversation.match(request);
      if (match === "none" || (best && open.conversation.length <= best.conversation.length)) continue;
      best = open;
      repeats = match === "repeats";
    }
    best?.conversation.take(request, repeats ? "repeats" : "extends", this.#notes, line);
    return best;
  }

  #begin(key: string, request: WireRequest, id: string): Open {
    const conversation = this.#count1(new Conversation(id === "" ? this.#nextId() : id, request));
    const open: Open = { conversation, key, bytes: 0 };
    const same = this.#byKey.get(key);
    if (same) same.add(open);
    else this.#byKey.set(key, new Set([open]));
    return open;
  }

  #nextId(): string {
    return `conversation-${this.#count + 1}`;
  }

  #count1(conversation: Conversation): Conversation {
    this.#order.set(conversation, this.#count++);
    return conversation;
  }

  #touch(open: Open, bytes: number): void {
    this.#bytes += Math.max(0, bytes - open.bytes);
    open.bytes = Math.max(open.bytes, bytes);
    this.#open.delete(open);
    this.#open.add(open);
    const alike = this.#byKey.get(open.key);
    alike?.delete(open);
    alike?.add(open);
  }

  #closeOldest(newest: Open): void {
    const alike = this.#byKey.get(newest.key) ?? new Set();
    for (const open of alike) if (open !== newest && alike.size > MAX_ALIKE) this.#closeOpen(open);
    for (const open of this.#open) {
      if (open === newest || (this.#open.size <= MAX_OPEN && this.#bytes <= MAX_OPEN_BYTES)) return;
      this.#closeOpen(open);
    }
  }

  #closeOpen(open: Open): void {
    const alike = this.#byKey.get(open.key);
    alike?.delete(open);
    if (alike?.size === 0) this.#byKey.delete(open.key);
    this.#open.delete(open);
    this.#bytes -= open.bytes;
    this.#finish(open.conversation);
  }

  #finish(conversation: Conversation): void {
    const order = this.#order.get(conversation) ?? 0;
    const answerOf = this.#answerOf;
    const answers = answerOf && ((call: ToolCallPart) => answerOf(order, call));
    this.#closed.push({ order, thread: conversation.finish(this.#sink, "main", this.#notes, answers) });
    this.#order.delete(conversation);
  }
}

/** What a request of the same conversation surely shares: its first message, as far as it is cheap to compare. */
function keyOf(request: WireRequest): string {
  const [first] = request.messages;
  return first ? `${first.role} ${first.parts.length} ${startOf(first)}` : "";
}

function startOf(message: WireMessage): string {
  const [part] = message.parts;
  return part?.type === "text" ? `${part.text.length} ${part.text.slice(0, 200)}` : (part?.type ?? "");
}
