import type { ShownMessage } from "../../data/message-table.ts";
import type { Disposition, InsertedRow, MessageAddress } from "../../../core/contract/run-view.ts";

/** Size of a content. Tokens are null where the only figure known is of another counter. */
export interface Size {
  readonly tokens: number | null;
  readonly bytes: number;
}

/** What stands on the right of a raw message. */
export type Sent =
  | { readonly state: "sent"; readonly disposition: Disposition; readonly size: Size }
  /** Left out of the request: drawn as a ghost. */
  | { readonly state: "gone"; readonly disposition: Disposition }
  /** The summary stands for it. */
  | { readonly state: "covered" }
  /** The summary covers it, but it is sent all the same, straight after the summary. */
  | { readonly state: "lifted" };

/** A part of the request that is the same on both sides. Null where the recording has none. */
export interface FixedRow {
  readonly kind: "system" | "tools";
  readonly raw: Size | null;
  readonly sent: Size | null;
  /** Names of the tools; none for the system prompt. */
  readonly names: readonly string[];
}

/** The head of the covered messages: on the left what they are, on the right the summary that stands for them. */
export interface SummaryRow {
  readonly kind: "summary";
  readonly covered: number;
  readonly coveredEnd: number;
  /** Of the raw messages that are covered, the lifted one not counted. */
  readonly from: Size;
  readonly to: Size;
  readonly folded: boolean;
}

/**
 * A raw message and what became of it. `lifted` is the lifted message in its second place, `answer` what the model
 * answered to the request: that one is not sent.
 */
export interface MessageRow {
  readonly kind: "message" | "lifted" | "answer";
  readonly index: number;
  readonly raw: ShownMessage;
  /** Null for the answer. */
  readonly sent: Sent | null;
}

/** A message that the engine put in. */
export interface InsertedMessageRow {
  readonly kind: "inserted";
  readonly inserted: InsertedRow;
}

/** The heading of a turn: what its messages are together on both sides. */
export interface TurnRow {
  readonly kind: "turn";
  readonly turn: number;
  /** A summary covers its messages. */
  readonly covered: boolean;
  /** Raw messages [from, to) that it heads. */
  readonly from: number;
  readonly to: number;
  /** Its first message, which tells what it is about. */
  readonly first: ShownMessage;
  readonly raw: Size;
  /** Null where a summary stands for all of it. */
  readonly sent: Size | null;
  readonly open: boolean;
}

/** The line between the request and what the model answered to it. */
export interface DividerRow {
  readonly kind: "divider";
  readonly step: number;
}

/** One row of the two columns. */
export type Row = FixedRow | SummaryRow | MessageRow | InsertedMessageRow | TurnRow | DividerRow;

/** The address that a row stands for; undefined for a divider. */
export function addressOf(row: Row): MessageAddress | undefined {
  switch (row.kind) {
    case "system":
    case "tools":
    case "summary":
      return { special: row.kind };
    case "inserted":
      return { inserted: row.inserted.id };
    case "divider":
      return undefined;
    case "turn":
      return { index: row.from };
    case "message":
    case "lifted":
    case "answer":
      return { index: row.index };
  }
}

/** False for a row that has nothing to show below itself. */
export function isOpenable({ kind }: Row): boolean {
  return kind !== "summary" && kind !== "divider";
}

/** A key that is the same for the same thing in every step, so that what is open stays open. */
export function keyOf(row: Row): string {
  if (row.kind === "inserted") return `inserted/${row.inserted.id}`;
  if (row.kind === "lifted") return `lifted/${row.index}`;
  if (row.kind === "turn") return `turn/${row.turn}/${row.covered}`;
  return "index" in row ? `message/${row.index}` : row.kind;
}
