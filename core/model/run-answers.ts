import type { Disposition } from "./disposition.ts";
import type { ContentSize, LedgerEvent, LineRange } from "./event.ts";
import type { FileCall } from "./file-call.ts";

/** A stretch of steps in which the same was sent of a message; both ends inclusive. */
export interface AskedSpan extends LineRange {
  readonly disposition: Disposition;
  /** Whether what is sent of it still holds the text. */
  readonly holds: boolean;
  /** The event that made it so; none for a message that is sent as recorded. */
  readonly because?: LedgerEvent;
  readonly sentence?: string;
}

/** A stored message that holds a text, `count` times as recorded; 0: only the form that was sent holds it. */
export interface AskedPlace {
  readonly index: number;
  readonly count: number;
  readonly spans: readonly AskedSpan[];
}

/** A call for the file that is asked for, and what became of its content. No spans: nothing was asked after it. */
export interface AskedFileCall extends FileCall {
  readonly spans: readonly AskedSpan[];
}

/** What is known of a file whose path is asked for. `calls` are the newest of `total`, oldest first. */
export interface AskedFile {
  readonly total: number;
  readonly calls: readonly AskedFileCall[];
}

/** A summary that was sent in the steps [from, to], and whether it says the text. */
export interface AskedSummary extends LineRange {
  readonly covered: number;
  readonly holds: boolean;
}

/** A store that has the text, and the first line of the stored copy that does, from 1. */
export interface AskedStore {
  readonly path: string;
  readonly line: number;
}

/** When a text was in the window. `visible` are the steps whose request held it anywhere. */
export interface AskedWindow {
  readonly text: string;
  readonly step: number;
  /** How many messages hold it; only the first of them are in `places`. */
  readonly total: number;
  readonly system: boolean;
  readonly tools: boolean;
  readonly visible: readonly LineRange[];
  readonly places: readonly AskedPlace[];
  readonly summaries: readonly AskedSummary[];
  readonly stores: readonly AskedStore[];
  /** Where the text is the path of a file that calls read or wrote. */
  readonly file: AskedFile | null;
}

/**
 * A stretch of a preview, in the order in which it is read: a range of the original that is shown, what a policy wrote
 * itself, or what is left out between. `lines` are of the original.
 */
export interface PreviewStretch {
  readonly kind: "head" | "tail" | "middle" | "notice" | "omitted";
  readonly bytes: number;
  readonly tokens: number;
  readonly lines?: LineRange;
  /** The first of the text, for what a policy wrote. */
  readonly text?: string;
}

/** What a store had of a result when a step was asked. */
export interface PreviewStore {
  readonly kind: "whole" | "cut" | "gone" | "none" | "source";
  readonly path?: string;
  readonly identity?: string;
  readonly storedBytes?: number;
  /** The event that took it away. */
  readonly because?: LedgerEvent;
}

/**
 * Whether the preview is what the stored bytes give, or the recorded ones where no store has them. `partial`: the
 * store keeps only a part, and of the rest nothing can be said. `at`: the first UTF-16 unit of the preview that differs.
 */
export interface PreviewVerdict {
  readonly against: "store" | "recording";
  readonly holds: boolean;
  readonly partial: boolean;
  readonly at?: number;
}

/** One result that a policy changed, taken apart. Sizes are of the text; tokens are chars4. */
export interface PreviewPart {
  readonly part: number;
  readonly callId: string;
  readonly tool: string;
  readonly disposition: Disposition;
  readonly original: ContentSize;
  readonly shown: ContentSize;
  readonly stretches: readonly PreviewStretch[];
  readonly events: readonly LedgerEvent[];
  readonly store: PreviewStore;
  readonly verdict: PreviewVerdict;
}

/** The previews in a message at a step; `sent` is false where the request does not hold the message itself. */
export interface PreviewReport {
  readonly index: number;
  readonly step: number;
  readonly sent: boolean;
  readonly parts: readonly PreviewPart[];
}

/** What reading a stored result back gives the model, and what that costs in tokens of the run's counter. */
export interface ReadReport {
  readonly isError: boolean;
  readonly text: string;
  /** UTF-16 units of the answer that are not in `text`. */
  readonly omitted: number;
  readonly from: number;
  readonly to: number;
  readonly of: number;
  readonly next?: string;
  /** Tokens of the call that asks for it, and of the answer. */
  readonly callTokens: number;
  readonly answerTokens: number;
  /** The call, as the model would make it. */
  readonly call: { readonly name: string; readonly arguments: string };
}

/** One summary of a run. Indices count from 0; tokens are chars4 of the text as sent. */
export interface SummaryVersion {
  readonly seq: number;
  readonly step: number;
  readonly restoredAtStep?: number;
  /** Messages [from, to) are newly covered; it stands for all before `to`. */
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  readonly text: string;
  /** Tokens of what it stands for, newly covered messages and the summary before together. */
  readonly replaced: number;
  /** The bound, and the bytes that it cut off; 0 for none. */
  readonly bound: number;
  readonly cutBytes: number;
  /** Where the cut was wanted and why it is elsewhere: the message whose call and result were not to be parted. */
  readonly cutWanted: number;
  readonly heldBy?: number;
  readonly heldTo?: number;
  readonly lifted?: number;
  readonly event: LedgerEvent;
  readonly sentence: string;
}

