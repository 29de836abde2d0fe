import type { ThreadOutline } from "../../../core/contract/rows.ts";
import type {
  Disposition,
  InsertedRow,
  MessageAddress,
  RequestLayout,
  RowChange,
} from "../../../core/contract/run-view.ts";
import { leavesNothing } from "../../../core/analysis/sight.ts";
import { sameAddress } from "../../state/selection.ts";
import { addressOf, type MessageRow, type Row, type Sent, type Size, type SummaryRow } from "./row.ts";

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
  readonly outline: ThreadOutline;
  readonly layout: RequestLayout;
  /** False when the run counts by another counter than the outline: then kept messages have no sent tokens. */
  readonly sameCounter: boolean;
  /** The covered messages are not drawn. */
  readonly folded: boolean;
}

/** Sums over the first n messages, made once an outline. */
const prefixes = new WeakMap<ThreadOutline, { tokens: Float64Array; bytes: Float64Array }>();

function prefixSums(outline: ThreadOutline) {
  const known = prefixes.get(outline);
  if (known) return known;
  const tokens = new Float64Array(outline.messages.length + 1);
  const bytes = new Float64Array(outline.messages.length + 1);
  outline.messages.forEach((message, at) => {
    tokens[at + 1] = (tokens[at] ?? 0) + message.tokens;
    bytes[at + 1] = (bytes[at] ?? 0) + message.bytes;
  });
  const made = { tokens, bytes };
  prefixes.set(outline, made);
  return made;
}

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
    const covered = input.folded ? 0 : input.layout.coveredEnd;
    this.coveredRows = from < 0 ? { from: 0, to: 0 } : { from, to: from + 1 + covered };
    const divider = this.#codes.lastIndexOf(CODES.divider);
    this.requestEnd = divider < 0 ? this.#codes.length : divider;
  }

  get count(): number {
    return this.#codes.length;
  }

  /** The row at a position, the same object every time. Throws RangeError outside [0, count). */
  at(row: number): Row {
    const made = this.#made.get(row) ?? this.#make(row);
    this.#made.set(row, made);
    return made;
  }

  #make(row: number): Row {
    const code = this.#codes[row];
    if (code === undefined) throw new RangeError(`no row ${row}`);
    if (code >= 0) return this.#message("message", code);
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
    return index === answerOf(this.#input) ? CODES.answer : index;
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
    const { outline, layout, folded } = this.#input;
    const { tokens, bytes } = prefixSums(outline);
    const lifted = layout.lifted === null ? undefined : outline.messages[layout.lifted];
    return {
      kind: "summary",
      covered: layout.summary?.covered ?? 0,
      coveredEnd: layout.coveredEnd,
      from: {
        tokens: (tokens[layout.coveredEnd] ?? 0) - (lifted?.tokens ?? 0),
        bytes: (bytes[layout.coveredEnd] ?? 0) - (lifted?.bytes ?? 0),
      },
      to: { tokens: layout.summary?.tokens ?? 0, bytes: layout.summary?.bytes ?? 0 },
      folded,
    };
  }

  #message(kind: MessageRow["kind"], index: number): MessageRow {
    const raw = this.#input.outline.messages[index];
    if (!raw) throw new RangeError(`no message ${index}`);
    return { kind, index, raw, sent: kind === "answer" ? null : this.#sent(kind, index) };
  }

  #sent(kind: "message" | "lifted", index: number): Sent {
    const { layout, outline } = this.#input;
    if (kind === "message" && index < layout.coveredEnd) {
      return { state: index === layout.lifted ? "lifted" : "covered" };
    }
    const change = this.#changes.get(index);
    const size = this.#own(outline.messages[index] ?? null) ?? { tokens: 0, bytes: 0 };
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

/** The rows' codes in order: a few kilobytes, made once a step. */
function rowCodes(input: RowsInput, inserted: readonly InsertedRow[]): Int32Array {
  const { layout, folded } = input;
  const covered = layout.summary && !folded ? layout.coveredEnd : 0;
  const first = layout.summary ? layout.coveredEnd : 0;
  const codes: number[] = [CODES.system, CODES.tools];
  if (layout.summary) codes.push(CODES.summary);
  for (let index = 0; index < covered; index++) codes.push(index);
  if (layout.summary && layout.lifted !== null) codes.push(CODES.lifted);
  let next = 0;
  for (let index = first; index <= layout.end; index++) {
    while ((inserted[next]?.after ?? Infinity) < index) codes.push(CODES.inserted - next++);
    if (index < layout.end) codes.push(index);
  }
  if (answerOf(input) !== undefined) codes.push(CODES.divider, CODES.answer);
  return Int32Array.from(codes);
}
