import type { Mark } from "../model/mark.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { KeptParts } from "./importer.ts";

/** One line of an API response: its blocks so far, and the response that it belongs to. */
export interface AssistantEntry {
  readonly kind: "assistant";
  readonly response: string;
  readonly kept: KeptParts;
  /** Results of tools that ran at the provider: they stand among the response's own blocks. */
  readonly results: KeptParts | undefined;
  readonly callIds: readonly string[];
  readonly meta: MessageMeta;
  /** True once the API said why the response ended: only then are its usage figures final. */
  readonly final: boolean;
}

/** A result of a user line; `seen` is what the model saw of it, where more was found. */
export interface ClaudeResult {
  readonly callId: string;
  readonly kept: KeptParts;
  readonly seen?: KeptParts;
}

/** One user line: what was typed, and results of calls. */
export interface UserEntry {
  readonly kind: "user";
  readonly own: KeptParts | undefined;
  readonly results: readonly ClaudeResult[];
  readonly time: string | undefined;
  /** True for what the vendor put in (`isMeta`): it does not end the response before it. */
  readonly meta: boolean;
}

/** The vendor's own management, or an error: a mark of the thread. */
export interface MarkEntry {
  readonly kind: "mark";
  readonly mark: Omit<Mark, "at">;
  /** `boundary` waits for the summary line that follows it. */
  readonly part: "boundary" | "summary" | "other";
}

/** What a line of the session's tree holds; lines without content only join others. */
export type Entry = AssistantEntry | UserEntry | MarkEntry;

/** One line of the session's tree. */
export interface ClaudeNode {
  readonly uuid: string;
  /** The parent that the line names, where it is not known yet: a uuid, null for a root, undefined for none. */
  readonly parentUuid: string | null | undefined;
  /** Position of the parent, where it was known when the line was read. */
  readonly parent: number | undefined;
  /** Sub-agent, or `` for the session itself. */
  readonly lane: string;
  readonly line: number;
  readonly bytes: number;
  readonly entry: Entry | undefined;
}
