import type {
  Disposition,
  InsertedRow,
  MessageAddress,
  RequestLayout,
  RowChange,
} from "../../../core/contract/run-view.ts";
import { leavesNothing } from "../../../core/analysis/sight.ts";
import type { Outline } from "../../data/message-table.ts";
import { sameAddress } from "../../state/selection.ts";
import { NO_FOLDING, type TurnFolding } from "../../state/folding.ts";
import {
  addressOf,
  type MessageRow,
  type Row,
  type Sent,
  type Size,
  type SummaryRow,
  type TurnRow,
} from "./row.ts";
import { foldedCodes, turnCode, turnOfCode, turnsOf } from "./turns.ts";

/** Codes of the rows that are no raw message; a code from 0 up is a raw message's index. */
const CODES = {
  system: -1,
  tools: -2,
  summary: -3,
  lifted: -4,
  divider: -5,
  answer: -6,
  inserted: -10,
} as const;

const KINDS: ReadonlyMap<number, Row["kind"]> = new Map([
  [CODES.system, "system"],
  [CODES.tools, "tools"],
  [CODES.summary, "summary"],
  [CODES.lifted, "lifted"],
  [CODES.divider, "divider"],
  [CODES.answer, "answer"],
]);

/** What the rows are made from. */
export interface RowsInput {
  readonly outline: Outline;
  readonly layout: RequestLayout;
  /** False when the run counts by another counter than the outline: then kept messages have no sent tokens. */
  readonly sameCounter: boolean;
  /** The covered messages are not drawn. */
  readonly folded: boolean;
  readonly turns?: TurnFolding;
}

/** The most rows that are remembered: many times what is in sight. */
const MOST_MADE = 500;

/** Raw history and the request of a step as rows, aligned by message. Rows are made when they are looked at. */
export class AlignedRows {
  readonly #input: RowsInput;
  readonly #codes: Int32Array;
  readonly #changes: ReadonlyMap<number, RowChange>;
  readonly #inserted: readonly InsertedRow[];
  readonly #made = new Map<number, Row>();
  /** Rows of the covered messages, the summary's own row first: [from, to). Empty when nothing is covered. */
  readonly coveredRows: { readonly from: number; readonly to: number };
  /** Row of the divider, or the number of rows where there is none: what lies before it is the request. */
  readonly requestEnd: number;

  constructor(input: RowsInput) {
    this.#input = input;
    this.#changes = new Map(input.layout.changes.map((change) => [change.index, change]));
    this.#inserted = input.layout.inserted.toSorted((a, b) => a.after - b.after);
    this.#codes = rowCodes(input, this.#inserted);
    const from = this.#codes.indexOf(CODES.summary);
    this.coveredRows = from < 0 ? { from: 0, to: 0 } : { from, to: from + 1 + coveredCodes(input).length };
    const divider = this.#codes.lastIndexOf(CODES.divider);
    this.requestEnd = divider < 0 ? this.#codes.length : divider;
  }

  /** The step whose request they are. */
  get step(): number {
    return this.#input.layout.step;
  }

  get count(): number {
    return this.#codes.length;
  }

  /** The row at a position, the same object every time. Throws RangeError outside [0, count). */
  at(row: number): Row {
    const known = this.#made.get(row);
    if (known && this.#isWhole(known)) return known;
    const made = this.#make(row);
    if (this.#made.size >= MOST_MADE) this.#made.clear();
    this.#made.set(row, made);
    return made;
  }

  /** False for a row whose message is known better by now. */
  #isWhole(row: Row): boolean {
    const { messages } = this.#input.outline;
    if (row.kind === "turn") return row.first === messages.at(row.from);
    return !("index" in row) || row.raw === messages.at(row.index);
  }

  #make(row: number): Row {
    const code = this.#codes[row];
    if (code === undefined) throw new RangeError(`no row ${row}`);
    if (code >= 0) return this.#message("message", code);
    const turn = turnOfCode(code);
    if (turn) return this.#turn(turn.turn, turn.covered);
    const inserted = this.#inserted[CODES.inserted - code];
    return inserted ? { kind: "inserted", inserted } : this.#special(code);
  }

  /** A number that is the same for the same message in every step: cheap, as it is asked of every row there is. */
  codeAt(row: number): number {
    return this.#codes[row] ?? CODES.divider;
  }

