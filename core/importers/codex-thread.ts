import type { Mark } from "../model/mark.ts";
import type { Usage } from "../model/usage.ts";
import type { ImportedMessage, PartSink } from "./importer.ts";
import type { GroupedItems } from "./item-grouper.ts";
import { keptMessage } from "./kept-message.ts";
import { Rewinds } from "./rewinds.ts";
import type { WireMessage } from "./wire-message.ts";

interface Draft {
  readonly message: ImportedMessage;
  readonly role: WireMessage["role"];
  /** True for what the user typed: Codex counts turns by it. */
  readonly turn: boolean;
  usage: Usage | undefined;
}

/** Starts of user messages that Codex puts in itself. */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|user_action|turn_aborted|subagent_notification|skill|INSTRUCTIONS)>|# AGENTS\.md instructions)/;

/** The messages of a rollout as they come: their content goes to the sink at once. */
export class CodexThread implements GroupedItems {
  readonly #marks: Mark[] = [];
  readonly #sink: PartSink;
  readonly #said = new Set<string>();
  readonly #drafts: Draft[] = [];
  readonly #rewinds = new Rewinds<Draft>();
  /** Positions of what the user typed. */
  readonly #turns: number[] = [];
  /** The last response, or what the user typed after it. */
  #last: Draft | undefined;
  /** Older versions count a response's tokens before its items are written, newer ones after. */
  #countsBefore: boolean | undefined;
  #waiting: Usage | undefined;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  get length(): number {
    return this.#drafts.length;
  }

  message(message: WireMessage): void {
    this.#add(message, message.role === "user" && !INJECTED.test(startOf(message)));
    for (const mark of message.marksAfter ?? []) this.mark(mark);
  }

  /** A message that Codex put in: it starts no turn. */
  injected(message: WireMessage): void {
    this.#add(message, false);
  }

  mark(mark: Omit<Mark, "at">): void {
    this.#marks.push({ ...mark, at: this.#drafts.length });
  }

  /** Gives a response its figures. False when figures were left over: a request that left no message. */
  usage(usage: Usage): boolean {
    const last = this.#last;
    const free = last?.role === "assistant" && last.usage === undefined ? last : undefined;
    this.#countsBefore ??= !free;
    if (!this.#countsBefore) {
      if (free) free.usage = usage;
      return free !== undefined;
    }
    const unclaimed = this.#waiting !== undefined;
    this.#waiting = usage;
    return !unclaimed;
  }

  /** True when a message of the same role and text was read before. */
  hasSaid(message: WireMessage): boolean {
    return this.#said.has(keyOf(message));
  }

  /** Takes the last user turns out, as Codex does when the user goes back; gives how many messages left. */
  rollBack(turns: number): number {
    const before = this.#drafts.length;
    const starts = turns <= 0 ? [] : this.#turns.splice(-Math.min(turns, this.#turns.length || 1));
    const at = Math.min(starts[0] ?? before, before);
    this.#rewinds.add(at, this.#drafts.splice(at), this.#marks.length);
    this.#last = undefined;
    return before - this.#drafts.length;
  }

  /** The conversation before each time that turns were taken back, the last first. */
  *left(): Generator<{ readonly messages: ImportedMessage[]; readonly marks: Mark[] }> {
    for (const { items, marks } of this.#rewinds.states(this.#drafts))
      yield { messages: items.map(finished), marks: placed(this.#marks.slice(0, marks), items.length) };
  }

  /** How many of those were not asked for. */
  get leftOver(): number {
    return this.#rewinds.leftOver;
  }

  /** The marks in order. */
  marks(): Mark[] {
    return placed(this.#marks, this.#drafts.length);
  }

  messages(): ImportedMessage[] {
    return this.#drafts.map(finished);
  }

  #add(one: WireMessage, turn: boolean): void {
    this.#said.add(keyOf(one));
    const { role } = one;
    const message = keptMessage(one, this.#sink);
    const usage = role === "assistant" ? this.#waiting : undefined;
    if (usage) this.#waiting = undefined;
    const draft = { message, role, turn, usage };
    if (turn) this.#turns.push(this.#drafts.length);
    if (turn || role === "assistant") this.#last = draft;
    this.#drafts.push(draft);
    this.#rewinds.grow();
  }
}

function finished({ message, usage }: Draft): ImportedMessage {
  return usage ? { ...message, meta: { ...message.meta, usage } } : message;
}

/** Marks in order, before `end`. Those of messages that were taken back stand where the thread goes on. */
function placed(marks: readonly Mark[], length: number): Mark[] {
  let end = length;
  const all = marks.toReversed().map((mark) => {
    const at = Math.min(mark.at, end);
    if (mark.kind === "rewind") end = at;
    return { ...mark, at };
  });
  return all.toReversed();
}

/** The first text of a message. */
function startOf(message: WireMessage): string {
  const [part] = message.parts;
  return part?.type === "text" ? part.text : "";
}

function keyOf(message: WireMessage): string {
  const said = textOf(message);
  return `${message.role} ${said.length} ${said.slice(0, 200)} ${said.slice(-50)}`;
}

/** All text of a message. */
export function textOf(message: WireMessage): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
