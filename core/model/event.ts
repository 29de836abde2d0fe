import type { PolicyKind } from "./profile.ts";

/** Everything that a policy, the engine or a fault can do: a closed union (ledger). */
export const ACTIONS = [
  "passed",
  "offloaded",
  "cut",
  "evicted",
  "dropped",
  "restored",
  "spilled",
  "pointed",
  "fell-back",
  "limited",
  "discarded",
  "aborted",
  "externalised",
  "paged",
  "page-read",
  "fired",
  "refused",
  "summary-applied",
  "summary-cut",
  "summary-void",
  "pruned",
  "cleared",
  "repaired",
  "denied",
  "asked",
  "alarm",
  "warned",
  "fault",
] as const;

/** One of the actions of the ledger. */
export type Action = (typeof ACTIONS)[number];

/** Units of a measure. `tokens` are estimated by the run's counter, or by chars4 where a policy says so. */
export type Unit = "tokens" | "bytes" | "lines" | "messages" | "results";

/** A measured value. */
export interface Measure {
  readonly value: number;
  readonly unit: Unit;
}

/** The limit that a value was held against: the name of the parameter and its value. */
export interface Limit extends Measure {
  readonly name: string;
  /** How the two were compared; `>` where it is absent. */
  readonly comparator?: ">" | ">=";
}

/** Size of some content. */
export interface ContentSize {
  readonly bytes: number;
  readonly lines: number;
  readonly tokens: number;
}

/** Lines from 1, both ends inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What an event is about. `message` is always there where there is one: providers' call ids repeat. */
export interface Subject {
  readonly message?: string;
  readonly call?: string;
  /** The runtime's own identity of the call. */
  readonly identity?: string;
  /** Position of the part in its message, from 0. */
  readonly part?: number;
  readonly path?: string;
}

/**
 * A piece of a replacement: text of the policy's own, or a range of UTF-16 units of the original; with `as`, that
 * range as it stands inside a JSON string.
 */
export type Piece = string | { readonly from: number; readonly to: number; readonly as?: "json" };

/** More of an event, by action. Only what applies is there. */
export interface EventDetail {
  readonly reason?: string;
  readonly head?: LineRange;
  readonly tail?: LineRange;
  readonly omitted?: LineRange;
  readonly omittedBytes?: number;
  /** UTF-8 byte range of the original that the model no longer sees: [from, to). */
  readonly omittedRange?: { readonly from: number; readonly to: number };
  /** Bytes kept in a store, where that is not the whole. */
  readonly storedBytes?: number;
  readonly stored?: "whole" | "cut" | "none";
  readonly next?: string;
  readonly coversThrough?: string;
  readonly covered?: number;
  readonly coveredFrom?: string;
  /** Where the cut was wanted and where it went, as stored positions, and the message that held it. */
  readonly cutWanted?: number;
  readonly cutAt?: number;
  readonly heldBy?: string;
  /** Sequence number of the event whose update pushed this one out. */
  readonly because?: number;
  /** What the model sees instead, in order: given text, or a range [from, to) of UTF-16 units of the original. */
  readonly pieces?: readonly Piece[];
  /** Media that became a reference: its position among the parts, the store's id, and its decoded bytes. */
  readonly media?: { readonly at: number; readonly id: string; readonly bytes: number };
  /** Stored messages that are left out, by position from 0: [from, to). */
  readonly pruned?: readonly { readonly from: number; readonly to: number }[];
  /** The text of a summary message as sent. */
  readonly text?: string;
  /** Id of the newest user message that was lifted out of the covered ones. */
  readonly lifted?: string;
  readonly lost?: "task" | "newest-user";
  readonly fault?: string;
  readonly note?: string;
}

/** The policy that an event comes from, or the engine's own repair, or a fault. */
export type EventPolicy = PolicyKind | "repair" | "engine" | "fault";

/** One decision of the ledger. `seq`, `step` and `turn` count from 1. */
export interface LedgerEvent {
  readonly seq: number;
  readonly step: number;
  readonly turn: number;
  readonly lane: string;
  readonly policy: EventPolicy;
  readonly action: Action;
  readonly subject: Subject;
  readonly measured?: Measure;
  readonly limit?: Limit;
  readonly before?: ContentSize;
  readonly after?: ContentSize;
  readonly detail?: EventDetail;
}

/** An event before the ledger numbers and dates it. */
export type EventBody = Omit<LedgerEvent, "seq" | "step" | "turn" | "lane">;
