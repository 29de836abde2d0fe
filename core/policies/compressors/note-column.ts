import { utf8Length } from "../../lib/utf8.ts";

/** The notes of one heading over a whole recording, in order, each with the message that brings it. */
export class NoteColumn {
  readonly lines: string[] = [];
  private readonly indices: number[] = [];
  /** For each note, the next position that has the same line; Infinity for none. */
  private readonly again: number[] = [];
  /** Where each line stands last; and of those that come again, every position. */
  private readonly last = new Map<string, number>();
  private readonly repeated = new Map<string, number[]>();
  /** UTF-16 units and UTF-8 bytes of all notes before a position, as far as somebody has asked. */
  private readonly units: number[] = [0];
  private readonly bytes: number[] = [0];
  /** For each note, the last position up to it whose line comes again; -1 for none. As far as somebody has asked. */
  private repeats: number[] = [];

  /** Adds the note of a message; indices ascend. */
  add(line: string, index: number): void {
    const at = this.lines.length;
    const before = this.last.get(line);
    if (before !== undefined) this.repeat(line, before, at);
    this.last.set(line, at);
    this.lines.push(line);
    this.indices.push(index);
    this.again.push(Infinity);
    if (this.repeats.length > 0) this.repeats = [];
  }

  private repeat(line: string, before: number, at: number): void {
    this.again[before] = at;
    const known = this.repeated.get(line);
    if (known) known.push(at);
    else this.repeated.set(line, [before, at]);
  }

  /** UTF-16 units of the notes [from, end). */
  unitsOf(from: number, end: number): number {
    if (end >= this.units.length) this.sumTo(end);
    return (this.units[end] as number) - (this.units[from] as number);
  }

  /** UTF-8 bytes of the notes [from, end). */
  bytesOf(from: number, end: number): number {
    if (end >= this.units.length) this.sumTo(end);
    return (this.bytes[end] as number) - (this.bytes[from] as number);
  }

  /** UTF-8 bytes of the note at a position; undefined for -1. */
  knownBytes(position: number): number | undefined {
    return position < 0 ? undefined : this.bytesOf(position, position + 1);
  }

  /** The first position from `from` on from which the notes up to `end` fit together in so many UTF-16 units. */
  fitting(from: number, end: number, units: number): number {
    if (end >= this.units.length) this.sumTo(end);
    return lowerBound(this.units, (this.units[end] as number) - units, from, end);
  }

  private sumTo(end: number): void {
    const { units, bytes, lines } = this;
    for (let at = units.length - 1; at < end; at++) {
      const line = lines[at] as string;
      units.push((units[at] as number) + line.length);
      bytes.push((bytes[at] as number) + utf8Length(line));
    }
  }

  /** The last position up to a given one whose line comes again further on; -1 for none. */
  repeatUpTo(position: number): number {
    const { repeats, again } = this;
    for (let at = repeats.length; at <= position; at++)
      repeats.push(again[at] === Infinity ? (repeats[at - 1] ?? -1) : at);
    return position < 0 ? -1 : (repeats[position] as number);
  }

  /** How many notes the messages before an index bring. */
  before(index: number): number {
    return lowerBound(this.indices, index);
  }

  /** Whether no note in (position, end) is the same. */
  isNewest(position: number, end: number): boolean {
    return (this.again[position] as number) >= end;
  }

  /**
   * Whether the note at a position before `from` comes again among the notes [from, end). Between the two it may come in
   * messages that no summary was given.
   */
  comesWithin(position: number, from: number, end: number): boolean {
    let next = this.again[position] as number;
    while (next < from) next = this.again[next] as number;
    return next < end;
  }

  /** Whether a line is among the notes [from, end). */
  has(line: string, from: number, end: number): boolean {
    const last = this.last.get(line);
    if (last === undefined || last < from) return false;
    if (last < end) return true;
    const known = this.repeated.get(line);
    const at = known?.[lowerBound(known, from)];
    return at !== undefined && at < end;
  }
}

/** Index of the first value within [low, high) that is not below a limit, in ascending values; `high` for none. */
function lowerBound(values: readonly number[], limit: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
