import type { Mark } from "./mark.ts";
import type { Message } from "./message.ts";
import type { Part } from "./part.ts";
import type { ToolDefinition } from "./tool.ts";
import type { Usage } from "./usage.ts";

/** What is known of one message beyond its content; all of it from the recording. */
export interface MessageMeta {
  readonly model?: string;
  /** ISO 8601, as recorded. */
  readonly time?: string;
  readonly usage?: Usage;
  /** The parts as the model saw them, where the vendor had shown less of a result than the recording holds. */
  readonly seen?: readonly Part[];
}

/** An entry of the `offload` state that a run may start from. */
export interface OffloadEntryState {
  readonly path: string;
  readonly identity: string;
  readonly text: string;
  readonly bytes: number;
}

/** The state that a thread may start from, as the neutral thread file gives it. */
export interface StartState {
  readonly summary?: { readonly text: string; readonly coversThrough: string };
  readonly offload?: readonly OffloadEntryState[];
}

/** Of which thread a thread is a branch, and how many messages at the start the two have in common. */
export interface BranchOf {
  readonly of: string;
  readonly shared: number;
}

/**
 * One recorded conversation lane in the inner model: nothing past an importer knows a vendor's field name.
 * Message ids are unique in a thread. `meta` is aligned with `messages`.
 */
export interface Thread {
  readonly id: string;
  /** `main`, a sub-agent's name, `compressor`. */
  readonly lane: string;
  readonly title?: string;
  readonly system: string | null;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly meta?: readonly (MessageMeta | undefined)[];
  readonly marks?: readonly Mark[];
  readonly state?: StartState;
  /** Of a branch that the session left: the lane that went on without it. */
  readonly branch?: BranchOf;
}

/** The shape of a thread in numbers. */
export interface ThreadCounts {
  readonly messages: number;
  readonly turns: number;
  readonly steps: number;
  readonly toolCalls: number;
  readonly toolResults: number;
}

/**
 * Counts a thread: a user message starts a turn, every assistant message is one step (ledger, neutral file).
 * A thread that does not begin with a user message has one turn more, the one that it begins in.
 */
export function countThread(messages: Iterable<Message>): ThreadCounts {
  let count = 0;
  let turns = 0;
  let steps = 0;
  let toolCalls = 0;
  let toolResults = 0;
  for (const message of messages) {
    count++;
    if (message.role === "user" || turns === 0) turns++;
    if (message.role === "assistant") steps++;
    for (const part of message.parts) {
      if (part.type === "tool-call") toolCalls++;
      else if (part.type === "tool-result") toolResults++;
    }
  }
  return { messages: count, turns, steps, toolCalls, toolResults };
}
