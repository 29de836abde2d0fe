export { DISPOSITIONS, type Disposition } from "./disposition.ts";
import type { Action, LedgerEvent } from "./event.ts";
import type { Disposition } from "./disposition.ts";
import type { Message, Role } from "./message.ts";
import type { Profile } from "./profile.ts";
import type { ProfileProblems } from "./problem.ts";

/** The categories that the timeline stacks, in stacking order. */
export const CATEGORIES = [
  "system",
  "tools",
  "summary",
  "user",
  "assistant",
  "thinking",
  "tool calls",
  "tool results",
  "previews",
  "media",
] as const;

/** One category. */
export type Category = (typeof CATEGORIES)[number];

/** One step of a run. Token figures are estimated by the profile's counter. */
export interface RunStepRow {
  readonly step: number;
  readonly turn: number;
  /** Index of the step's assistant message. */
  readonly message: number;
  readonly raw: { readonly messages: number; readonly tokens: number; readonly bytes: number };
  readonly request: {
    readonly messages: number;
    readonly tokens: number;
    readonly bytes: number;
    readonly systemTokens: number;
    readonly toolTokens: number;
    readonly summaryTokens: number;
  };
  /** Tokens of the request by category, aligned with CATEGORIES. */
  readonly categories: readonly number[];
  readonly cache: { readonly prefixTokens: number; readonly breakReason: string | null };
  /** What happened in this step beside `passed`: each action once. */
  readonly actions: readonly Action[];
  /** What a summary at this step would leave beside itself: the fixed parts and the recent messages that it keeps. */
  readonly recent?: number;
}

/** A raw message whose stored form is not the message itself. */
export interface StoredChange {
  readonly index: number;
  readonly disposition: Disposition;
  readonly tokens: number;
  readonly bytes: number;
}

/** One committed summary. `coveredEnd` is the index of the first message that it does not cover. */
export interface RunSummary {
  readonly firedAtStep: number;
  readonly restoredAtStep?: number;
  readonly coversThrough: string;
  readonly coveredEnd: number;
  readonly covered: number;
  readonly tokens: number;
  readonly text: string;
}

/** The sums of a run (ledger, `totals`). */
export interface RunTotals {
  readonly rawTokens: number;
  readonly requestTokens: number;
  readonly peakRequestTokens: number;
  readonly fires: number;
  readonly offloaded: number;
  readonly evicted: number;
  readonly spilled: number;
  readonly paged: number;
  readonly limited: number;
  readonly cut: number;
  readonly repaired: number;
  readonly bytesStored: number;
  readonly lostBytes: number;
  readonly rereads: number;
}

/** A threshold that can be drawn on the timeline and dragged. */
export interface ThresholdLine {
  readonly policy: string;
  /** Dotted path in the policy's config, e.g. `trigger.tokens`. */
  readonly param: string;
  readonly value: number;
  readonly label: string;
  /** What of a request is held against the value. */
  readonly unit: "tokens" | "messages";
  /** Of a threshold in messages: how many the policy counted at each step before it acted, aligned with the steps. */
  readonly counted?: readonly number[];
}

/** A finished run, without any body. */
export interface RunView {
  /** The host's handle of the run. */
  readonly run: string;
  readonly transcript: number;
  readonly thread: string;
  readonly profile: Profile;
  readonly problems: ProfileProblems;
  readonly steps: readonly RunStepRow[];
  readonly stored: readonly StoredChange[];
  readonly summaries: readonly RunSummary[];
  readonly totals: RunTotals;
  readonly lines: readonly ThresholdLine[];
  /** Why the run stopped before the end, if it did. */
  readonly failed?: { readonly step: number; readonly message: string };
  /** Milliseconds that the engine took, for the status line. */
  readonly milliseconds: number;
}

/** One message of a request that is not the raw message as recorded. */
export interface RowChange {
  readonly index: number;
  readonly disposition: Disposition;
  /** Of what is sent; 0 when nothing is. */
  readonly tokens: number;
  readonly bytes: number;
}