  /** What a row is, without making it. */
  kindAt(row: number): Row["kind"] {
    const code = this.codeAt(row);
    if (code >= 0) return "message";
    if (turnOfCode(code)) return "turn";
    return code <= CODES.inserted ? "inserted" : (KINDS.get(code) ?? "divider");
  }

  /**
   * The row of an address, or undefined when it is not among them. A covered message that is folded away gives the
   * summary's row; the lifted one has two rows, of which `sent` gives the second.
   */
  rowOf(address: MessageAddress, side: "raw" | "sent"): number | undefined {
    const code = this.#codeOf(address, side);
    const row = code === undefined ? -1 : this.#codes.indexOf(code);
    return row < 0 ? undefined : row;
  }

  /** The last row whose message has a disposition in this request. */
  lastOf(disposition: Disposition): number | undefined {
    const change = this.#input.layout.changes.findLast((one) => one.disposition === disposition);
    return change && this.rowOf({ index: change.index }, "raw");
  }

  /** True when a row stands for an address: the lifted message's two rows both do. */
  standsFor(row: number, address: MessageAddress): boolean {
    const own = row >= 0 && row < this.count ? addressOf(this.at(row)) : undefined;
    return own !== undefined && sameAddress(own, address);
  }

  /** The next row from one (exclusive) that stands for a message. */
  neighbour(from: number, by: 1 | -1): number | undefined {
    for (let row = from + by; row >= 0 && row < this.count; row += by) {
      if (this.codeAt(row) !== CODES.divider) return row;
    }
    return undefined;
  }

  #codeOf(address: MessageAddress, side: "raw" | "sent"): number | undefined {
    const { layout, folded } = this.#input;
    if ("special" in address) return CODES[address.special];
    if ("inserted" in address) {
      const at = this.#inserted.findIndex((row) => row.id === address.inserted);
      return at < 0 ? undefined : CODES.inserted - at;
    }
    const { index } = address;
    if (index === layout.lifted && (side === "sent" || folded)) return CODES.lifted;
    if (index < layout.coveredEnd && folded) return CODES.summary;
    if (index === answerOf(this.#input)) return CODES.answer;
    const turn = this.#input.outline.messages.turnOf(index);
    return this.#isFolded(turn) ? turnCode(turn, index < layout.coveredEnd) : index;
  }

  #isFolded(turn: number): boolean {
    const { turns = NO_FOLDING } = this.#input;
    return turns.folded && !turns.open.has(turn);
  }

  #turn(turn: number, covered: boolean): TurnRow {
    const { outline, layout } = this.#input;
    const whole = turnsOf(outline).find((one) => one.turn === turn);
    const [first, last] = covered
      ? [0, layout.coveredEnd]
      : [layout.summary ? layout.coveredEnd : 0, layout.end];
    const from = Math.max(whole?.from ?? 0, first);
    const to = Math.min(whole?.to ?? 0, last);
    const message = outline.messages.at(from);
    if (!message) throw new RangeError(`no turn ${turn}`);
    const raw = this.#sum(from, to);
    const sent = covered ? null : this.#sentSum(from, to, raw);
    return { kind: "turn", turn, covered, from, to, first: message, raw, sent, open: !this.#isFolded(turn) };
  }

