import type { ToolCallPart, ToolResultPart } from "../model/part.ts";
import { EMPTY_REQUEST } from "./any-call.ts";
import { AgentTree } from "./agent-tree.ts";
import { Conversations } from "./conversations.ts";
import type { ImportedThread, PartSink } from "./importer.ts";
import type { Notebook } from "./notebook.ts";
import type { ToolRun } from "./tool-runs.ts";
import { ToolRuns } from "./tool-runs.ts";
import type { WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

/** One model call of a trace. */
export interface ModelCall {
  /** Its span, and the trace that it is part of; `` where the recording has none. */
  readonly span: string;
  readonly trace: string;
  readonly parent: string;
  /** Undefined where the tracer wrote nothing down that is understood. */
  readonly request: WireRequest | undefined;
  readonly response: WireResponse | undefined;
  /** The conversation's own id, `` for none. */
  readonly conversation: string;
  /** True for what an agent as a whole was asked and answered: it counts only where no call beneath it is recorded. */
  readonly whole: boolean;
  readonly line: number;
  /** About how many bytes its messages take. */
  readonly bytes: number;
}

const NOTES = {
  whole: "runs of agents whose model calls are recorded: the calls are shown",
  history: "model calls that were recorded without history: put after the call before them, with its results",
  alone: "answers whose request is not recorded: each is shown alone",
  empty: "model calls of which neither messages nor answer are recorded: content may have been switched off",
} as const;

interface Held {
  readonly request: WireRequest;
  readonly response: WireResponse | undefined;
}

/**
 * Makes conversations of the calls of traces. Every call repeats its history, so what is the start or a continuation of
 * another belongs to it; lanes are told by the agents above.
 */
export class CallTrace {
  readonly #notes: Notebook;
  readonly #tree = new AgentTree();
  readonly #tools: ToolRuns;
  readonly #conversations: Conversations;
  /** The first call of each conversation, by its number. */
  readonly #first = new Map<number, { readonly span: string; readonly trace: string }>();
  readonly #wholes: ModelCall[] = [];
  /** The last call beneath each span, for calls without history. */
  readonly #last = new Map<string, Held>();

  constructor(sink: PartSink, notes: Notebook) {
    this.#notes = notes;
    this.#tools = new ToolRuns(notes);
    this.#conversations = new Conversations(sink, notes, (order, call) => this.#answer(order, call));
  }

  /** A span of any kind; `agent` is the name of the agent that it is the run of. */
  span(id: string, parent: string, agent: string | undefined): void {
    this.#tree.add(id, parent, agent);
  }

  /** A tool's own run. */
  tool(run: ToolRun): void {
    this.#tools.add(run);
  }

  /** The next call: calls of one record are given in the order of their times, after all tools. */
  call(call: ModelCall): void {
    if (call.whole) this.#wholes.push(call);
    else this.#take(call);
  }

  finish(): ImportedThread[] {
    const alone = this.#wholes.filter((whole) => !this.#tree.isCovered(whole.span));
    const covered = this.#wholes.length - alone.length;
    this.#notes.add("merged", NOTES.whole, this.#wholes[0]?.line, covered);
    for (const whole of alone) this.#take(whole);
    const threads = this.#conversations.finish();
    return this.#tree.inLanes(threads, (order) => this.#first.get(order) ?? { span: "", trace: "" });
  }

  #take(call: ModelCall): void {
    const { request, response, line } = call;
    if (!response && (!request || request.messages.length === 0))
      return this.#notes.add("missing", NOTES.empty, line);
    this.#tree.cover(call.span);
    const asked = request && request.messages.length > 0 ? request : this.#goesOn(call, request);
    if (call.parent !== "") this.#last.set(call.parent, { request: asked, response });
    if (call.whole && call.conversation === "") return this.#alone(call, asked);
    const conversation = this.#conversations.request(asked, call.conversation, line, call.bytes);
    this.#begins(this.#conversations.orderOf(conversation), call);
    if (response) conversation.answer(response, this.#notes, line);
  }

  /** Runs of agents are not tries of one another, however alike they begin. */
  #alone(call: ModelCall, asked: WireRequest): void {
    const conversation = this.#conversations.alone(asked, "");
    this.#begins(this.#conversations.orderOf(conversation), call);
    if (call.response) conversation.answer(call.response, this.#notes, call.line);
    this.#conversations.close(conversation);
  }

  #begins(order: number, call: ModelCall): void {
    if (!this.#first.has(order)) this.#first.set(order, { span: call.span, trace: call.trace });
  }

  /** A call that brings no messages goes on from the one before it. */
  #goesOn(call: ModelCall, request: WireRequest | undefined): WireRequest {
    const before = call.parent === "" ? undefined : this.#last.get(call.parent);
    if (!before) {
      this.#notes.add("missing", NOTES.alone, call.line);
      return request ?? EMPTY_REQUEST;
    }
    this.#notes.add("doubt", NOTES.history, call.line);
    const answered = before.response?.messages ?? [];
    const messages = [...before.request.messages, ...answered, ...this.#resultsOf(answered, call.trace)];
    return { ...before.request, messages };
  }

  #resultsOf(messages: readonly WireMessage[], trace: string): WireMessage[] {
    if (messages.some((message) => message.role === "tool")) return [];
    const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call"));
    const parts = calls.flatMap((call) => this.#tools.answer(call, trace) ?? []);
    return parts.length === 0 ? [] : [{ id: "", role: "tool", parts }];
  }

  #answer(order: number, call: ToolCallPart): ToolResultPart | undefined {
    return this.#tools.answer(call, this.#first.get(order)?.trace ?? "");
  }
}
