import { insideJson } from "../ledger/pieces.ts";
import { indexAtBytes, utf8Length, utf8LengthOf } from "../lib/utf8.ts";
import type { Piece } from "../model/event.ts";

/** A range of UTF-16 units of a recorded text: [from, to). */
export interface UnitRange {
  readonly from: number;
  readonly to: number;
}

/** A stretch of a text as some policies left it, and the range of the recorded text that it shows, if any. */
export interface Stretch {
  readonly text: string;
  readonly range?: UnitRange;
  /** It shows the range in escaped form: a part of it shows no certain part of the range. */
  readonly escaped?: true;
}

function part({ text, range, escaped }: Stretch, from: number, to: number): Stretch {
  const cut = text.slice(from, to);
  if (!range || (escaped && cut.length < text.length)) return { text: cut };
  return escaped
    ? { text, range, escaped }
    : { text: cut, range: { from: range.from + from, to: range.from + to } };
}

function escape({ text, range }: Stretch): Stretch {
  return { text: insideJson(text), ...(range ? { range, escaped: true } : {}) };
}

/** Where the parts of a text come from that policies cut and joined, one after the other. */
export class Origins {
  /** In order; joined, they are the text. */
  readonly stretches: readonly Stretch[];

  private constructor(stretches: readonly Stretch[]) {
    this.stretches = stretches;
  }

  /** The recorded text itself. */
  static of(recorded: string): Origins {
    return new Origins([{ text: recorded, range: { from: 0, to: recorded.length } }]);
  }

  private within(from: number, to: number): Stretch[] {
    const found: Stretch[] = [];
    let at = 0;
    for (const stretch of this.stretches) {
      const begins = Math.max(0, from - at);
      const ends = Math.min(stretch.text.length, to - at);
      if (ends > begins) found.push(part(stretch, begins, ends));
      at += stretch.text.length;
    }
    return found;
  }

  /** The text that pieces of this one make. */
  joined(pieces: readonly Piece[]): Origins {
    const next = pieces.flatMap((piece): Stretch[] => {
      if (typeof piece === "string") return [{ text: piece }];
      const own = this.within(piece.from, piece.to);
      return piece.as === "json" ? own.map(escape) : own;
    });
    return new Origins(next);
  }

  /** The ranges of the recorded text in it. */
  ranges(): UnitRange[] {
    return this.stretches.flatMap(({ range }) => (range ? [range] : []));
  }

  /** The ranges of the recorded text in its first bytes. */
  head(bytes: number): UnitRange[] {
    const found: UnitRange[] = [];
    let left = bytes;
    for (const stretch of this.stretches) {
      if (left <= 0) break;
      const own = part(stretch, 0, indexAtBytes(stretch.text, left));
      if (own.range) found.push(own.range);
      left -= utf8Length(own.text);
    }
    return found;
  }
}

/** Bytes of a text that no range holds. */
export function bytesOutside(text: string, ranges: readonly UnitRange[]): number {
  let end = 0;
  let bytes = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > end) bytes += utf8LengthOf(text, end, from);
    end = Math.max(end, to);
  }
  return bytes + utf8LengthOf(text, end, text.length);
}