/** A message that the engine put into a request after the raw message at `after` (-1: before all). */
export interface InsertedRow {
  readonly id: string;
  readonly after: number;
  readonly tokens: number;
  readonly bytes: number;
  readonly why: "repair";
}

/**
 * The outgoing request of a step, aligned with raw history: messages [0, coveredEnd) are in the summary,
 * [coveredEnd, end) are sent, those in `changes` in another form or not at all, with `inserted` between them.
 */
export interface RequestLayout {
  readonly run: string;
  readonly step: number;
  readonly end: number;
  readonly coveredEnd: number;
  readonly summary: { readonly tokens: number; readonly bytes: number; readonly covered: number } | null;
  /** Index of the newest user message, lifted out of the covered ones and sent after the summary. */
  readonly lifted: number | null;
  readonly changes: readonly RowChange[];
  readonly inserted: readonly InsertedRow[];
  readonly events: readonly LedgerEvent[];
  /** Where it parts from the request before it; null for the first. */
  readonly parting: Parting | null;
}

/** Where a request parts from the one before it, in the order in which requests are sent: tools, system, messages. */
export interface Parting {
  /** `end`: it begins with all of the one before. `reader`: the tool that reads results back came or went. */
  readonly place: "tools" | "reader" | "system" | "summary" | "lifted" | "history" | "end";
  /** Stored index of the first message of history that it does not share. */
  readonly at: number;
  /** Why they part; null at the end. */
  readonly reason: string | null;
}

/** Which message of a request or of raw history is meant. */
export type MessageAddress =
  | { readonly index: number }
  | { readonly special: "system" | "tools" | "summary" }
  | { readonly inserted: string };

/** A message body for the window. Texts are cut to the asked length; `omitted` says how many UTF-16 units were. */
export interface MessageBody {
  readonly message: Message;
  readonly tokens: number;
  readonly bytes: number;
  readonly omitted: number;
}

/** A body without the secrets that were recognised in it, and how many there were. */
export interface MaskedBody extends MessageBody {
  readonly masked: number;
}

/** How much of a message a request holds. Tokens are estimated by the run's counter, bytes are UTF-8. */
export interface SentSize {
  readonly tokens: number;
  readonly bytes: number;
}

/** The why card of a message at a step: its disposition and every event about it so far, oldest first. */
export interface WhyCard {
  readonly disposition: Disposition;
  /** What the request holds of it; null where it does not hold it yet, or no longer makes it. */
  readonly sent: SentSize | null;
  readonly events: readonly LedgerEvent[];
  /** One sentence an event, aligned with `events`: what the rule did and the numbers it held against each other. */
  readonly sentences: readonly string[];
  /** What looked at the whole request of the step, or acted on it, and its sentences: the rules that this message met too. */
  readonly request?: { readonly events: readonly LedgerEvent[]; readonly sentences: readonly string[] };
}

/** What became of a message from one request to the other. */
export type MessageChange = "added" | "removed" | "changed";

/** A message that is not the same in two requests. Tokens are estimated, null on the side that does not send it. */
export interface MessageDifference {
  readonly change: MessageChange;
  readonly id: string;
  readonly role: Role;
  /** Index in raw history; null for a summary and what the engine put in. */
  readonly index: number | null;
  readonly before: number | null;
  readonly after: number | null;
}

/** Two requests message by message: what differs, in order, and how much is the same. */
export interface MessageDiff {
  readonly rows: readonly MessageDifference[];
  /** Differences beyond those in `rows`. */
  readonly more: number;
  readonly same: number;
  /** Why the two are aligned only approximately; null where they share their history. */
  readonly approximate: string | null;
}

/** Two requests as text, for the diff. `tooLarge` when together they pass the size gate: then the texts are empty. */
export interface RequestDiff {
  readonly original: string;
  readonly modified: string;
  readonly tooLarge: boolean;
  readonly bytes: number;
  readonly messages: MessageDiff;
}