/** What can be found again in a summary. */
export const FACT_KINDS = ["path", "identifier", "number", "error", "decision"] as const;

/** One kind of fact. */
export type FactKind = (typeof FACT_KINDS)[number];

/** Something that covered messages say. `kept`: the summary says it; `sent`: another message of the request does. */
export interface Fact {
  readonly kind: FactKind;
  readonly text: string;
  /** Index of the first message that says it, and how many do. */
  readonly first: number;
  readonly times: number;
  readonly kept: boolean;
  readonly sent: boolean;
}

/** How many facts of a kind the covered messages hold, and what became of them. Derived. */
export interface Survival {
  readonly kind: FactKind;
  readonly total: number;
  readonly kept: number;
  readonly sent: number;
  readonly lost: number;
}

/** The summaries of a run, and what the one in force at a step kept of what it stands for. */
export interface SummaryReport {
  readonly step: number;
  readonly messages: number;
  /** The request's coverage: [0, coveredEnd) is summarised, [coveredEnd, end) is sent. */
  readonly coveredEnd: number;
  readonly end: number;
  readonly lifted: number | null;
  /** The versions around the one in force, bounded; the first of them is number `first`, from 0, of `count`. */
  readonly versions: readonly SummaryVersion[];
  readonly first: number;
  readonly count: number;
  /** Position among `versions` of the one in force; -1 for none. */
  readonly inForce: number;
  readonly survival: readonly Survival[];
  /** Lost ones first, bounded. */
  readonly facts: readonly Fact[];
  readonly factCount: number;
}

/** One stored result. Steps count from 1; 0 is the start state. */
export interface StoreRow {
  readonly path: string;
  readonly identity: string;
  readonly index: number | null;
  readonly bytes: number;
  readonly storedBytes: number;
  readonly step: number;
  readonly leftAtStep?: number;
  readonly leftBecause?: string;
  readonly because?: LedgerEvent;
  /** Indices of the messages of the request that name it; -1 is the summary. */
  readonly references: readonly number[];
  readonly nextVictim: boolean;
}

/** One store when a step was asked. */
export interface StoreState {
  readonly store: "offload" | "spill" | "file" | "page";
  readonly live: readonly StoreRow[];
  /** What left, the oldest first; only the newest of `leftCount`. */
  readonly left: readonly StoreRow[];
  readonly leftCount: number;
  readonly bytes: number;
  /** What the bound is held against, and the bound; absent where there is none. */
  readonly bound?: { readonly name: string; readonly value: number; readonly held: number };
  /**
   * What it held at each step, aligned with the steps: the bound's own measure where there is a bound, which is two
   * bytes for an offload store without entries, as a checkpoint has an empty list for it.
   */
  readonly fill: readonly number[];
}

/** A message of the request that names something which cannot be read back. */
export interface DanglingPointer {
  readonly index: number;
  readonly path: string;
  readonly reason: string;
}

/** A message that every request should hold and this one does not, and the event that made it so. */
export interface LostMessage {
  readonly what: "task" | "newest-user";
  readonly index: number;
  readonly because?: LedgerEvent;
  readonly sentence?: string;
}

/** The stores at a step, who points into them, and what the request has lost. */
export interface StoreReport {
  readonly step: number;
  readonly stores: readonly StoreState[];
  /** Live entries that no message of the request names. */
  readonly orphans: readonly string[];
  readonly dangling: readonly DanglingPointer[];
  /** Set when the task, the first user message, or the newest user message is not sent as a message of its own. */
  readonly lost: readonly LostMessage[];
}

/**
 * How large the body of a request is for a provider. `counted` are the bytes of the texts that it is made of; where
 * these alone pass the size gate, `bytes` is the same figure, an estimate. `tooLarge`: it passes the gate.
 */
export interface WireSize {
  readonly bytes: number;
  readonly counted: number;
  readonly tooLarge: boolean;
}

/** A request as a provider's body. Where it is too large, all texts are empty. */
export interface WireReport extends WireSize {
  readonly provider: string;
  readonly text: string;
  readonly curl: string;
  readonly sdk: string;
  readonly notes: readonly string[];
  /** How many secrets were masked. */
  readonly masked: number;
}

/** A message that a query found. `excerpt` marks hits with U+E000 and U+E001. */
export interface FoundMessage {
  readonly index: number;
  readonly step: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly disposition: Disposition;
  readonly excerpt: string;
}

/** What a query found in a run: messages, the steps they stand at, and decisions. Lists are bounded, totals are not. */
export interface FindReport {
  readonly messages: readonly FoundMessage[];
  readonly total: number;
  readonly steps: readonly number[];
  readonly events: readonly LedgerEvent[];
  readonly eventTotal: number;
}
