import type { Maybe } from "../lib/maybe.ts";
import type { Fault } from "../model/fault.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import type { ContentPart, ToolCallPart, ToolResultPart } from "../model/part.ts";
import type { PolicyKind } from "../model/profile.ts";
import type { Recording } from "../model/recording.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import type { History } from "../lib/history.ts";
import type { CoveredRange } from "./compressors/note-index.ts";
import type { RequestView } from "./request-view.ts";
import type { Written } from "./written.ts";

/** The committed state of a run: plain JSON by key, never mutated. */
export type State = Readonly<Record<string, unknown>>;

/** What a policy writes into the ledger; the run adds seq, step, turn and lane. Gives the event's seq. */
export type Emit = (event: Omit<LedgerEvent, "seq" | "step" | "turn" | "lane">) => number;

/** A change of one state key, worked out when it is committed: calls of a parallel batch see each other's. */
export interface StateUpdate {
  readonly key: string;
  apply(value: unknown, emit: Emit): unknown;
}

/**
 * Stops a turn before or after it: every state key that the turn wrote is restored. Before it, the run ends with the
 * reason; after it, the recorded conversation goes on.
 */
export interface Block {
  readonly block: string;
}

/** The outcome of a tool call as it comes back through the stack. */
export type ToolOutcome =
  | {
      readonly kind: "success";
      readonly parts: readonly ContentPart[];
      readonly updates?: readonly StateUpdate[];
    }
  | {
      readonly kind: "error";
      readonly parts: readonly ContentPart[];
      readonly updates?: readonly StateUpdate[];
    }
  | { readonly kind: "needs-approval"; readonly reason: string }
  | { readonly kind: "fatal"; readonly reason: string };

/** One tool call on its way through the stack. */
export interface ToolCall {
  readonly identity: string;
  /** Id of the message that made it. */
  readonly message: string;
  /** Id of the message that its result becomes. */
  readonly resultMessage: string;
  /** Position of the result part in that message. */
  readonly resultPart: number;
  readonly call: ToolCallPart;
}

/** What every hook may use. */
export interface HookContext {
  readonly step: number;
  readonly turn: number;
  readonly state: State;
  readonly emit: Emit;
  readonly faults: readonly Fault[];
  readonly recording: Recording;
  readonly files: FileStore;
  /** Whose files they are; undefined when nobody said so. In replay the namespace is `replay`, the session the thread. */
  readonly scope: Scope | undefined;
}

/** Whose files an attachment store keeps apart. */
export interface Scope {
  readonly namespace: string;
  readonly session: string;
}

/** What `wrapToolCall` may use. */
export interface ToolContext extends HookContext {
  readonly approved: boolean;
}

/**
 * Where policies put what they take away. `spill` are files of the agent's machine and `file` those of an attachment
 * store: virtual in replay, real in a live run. `page` is memory that lasts as long as the agent does.
 */
export type StoreName = "spill" | "file" | "page";

/** The stores of a run. */
export interface FileStore {
  /** False when it cannot be written. Pages always can. */
  write(store: StoreName, path: string, content: StoredFile): boolean;
  /** What a store holds at a path. */
  read(store: StoreName, path: string): StoredFile | undefined;
}

/** A stored text with what a reader needs to know of it. */
export interface StoredFile {
  readonly text: string;
  readonly message: string;
  /** Recorded id of the call that it came from; null where it came from a user message. */
  readonly call: string | null;
  readonly identity: string;
  /** Bytes of the whole, and of what is kept. */
  readonly bytes: number;
  readonly storedBytes: number;
  /** Set on media: then `text` is their base64. */
  readonly mediaType?: string;
}

/** What `wrapModelCall` may use. `to` of the request's view is the number of stored messages. */
export interface ModelContext extends HookContext {
  readonly stored: History<Message>;
  /** Counts a call that a compressor made. */
  accounted(call: { readonly usage: Usage | undefined }): void;
  /**
   * Asks a question and gives the answer. Where nobody can answer, the run is suspended: it goes on from a checkpoint
   * with an answer. Fails the run when the wrapper is not an asking one.
   */
  ask(question: string): Maybe<string>;
  readonly compressors: CompressorPort;
}

/** Where summaries by a model come from; absent in replay. */
export interface CompressorPort {
  readonly model?: (input: CompressorInput) => Maybe<string>;
}