  #sum(from: number, to: number): { readonly tokens: number; readonly bytes: number } {
    return this.#input.outline.messages.sum(from, to);
  }

  /** What is sent of the messages [from, to): the raw sizes, but for those that the layout says are others. */
  #sentSum(from: number, to: number, raw: { readonly tokens: number; readonly bytes: number }): Size {
    const { layout, outline, sameCounter } = this.#input;
    let { tokens, bytes } = raw;
    for (const change of layout.changes) {
      if (change.index < from || change.index >= to) continue;
      tokens += change.tokens - outline.messages.tokens(change.index);
      bytes += change.bytes - outline.messages.bytes(change.index);
    }
    return { tokens: sameCounter ? tokens : null, bytes };
  }

  #special(code: number): Row {
    const { outline, layout } = this.#input;
    switch (code) {
      case CODES.system:
        return { kind: "system", raw: outline.system, sent: this.#own(outline.system), names: [] };
      case CODES.tools:
        return this.#tools();
      case CODES.summary:
        return this.#summary();
      case CODES.lifted:
        return this.#message("lifted", layout.lifted ?? 0);
      case CODES.answer:
        return this.#message("answer", answerOf(this.#input) ?? 0);
      default:
        return { kind: "divider", step: layout.step };
    }
  }

  #tools(): Row {
    const { tools } = this.#input.outline;
    const size = tools.names.length > 0 ? tools : null;
    return { kind: "tools", raw: size, sent: this.#own(size), names: tools.names };
  }

  #summary(): SummaryRow {
    const { layout, folded } = this.#input;
    const { tokens, bytes } = this.#sum(0, layout.coveredEnd);
    const lifted = layout.lifted === null ? undefined : this.#sum(layout.lifted, layout.lifted + 1);
    return {
      kind: "summary",
      covered: layout.summary?.covered ?? 0,
      coveredEnd: layout.coveredEnd,
      from: {
        tokens: tokens - (lifted?.tokens ?? 0),
        bytes: bytes - (lifted?.bytes ?? 0),
      },
      to: { tokens: layout.summary?.tokens ?? 0, bytes: layout.summary?.bytes ?? 0 },
      folded,
    };
  }

  #message(kind: MessageRow["kind"], index: number): MessageRow {
    const raw = this.#input.outline.messages.at(index);
    if (!raw) throw new RangeError(`no message ${index}`);
    return { kind, index, raw, sent: kind === "answer" ? null : this.#sent(kind, index) };
  }

  #sent(kind: "message" | "lifted", index: number): Sent {
    const { layout } = this.#input;
    if (kind === "message" && index < layout.coveredEnd) {
      return { state: index === layout.lifted ? "lifted" : "covered" };
    }
    const change = this.#changes.get(index);
    const size = this.#own(this.#sum(index, index + 1)) ?? { tokens: 0, bytes: 0 };
    if (!change) return { state: "sent", disposition: "kept", size };
    const { disposition, tokens, bytes } = change;
    if (leavesNothing(change)) return { state: "gone", disposition };
    return { state: "sent", disposition, size: { tokens, bytes } };
  }

  /** A size from the outline, as the sent side may show it. */
  #own(size: { readonly tokens: number; readonly bytes: number } | null): Size | null {
    return size && { tokens: this.#input.sameCounter ? size.tokens : null, bytes: size.bytes };
  }
}

/** Index of the assistant message that answers the request; undefined when the recording ends before it. */
function answerOf({ outline, layout }: RowsInput): number | undefined {
  const index = outline.steps[layout.step - 1];
  return index !== undefined && index >= layout.end && index < outline.messages.length ? index : undefined;
}

/** The codes of what a summary covers, without its own. */
function coveredCodes({ outline, layout, folded, turns = NO_FOLDING }: RowsInput): number[] {
  const to = layout.summary && !folded ? layout.coveredEnd : 0;
  return foldedCodes(outline, { from: 0, to, covered: true }, turns);
}

/** The codes of what is sent of history, with what the engine put in after the message that it follows. */
function sentCodes(input: RowsInput, inserted: readonly InsertedRow[]): number[] {
  const { outline, layout, turns = NO_FOLDING } = input;
  const codes: number[] = [];
  const place = (from: number, to: number): void => {
    for (const code of foldedCodes(outline, { from, to, covered: false }, turns)) codes.push(code);
  };
  if (turns.folded) {
    // What is put in belongs to its turn: it is folded with it.
    place(layout.summary ? layout.coveredEnd : 0, layout.end);
    const open = inserted
      .map(({ after }, at) => ({ after, at }))
      .filter(({ after }) => codes.includes(after));
    for (const { after, at } of open) codes.splice(codes.indexOf(after) + 1, 0, CODES.inserted - at);
    return codes;
  }
  let next = 0;
  for (let index = layout.summary ? layout.coveredEnd : 0; index <= layout.end; index++) {
    while ((inserted[next]?.after ?? Infinity) < index) codes.push(CODES.inserted - next++);
    if (index < layout.end) codes.push(index);
  }
  return codes;
}

/** The rows' codes in order: a few kilobytes, made once a step. */
function rowCodes(input: RowsInput, inserted: readonly InsertedRow[]): Int32Array {
  const { layout } = input;
  const codes: number[] = [CODES.system, CODES.tools];
  if (layout.summary) codes.push(CODES.summary);
  for (const code of coveredCodes(input)) codes.push(code);
  if (layout.summary && layout.lifted !== null) codes.push(CODES.lifted);
  for (const code of sentCodes(input, inserted)) codes.push(code);
  if (answerOf(input) !== undefined) codes.push(CODES.divider, CODES.answer);
  return Int32Array.from(codes);
}
