import type { Json } from "../model/json.ts";
import { field, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { ToolResultPart } from "../model/part.ts";
import type { ImportedThread, PartSink } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import type { KeyedMessage } from "./inspect-input.ts";
import type { InspectMessages } from "./inspect-message.ts";
import { MessageList } from "./message-list.ts";
import type { Notebook } from "./notebook.ts";
import type { WireMessage } from "./wire-message.ts";

const NOTES = {
  forms: "messages that a later call holds in another form: the first form is shown",
  system: "calls whose system prompt differs from the one before: the last one is shown",
  summary: "calls that wrote a summary: it is the mark's",
} as const;

interface Exchange {
  /** The user message that was new in it, and how many messages there were before that. */
  readonly asked: { readonly key: string; readonly at: number } | undefined;
  readonly answer: WireMessage | undefined;
  readonly key: string;
}

/**
 * One conversation of a sample, put together from its model calls: each call's input is what was there, in part and in
 * order, with what is new at its end. What a compaction took away stays; the mark says that it is gone.
 */
export class InspectHistory {
  readonly lane: string;
  readonly #read: InspectMessages;
  readonly #notes: Notebook;
  readonly #line: number;
  readonly #known = new Set<string>();
  readonly #list = new MessageList();
  /** Ids of messages that are part of it. */
  readonly #said = new Set<string>();
  #system: string | null = null;
  #tools: readonly ToolDefinition[] = [];
  #last: Exchange | undefined;
  #lastInput: readonly KeyedMessage[] = [];
  #compaction: Json | undefined;

  constructor(lane: string, read: InspectMessages, notes: Notebook, line: number) {
    this.lane = lane;
    this.#read = read;
    this.#notes = notes;
    this.#line = line;
  }

  get length(): number {
    return this.#list.length;
  }

  /** How many messages of a list, system prompts aside, are part of this conversation. */
  shared(input: readonly KeyedMessage[]): number {
    return input.filter(({ key, message }) => this.#known.has(key) && roleOf(message) !== "system").length;
  }

  /** Inspect, or an agent in it, made the history shorter: the next call shows how. */
  compacted(event: Json): void {
    this.#compaction = event;
  }

  /** One model call. `isFinal` tells of a message whether the sample ends with it. */
  call(
    input: readonly KeyedMessage[],
    output: KeyedMessage | undefined,
    meta: MessageMeta,
    tools: readonly ToolDefinition[],
    isFinal: (key: string) => boolean,
  ): void {
    this.#setSystem(input);
    if (tools.length > 0) this.#tools = tools;
    if (this.#compaction !== undefined) this.#compact(this.#compaction, input, isFinal);
    const asked = this.#take(input);
    this.#lastInput = input;
    const [answer, ...more] = output ? this.#messages(output.message) : [];
    if (output && answer) {
      this.#known.add(output.key);
      for (const one of [{ ...answer, meta }, ...more]) this.#say(one);
    }
    this.#last = { asked, answer, key: output?.key ?? "" };
  }

  /** What the sample ends with beyond the last call. */
  end(messages: readonly KeyedMessage[]): void {
    if (this.#system === null) this.#setSystem(messages);
    this.#take(messages);
  }

  mark(mark: Omit<Mark, "at">): void {
    this.#list.mark(mark);
  }

  /** The calls that nothing answers, where a tool's own event does. */
  complete(answerOf: (callId: string) => ToolResultPart | undefined): void {
    const last = this.#list.last;
    if (last?.role !== "assistant") return;
    const parts = last.parts.flatMap((part) =>
      part.type === "tool-call" ? (answerOf(part.callId) ?? []) : [],
    );
    if (parts.length > 0) this.#list.message({ id: "", role: "tool", parts });
  }

  thread(id: string, lane: string, sink: PartSink): ImportedThread {
    return {
      id,
      lane,
      system: this.#system,
      tools: this.#tools,
      ...this.#list.finish(sink, this.#notes, this.#line),
    };
  }

  /**
   * New messages are those after the last known one; others before it are known ones in another form. Gives the last
   * new user message.
   */
  #take(input: readonly KeyedMessage[]): Exchange["asked"] {
    const spoken = input.filter(({ message }) => roleOf(message) !== "system");
    const lastKnown = spoken.findLastIndex(({ key }) => this.#known.has(key));
    let asked: Exchange["asked"];
    spoken.forEach((one, at) => {
      if (this.#known.has(one.key)) return;
      this.#known.add(one.key);
      if (at < lastKnown) return this.#notes.add("note", NOTES.forms, this.#line);
      if (isSummary(one.message)) return;
      if (roleOf(one.message) === "user") asked = { key: one.key, at: this.#list.length };
      for (const message of this.#messages(one.message)) this.#say(message);
    });
    return asked;
  }

  #say(message: WireMessage): void {
    this.#said.add(message.id);
    this.#list.message(message);
  }

  #messages(message: Json): readonly WireMessage[] {
    try {
      return this.#read.read(message);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.#notes.add("dropped", `messages: ${error.message}`, this.#line);
      return [];
    }
  }

  #setSystem(input: readonly KeyedMessage[]): void {
    const texts = input.flatMap(({ message }) =>
      roleOf(message) === "system" ? [this.#read.textOf(message)] : [],
    );
    const system = texts.length === 0 ? null : texts.join("\n\n");
    if (this.#system !== null && system !== this.#system) this.#notes.add("doubt", NOTES.system, this.#line);
    this.#system = system ?? this.#system;
  }

  /** What is gone is what the call before still held. A summary is a message of its own, or the last answer. */
  #compact(event: Json, input: readonly KeyedMessage[], isFinal: (key: string) => boolean): void {
    this.#compaction = undefined;
    const asked = this.#last?.asked?.key;
    const written = this.#withdrawn(event, input, isFinal);
    const summary = input.find(({ key, message }) => !this.#known.has(key) && isSummary(message));
    const said = summary ? this.#read.textOf(summary.message) : written;
    const kept = new Set(input.map(({ key }) => key));
    const left = written === undefined ? "" : (asked ?? "");
    const gone = this.#lastInput.filter(
      ({ key, message }) => !kept.has(key) && key !== left && roleOf(message) !== "system",
    );
    const ids = gone
      .flatMap(({ message }) => stringField(message, "id") ?? [])
      .filter((id) => this.#said.has(id));
    const calls = cleared(gone, input);
    const before = numberField(event, "tokens_before");
    const after = numberField(event, "tokens_after");
    const kind = KINDS.get(stringField(event, "type") ?? "summary") ?? "compaction";
    this.#list.mark({
      kind,
      label: `${LABELS[kind]}: ${gone.length} messages of the last call are gone or changed`,
      ...(before === undefined ? {} : { tokensBefore: before }),
      ...(before === undefined || after === undefined ? {} : { tokensSaved: before - after }),
      ...(said === undefined ? {} : { summary: said }),
      ...(calls.length === 0 ? {} : { callIds: calls }),
      ...(ids.length === 0 || kind === "clearing" ? {} : { messageIds: ids }),
    });
  }

  /** The call that wrote the summary is no part of the conversation: it is taken out, and gives its text. */
  #withdrawn(
    event: Json,
    input: readonly KeyedMessage[],
    isFinal: (key: string) => boolean,
  ): string | undefined {
    const last = this.#last;
    const isSummaryCall = (stringField(event, "type") ?? "summary") === "summary";
    if (!last?.answer || !last.asked || !isSummaryCall || isFinal(last.key)) return undefined;
    if (input.some(({ key }) => key === last.key)) return undefined;
    if (last.answer.parts.some((part) => part.type === "tool-call")) return undefined;
    this.#list.shorten(last.asked.at);
    this.#notes.add("merged", NOTES.summary, this.#line);
    return last.answer.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  }
}

type CompactionKind = "compaction" | "clearing" | "cut";

const KINDS: ReadonlyMap<string, CompactionKind> = new Map([
  ["summary", "compaction"],
  ["edit", "clearing"],
  ["trim", "cut"],
]);

const LABELS: Readonly<Record<CompactionKind, string>> = {
  compaction: "compacted",
  clearing: "results and reasoning cleared",
  cut: "trimmed",
};

/** Calls whose results the next call holds in another form. */
function cleared(gone: readonly KeyedMessage[], input: readonly KeyedMessage[]): string[] {
  const there = new Set(input.map(({ message }) => stringField(message, "tool_call_id") ?? ""));
  return gone.flatMap(({ message }) => {
    const callId = roleOf(message) === "tool" ? (stringField(message, "tool_call_id") ?? "") : "";
    return callId !== "" && there.has(callId) ? [callId] : [];
  });
}

function roleOf(message: Json): string {
  return stringField(message, "role") ?? "";
}

function isSummary(message: Json): boolean {
  return field(field(message, "metadata"), "summary") === true;
}