/** What a compressor is given: the newly covered messages as they were sent, and the summary so far. */
export interface CompressorInput {
  /** Where they lie, where they are as recorded but for some results. */
  readonly range?: CoveredRange;
  readonly messages: readonly Message[];
  /** The summary so far. */
  readonly previous: Written | undefined;
  readonly maxChars: number;
  /** Index after the last covered message, for the recorded compressor. */
  readonly end: number;
  readonly recording: Recording;
}

/** The model's answer with the state that wrappers add to it. */
export interface ModelResponse {
  readonly message: Message;
  readonly usage?: Usage;
  readonly updates?: readonly StateUpdate[];
}

/** The input of a turn. */
export interface AgentInput {
  readonly message: Message | undefined;
}

/** The output of a turn: its last assistant message. */
export interface AgentOutput {
  readonly message: Message;
}

/**
 * One member of the stack (policies, section 1). Every hook is optional. The first of the list is the outermost:
 * results come back in reverse order, so the last sees a result first.
 */
export interface Middleware {
  readonly kind: PolicyKind;
  /** The state keys that its hooks may write: a write to any other key fails the run. */
  readonly writes: readonly string[];
  readonly beforeAgent?: (
    input: AgentInput,
    context: HookContext,
  ) => Maybe<{ input: AgentInput; updates?: readonly StateUpdate[] } | Block>;
  /** Throws what fails the run. The agent bounds all sections together (`maxPromptSectionTokens`). */
  readonly promptSections?: (state: State) => string | undefined;
  /** Set on the only kind of wrapper that may suspend a run by asking. */
  readonly asking?: boolean;
  readonly wrapModelCall?: (
    request: RequestView,
    context: ModelContext,
    next: (request: RequestView) => Maybe<ModelResponse>,
  ) => Maybe<ModelResponse>;
  readonly wrapToolCall?: (
    call: ToolCall,
    context: ToolContext,
    next: (call: ToolCall) => Maybe<ToolOutcome>,
  ) => Maybe<ToolOutcome>;
  /** Like results, the output comes back through the stack in reverse order. */
  readonly afterAgent?: (
    output: AgentOutput,
    context: HookContext,
  ) => Maybe<{ output: AgentOutput; updates?: readonly StateUpdate[] } | Block>;
  /**
   * How the committed state already shapes every request: applied before any wrapper sees it, so that all measure what
   * would be sent, wherever this policy stands in the list.
   */
  readonly persisted?: (request: RequestView, state: State, recording: Recording) => RequestView;
  /**
   * What the policy promises of the batches from `from` on: that up to some batch it will only look and pass. The run
   * jumps over them, and has them played when somebody looks. A policy without this hook is run at every batch. One
   * with `beforeAgent` answers for that too.
   */
  readonly quiet?: (from: number, context: QuietContext) => Quiet;
  /**
   * The form in which a stored result is sent, whoever made it. It is asked once a result, when the result is
   * committed, so that triggers measure what is sent wherever this policy stands in the list. The event is written
   * when the first request holds the result.
   */
  readonly sendResult?: (result: ToolResultPart, message: Message, part: number) => SentResult | undefined;
  /** `chars4` tokens of a result's text up to which `sendResult` changes nothing; without it every result is asked for. */
  readonly sendsAbove?: number;
  /** The tool with which the model reads back what this policy took away: offered in the requests that name it. */
  readonly reader?: ToolDefinition;
}

/** What `quiet` may look at: the committed state before batch `from`, and history so far. */
export interface QuietContext {
  readonly recording: Recording;
  readonly state: State;
  readonly stored: History<Message>;
  /** The request that would go out if no wrapper shaped it, its `to` to be set for each step. */
  readonly request: RequestView;
  /** The sent form of the whole recording from here on, if nothing acts: what a request in the stretch would hold. */
  readonly whole: RequestView["sent"];
}

/** A policy's promise for a stretch of batches. */
export interface Quiet {
  /** The first batch in which it may do more than look and pass; Infinity when none. `from`: no promise at all. */
  readonly until: number;
  /** How it shapes the requests of the stretch; absent when it does not. */
  readonly shape?: (request: RequestView) => RequestView;
  /** Events that it writes for each step when the model is asked, and for the results of the batches [from, to). */
  readonly eachStep: number;
  results(from: number, to: number): number;
}

/** A result in another form, and the event that says why. */
export interface SentResult {
  readonly result: ToolResultPart;
  readonly event: Parameters<Emit>[0];
}
