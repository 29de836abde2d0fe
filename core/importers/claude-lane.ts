import type { Mark } from "../model/mark.ts";
import type { MessageMeta } from "../model/thread.ts";
import { laterUsage } from "./anthropic-usage.ts";
import type { AssistantEntry, ClaudeNode, Entry, MarkEntry, UserEntry } from "./claude-node.ts";
import type { ImportedMessage, KeptParts } from "./importer.ts";
import type { Notebook } from "./notebook.ts";

const PARTIAL = "partial: the recording never says how the response ended";

const REORDERED = "results that stood after a later message: put after their calls";

const SPLIT = "user lines with results and text: read as two messages";

/** The messages and marks of one live branch. */
export interface LaneMessages {
  readonly messages: readonly ImportedMessage[];
  readonly marks: readonly Mark[];
}

/** One response or user line, the results that answer it, and what the vendor did before it. */
interface Block {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly kept: KeptParts[];
  readonly results: ImportedMessage[];
  /** By call: how many results it waits for. There is none for most: a map of each would cost more than all else here. */
  open: Map<string, number> | undefined;
  meta: MessageMeta;
  final: boolean;
}

/** A result that stands before any message stays where it is. */
type Item = Block | { readonly mark: MarkEntry["mark"] } | { readonly orphan: ImportedMessage };

/**
 * Joins the lines of a live branch to messages: the lines of one API response become one assistant message, its
 * results follow it whatever stood between them, then what the user typed.
 */
export function laneMessages(live: readonly ClaudeNode[], notes: Notebook): LaneMessages {
  const lane = new LaneBuilder(notes);
  for (const node of live) if (node.entry) lane.add(node.entry, node);
  return lane.finish();
}

class LaneBuilder {
  readonly #notes: Notebook;
  readonly #items: Item[] = [];
  readonly #caller = new Map<string, Block>();
  #last: Block | undefined;
  #response: Block | undefined;

  constructor(notes: Notebook) {
    this.#notes = notes;
  }

  add(entry: Entry, node: ClaudeNode): void {
    if (entry.kind === "assistant") this.#assistant(entry, node);
    else if (entry.kind === "user") this.#user(entry, node);
    else this.#mark(entry);
  }

  finish(): LaneMessages {
    const messages: ImportedMessage[] = [];
    const marks: Mark[] = [];
    for (const item of this.#items) {
      if ("mark" in item) marks.push({ ...item.mark, at: messages.length });
      else if ("orphan" in item) messages.push(item.orphan);
      else messages.push(asMessage(item), ...item.results);
    }
    return { messages, marks };
  }

  #assistant(entry: AssistantEntry, node: ClaudeNode): void {
    const open = this.#response;
    const block = open?.id === entry.response ? this.#merge(open, entry, node) : this.#open(entry);
    if (entry.results !== undefined) {
      block.results.push({ id: `${node.uuid}/results`, role: "tool", kept: [entry.results] });
    }
    for (const id of entry.callIds) {
      this.#caller.set(id, block);
      block.open ??= new Map();
      block.open.set(id, (block.open.get(id) ?? 0) + 1);
    }
  }

  #open(entry: AssistantEntry): Block {
    const { response, kept, meta, final } = entry;
    const block: Block = {
      id: response,
      role: "assistant",
      kept: [kept],
      results: [],
      open: undefined,
      meta,
      final,
    };
    this.#response = block;
    this.#push(block);
    return block;
  }

  #merge(block: Block, entry: AssistantEntry, node: ClaudeNode): Block {
    block.kept.push(entry.kept);
    const usage = laterUsage(block.meta.usage, entry.meta.usage);
    block.meta = usage ? { ...block.meta, usage } : block.meta;
    block.final ||= entry.final;
    this.#notes.add("merged", "lines of one response: joined to one assistant message", node.line);
    return block;
  }

  #user(entry: UserEntry, node: ClaudeNode): void {
    if (entry.results.length > 0) this.#results(entry, node);
    if (entry.own === undefined) return;
    const split = entry.results.length > 0;
    if (split) this.#notes.add("note", SPLIT, node.line);
    const id = split ? `${node.uuid}/text` : node.uuid;
    const block: Block = {
      id,
      role: "user",
      kept: [entry.own],
      results: [],
      open: undefined,
      meta: timed(entry),
      final: true,
    };
    if (!entry.meta) this.#response = undefined;
    this.#push(block);
  }

  #results(entry: UserEntry, node: ClaudeNode): void {
    const kept = entry.results.map((result) => result.kept);
    const base = { id: node.uuid, role: "tool" as const, kept };
    const cut = entry.results.some((result) => result.seen !== undefined);
    const seen = cut ? { seen: entry.results.map((result) => result.seen ?? result.kept) } : {};
    const message = withMeta({ ...base, ...seen }, timed(entry));
    const caller = this.#callerOf(entry) ?? this.#last;
    if (caller !== this.#last) this.#notes.add("reordered", REORDERED, node.line);
    if (caller) caller.results.push(message);
    else this.#items.push({ orphan: message });
  }

  /** The message that made the calls, while it waits for them. */
  #callerOf(entry: UserEntry): Block | undefined {
    let caller: Block | undefined;
    for (const { callId } of entry.results) {
      const block = this.#caller.get(callId);
      const open = block?.open?.get(callId) ?? 0;
      if (!block || open === 0) continue;
      block.open?.set(callId, open - 1);
      caller = block;
    }
    return caller;
  }

  /** A boundary's mark gets the summary that follows it; a summary without a boundary is a mark of its own. */
  #mark(entry: MarkEntry): void {
    const last = this.#items.findLastIndex((item) => "mark" in item);
    const before = this.#items[last];
    const joins = entry.part === "summary" && before && "mark" in before && waits(before.mark);
    if (joins) this.#items[last] = { mark: { ...before.mark, summary: entry.mark.summary ?? "" } };
    else this.#items.push({ mark: entry.mark });
  }

  #push(block: Block): void {
    this.#items.push(block);
    this.#last = block;
  }
}

function waits(mark: MarkEntry["mark"]): boolean {
  return mark.kind === "compaction" && mark.summary === undefined;
}

function timed(entry: UserEntry): MessageMeta {
  return entry.time === undefined ? {} : { time: entry.time };
}

function asMessage(block: Block): ImportedMessage {
  const { id, role, kept, meta } = block;
  const doubtful = !block.final && meta.usage;
  return withMeta({ id, role, kept }, doubtful ? { ...meta, usage: { ...doubtful, doubt: PARTIAL } } : meta);
}

function withMeta(message: ImportedMessage, meta: MessageMeta): ImportedMessage {
  return Object.keys(meta).length === 0 ? message : { ...message, meta };
}
