import type { Mark } from "../model/mark.ts";
import type { ToolCallPart, ToolResultPart } from "../model/part.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { positionName } from "./finish.ts";
import type { ImportedMessage, ImportedThread, PartSink } from "./importer.ts";
import { keptMessage } from "./kept-message.ts";
import type { Notebook } from "./notebook.ts";
import { pairCalls } from "./pair-calls.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";
import { isResponse, withSentIds } from "./wire-message.ts";

const CHANGED_SYSTEM = "requests whose system prompt differs from the one before: the last one is shown";
const CHANGED_RESPONSE = "responses that the next request repeats differently: the request's form is shown";
const REPEATED = "requests that add nothing (retries, copies): joined to the conversation";
const OTHER_ANSWER = "responses to a repeated request: only one of the answers is shown";

/** Said of calls that got their ids here. */
export const PAIRED = "calls without an id: joined to their results by name and order";

const COMPLETED = "results that no later request holds: taken from where the tool's own run was recorded";

/** The result of a call from elsewhere in the recording; undefined where nothing tells it. */
export type AnswerOf = (call: ToolCallPart) => ToolResultPart | undefined;

/** How a request stands to a conversation. */
export type Match = "extends" | "repeats" | "none";

/** One conversation of a request log: its longest request so far and the response to it. */
export class Conversation {
  readonly id: string;
  #system: string | null;
  #tools: readonly ToolDefinition[];
  #messages: WireMessage[];
  /** So many messages were in a request; the ones after them are the last response. */
  #sent: number;
  /** Where the next response belongs. */
  #answers: number;
  readonly #errors: { readonly at: number; readonly label: string }[] = [];

  constructor(id: string, request: WireRequest) {
    this.id = id;
    this.#system = request.system;
    this.#tools = request.tools;
    this.#messages = [...request.messages];
    this.#sent = request.messages.length;
    this.#answers = this.#sent;
  }

  get length(): number {
    return this.#messages.length;
  }

  /**
   * A request extends the conversation when it repeats all of its messages; it repeats it when its own messages
   * are the first ones here. With another system prompt at least two messages must agree: side calls often start
   * with the same user message.
   */
  match(request: WireRequest): Match {
    const { messages, system } = request;
    const common = Math.min(messages.length, this.#sent);
    for (let at = 0; at < common; at++) {
      const [mine, theirs] = [this.#messages[at], messages[at]];
      if (!mine || !theirs || !isResponse(mine, theirs)) return "none";
    }
    if (messages.length < this.#sent) return system === this.#system ? "repeats" : "none";
    return system === this.#system || common >= 2 ? "extends" : "none";
  }

  /** Takes a request that matches. */
  take(request: WireRequest, match: Match, notes: Notebook, line: number): void {
    this.#answers = request.messages.length;
    if (match === "repeats") return notes.add("merged", REPEATED, line);
    if (request.system !== this.#system) notes.add("doubt", CHANGED_SYSTEM, line);
    this.#system = request.system;
    if (request.messages.length === this.#sent) return notes.add("merged", REPEATED, line);
    this.#tools = request.tools.length > 0 ? request.tools : this.#tools;
    this.#extend(request.messages, notes, line);
  }

  /** Takes the response to the last request. */
  answer(response: WireResponse, notes: Notebook, line: number): void {
    if (response.error !== undefined) this.#errors.push({ at: this.#answers, label: response.error });
    if (response.messages.length === 0) return;
    if (this.#answers < this.#sent) return this.#lateAnswer(response.messages, notes, line);
    if (this.#messages.length > this.#sent) notes.add("merged", OTHER_ANSWER, line);
    this.#messages = [...this.#messages.slice(0, this.#sent), ...response.messages];
  }

  /**
   * The finished thread: content goes to the sink, marks get their places. `answerOf` gives the results of the last
   * response's calls, which no request came after.
   */
  finish(sink: PartSink, lane: string, notes: Notebook, answerOf?: AnswerOf): ImportedThread {
    const paired = pairCalls(answerOf ? this.#completed(answerOf, notes) : this.#messages);
    notes.add("note", PAIRED, undefined, paired.named);
    const marks: Mark[] = [];
    const messages: ImportedMessage[] = [];
    const errors = this.#errors.toSorted((a, b) => a.at - b.at).values();
    let error = errors.next();
    const first = paired.messages.findIndex(({ role }) => role === "user");
    // Named here, the messages need not be copied once more for their names.
    const nameless = paired.messages.every(({ id }) => id === "");
    for (const message of [...paired.messages, undefined]) {
      for (; !error.done && (error.value.at <= messages.length || !message); error = errors.next()) {
        marks.push({ kind: "error", at: messages.length, label: error.value.label });
      }
      if (!message) break;
      for (const mark of message.marks ?? []) marks.push({ ...mark, at: messages.length });
      const at = messages.length;
      messages.push(keptMessage(message, sink, at === first, nameless ? positionName(at) : message.id));
      for (const mark of message.marksAfter ?? []) marks.push({ ...mark, at: messages.length });
    }
    return { id: this.id, lane, system: this.#system, tools: this.#tools, messages, marks };
  }

  #completed(answerOf: AnswerOf, notes: Notebook): readonly WireMessage[] {
    const last = this.#messages.at(-1);
    if (last?.role !== "assistant") return this.#messages;
    const parts = last.parts.flatMap((part) => (part.type === "tool-call" ? (answerOf(part) ?? []) : []));
    if (parts.length === 0) return this.#messages;
    notes.add("note", COMPLETED, undefined, parts.length);
    return [...this.#messages, { id: "", role: "tool", parts }];
  }

  /** Adds what is new. A response that is known already stays: it says more than what a client sends back. */
  #extend(messages: readonly WireMessage[], notes: Notebook, line: number): void {
    for (let at = this.#sent; at < messages.length; at++) {
      const [known, sent] = [this.#messages[at], messages[at]];
      if (!sent) continue;
      if (known && isResponse(known, sent)) {
        this.#messages[at] = withSentIds(known, sent);
        continue;
      }
      if (known) notes.add("doubt", CHANGED_RESPONSE, line);
      this.#messages = [...this.#messages.slice(0, at), ...messages.slice(at)];
      break;
    }
    this.#sent = messages.length;
    this.#messages.length = this.#sent;
  }

  /** The response to a request that the log already went past: it may tell usage and thinking that nothing else does. */
  #lateAnswer(messages: readonly WireMessage[], notes: Notebook, line: number): void {
    messages.forEach((message, index) => {
      const at = this.#answers + index;
      const known = this.#messages[at];
      if (known && isResponse(known, message)) this.#messages[at] = known.meta ? known : message;
      else notes.add("merged", OTHER_ANSWER, line);
    });
  }
}
