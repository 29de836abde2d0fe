import type { Mark } from "./mark.ts";
import type { ImportReport } from "./report.ts";
import type { Role } from "./message.ts";
import type { BranchOf } from "./thread.ts";
import type { Usage } from "./usage.ts";

/** One lane of a transcript in the library. Tokens are chars4, bytes are UTF-8 bytes of the counted texts. */
export interface ThreadRow {
  readonly id: string;
  readonly lane: string;
  readonly title: string;
  readonly messages: number;
  readonly turns: number;
  readonly steps: number;
  readonly toolCalls: number;
  readonly toolResults: number;
  /** Of all that it holds, by chars4. */
  readonly tokens: number;
  /** Of a branch that the session left: the lane that went on without it. */
  readonly branch?: BranchOf;
}

/** One transcript in the library. `id` is the library's own. */
export interface TranscriptRow {
  readonly id: number;
  readonly name: string;
  readonly format: string;
  readonly formatLabel: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly importedAt: number;
  /** True for a built-in sample session. */
  readonly sample: boolean;
  /** False while full-text search of it is still being prepared. */
  readonly indexed: boolean;
  readonly threads: readonly ThreadRow[];
  readonly report: ImportReport;
}

/** A call or a result as the outline shows it; `other` is the index of the message at the pair's other end. */
export interface OutlineCall {
  readonly callId: string;
  readonly name: string;
  readonly other?: number;
}

/** What an outline knows of a result without its body. */
export interface OutlineResult extends OutlineCall {
  readonly isError: boolean;
  readonly bytes: number;
}

/** One raw message without its body. `excerpt` is at most 160 UTF-16 units of its first text, on one line. */
export interface OutlineMessage {
  readonly id: string;
  readonly role: Role;
  readonly tokens: number;
  readonly bytes: number;
  /** The step that an assistant message is, or whose call a result answers; 0 for none yet. */
  readonly step: number;
  readonly turn: number;
  readonly excerpt: string;
  readonly calls?: readonly OutlineCall[];
  readonly results?: readonly OutlineResult[];
  readonly media?: number;
  readonly thinking?: boolean;
  readonly model?: string;
  readonly time?: string;
  readonly usage?: Usage;
  /** True when the recording holds its results whole and as the model saw them. */
  readonly seen?: boolean;
}

/** A thread without its bodies: what the columns and the timeline are drawn from. Indices count from 0. */
export interface ThreadOutline {
  readonly transcript: number;
  readonly thread: ThreadRow;
  readonly system: { readonly tokens: number; readonly bytes: number } | null;
  readonly tools: { readonly names: readonly string[]; readonly tokens: number; readonly bytes: number };
  readonly messages: readonly OutlineMessage[];
  /** `steps[k - 1]` is the index of the assistant message of step k. */
  readonly steps: readonly number[];
  readonly marks: readonly Mark[];
}

/** A place in the library that a search found. `excerpt` marks hits with U+E000 and U+E001. */
export interface SearchHit {
  readonly transcript: number;
  readonly transcriptName: string;
  readonly thread: string;
  readonly message: number;
  readonly role: Role;
  readonly excerpt: string;
}

/** Another lane of a transcript, placed between two messages of the one that is looked at; null where nothing places it. */
export interface LanePlace {
  readonly thread: ThreadRow;
  readonly from: number | null;
  readonly to: number | null;
  /** Whether a call gave the lane its first words; else the clock of the recording places it. */
  readonly called: boolean;
}
