import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Message } from "../model/message.ts";
import type {
  ContentPart,
  MediaPart,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from "../model/part.ts";
import { text } from "../model/part.ts";
import { NO_RESULT } from "../model/repair.ts";
import type { NeutralRequest } from "../model/request.ts";
import type { LegalTexts } from "./legal-text.ts";
import { type Notes, renamed } from "./notes.ts";
import { wellFormed } from "./well-formed.ts";

/** A call with an id and a name that the provider allows, and arguments that are an object. */
export interface WireCall {
  readonly type: "call";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** The answer to a call. */
export interface WireResult {
  readonly call: WireCall;
  readonly isError: boolean;
  readonly parts: readonly ContentPart[];
}

/** What an assistant message says. */
export type Said = TextPart | MediaPart | ThinkingPart | WireCall;

/** A user message, or an assistant message with the answers to its calls: one to each call. */
export type Turn =
  | { readonly role: "user"; readonly parts: readonly ContentPart[] }
  | { readonly role: "assistant"; readonly parts: readonly Said[]; readonly results: readonly WireResult[] };

/** What a provider asks of the parts of a request. */
export interface ExchangeRules {
  readonly ids: LegalTexts;
  readonly names: LegalTexts;
  /** True for a text that is refused, so that its part is left out. */
  readonly isRefused: (text: string) => boolean;
  /** True for thinking that is sent back. */
  readonly takes: (thinking: ThinkingPart, message: Message) => boolean;
  readonly notes: Notes;
}

/**
 * The arguments of a call as an object: what is none is wrapped. Well-formed before some provider wants them as text,
 * in which a lone surrogate would hide behind its escape.
 */
function objectOf(given: Json, notes: Notes): JsonObject {
  if (isJsonObject(given)) return wellFormed(given) as JsonObject;
  notes.add("arguments that are no JSON object were wrapped in one");
  return given === null ? {} : { input: wellFormed(given) };
}

/** Builds the turns of a request one message after another. */
class Exchange {
  readonly turns: Turn[] = [];
  private readonly rules: ExchangeRules;
  private said: Said[] = [];
  private calls: { readonly recorded: string; readonly call: WireCall }[] = [];
  private results: WireResult[] = [];
  /** What tool messages hold beside results: it follows when all calls are answered. */
  private beside: ContentPart[] = [];

  constructor(rules: ExchangeRules) {
    this.rules = rules;
  }

  add(message: Message): void {
    if (message.role === "tool") return message.parts.forEach((part) => this.addToolPart(part));
    this.close();
    if (message.role === "user") return this.addUser(message.parts);
    message.parts.forEach((part, at) => this.say(part, message, at));
  }

  /** Ends the batch that is open: calls that nothing answered get an error that says so. */
  close(): void {
    const { rules, said, results, calls } = this;
    for (const { call } of calls) {
      rules.notes.add("a call without a result got an error as its result");
      results.push({ call, isError: true, parts: [text(NO_RESULT)] });
    }
    if (said.length > 0) this.turns.push({ role: "assistant", parts: said, results });
    const { beside } = this;
    this.said = [];
    this.calls = [];
    this.results = [];
    this.beside = [];
    if (beside.length > 0) this.addUser(beside);
  }

  private addToolPart(part: Message["parts"][number]): void {
    if (part.type === "tool-result") return this.answer(part);
    if (part.type === "text" || part.type === "media") this.beside.push(part);
    else this.misplaced();
  }

  private answer({ callId, isError, parts }: ToolResultPart): void {
    const at = this.calls.findIndex(({ recorded }) => recorded === callId);
    const [answered] = at === -1 ? [] : this.calls.splice(at, 1);
    if (answered) this.results.push({ call: answered.call, isError, parts });
    else this.rules.notes.add("a result without an outstanding call was left out");
  }

  private addUser(parts: Message["parts"]): void {
    const kept: ContentPart[] = [];
    for (const part of parts) {
      if (part.type !== "text" && part.type !== "media") this.misplaced();
      else if (!this.leavesOut(part)) kept.push(part);
    }
    if (kept.length > 0) this.turns.push({ role: "user", parts: kept });
  }

  private say(part: Message["parts"][number], message: Message, at: number): void {
    if (part.type === "tool-call") return this.call(part, message, at);
    if (part.type === "tool-result") return this.misplaced();
    if (part.type === "thinking" && !this.rules.takes(part, message))
      return this.rules.notes.add("thinking that this provider does not take back was left out");
    if (!this.leavesOut(part)) this.said.push(part);
  }

  private call(part: ToolCallPart, message: Message, at: number): void {
    const { ids, names, notes } = this.rules;
    const id = ids.fresh(part.callId, `${message.id} ${at} ${part.callId}`);
    if (id !== part.callId) notes.add("a call's id was changed: it was not legal, or came twice");
    const name = names.of(part.name);
    if (name !== part.name) notes.add(renamed(part.name, name));
    const call: WireCall = { type: "call", id, name, input: objectOf(part.arguments, notes) };
    this.said.push(call);
    this.calls.push({ recorded: part.callId, call });
  }

  private leavesOut(part: Said): boolean {
    if (part.type !== "text" || !this.rules.isRefused(part.text)) return false;
    this.rules.notes.add("a text without content was left out");
    return true;
  }

  private misplaced(): void {
    this.rules.notes.add("a part that a message of its role cannot hold was left out");
  }
}

/**
 * The turns of a request: calls and results paired by position, each call answered once, straight after it
 * (policies, section 0, repair). A request that the engine made is whole already; any other is made so here.
 */
export function turnsOf({ messages }: NeutralRequest, rules: ExchangeRules): Turn[] {
  const exchange = new Exchange(rules);
  for (const message of messages) exchange.add(message);
  exchange.close();
  return exchange.turns;
}

/** The parts of an assistant message with its calls last, in their order, so that the answers follow them at once. */
export function callsLast(parts: readonly Said[], notes: Notes): Said[] {
  const rest = parts.filter((part) => part.type !== "call");
  const calls = parts.filter((part) => part.type === "call");
  if (parts.slice(0, rest.length).some((part) => part.type === "call"))
    notes.add("what was said between or after calls is sent before them");
  return [...rest, ...calls];
}
