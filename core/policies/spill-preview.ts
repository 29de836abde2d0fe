import { headWithinBytes, tailStartWithinBytes } from "../lib/text-lines.ts";
import { utf8Length, utf8LengthOf } from "../lib/utf8.ts";
import type { ContentSize, EventDetail, LineRange, Piece } from "../model/event.ts";
import type { SpillConfig } from "../model/profile.ts";
import { type TextMetrics, contentSize } from "../model/text-metrics.ts";
import { joinPieces, range } from "../ledger/pieces.ts";

/** Where head ends and tail begins, in UTF-16 units, and what lies between in lines and bytes. */
export interface Gap {
  readonly head: number;
  readonly tail: number;
  readonly lines: LineRange;
  readonly bytes: number;
}

function newlinesBefore(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** What head and tail leave out of a text, or undefined when together they hold it whole. */
export function gapOf(metrics: TextMetrics, config: SpillConfig): Gap | undefined {
  const { headBytes, tailBytes } = config;
  return metrics.memo(`gap ${headBytes} ${tailBytes}`, () => findGap(metrics.text, config));
}

function findGap(text: string, config: SpillConfig): Gap | undefined {
  const head = headWithinBytes(text, config.headBytes).length;
  const tail = tailStartWithinBytes(text, config.tailBytes);
  if (head >= tail) return undefined;
  const lines = { from: newlinesBefore(text, head) + 1, to: newlinesBefore(text, tail - 1) + 1 };
  return { head, tail, lines, bytes: utf8LengthOf(text, head, tail) };
}

/** Head, note and tail. The note stands on lines of its own. */
function spillPieces(text: string, gap: Gap, note: string): Piece[] {
  const before = gap.head > 0 && text.charCodeAt(gap.head - 1) !== 10 ? "\n" : "";
  return [...range(0, gap.head), `${before}${note}\n`, ...range(gap.tail, text.length)];
}

/** Head, note and tail with their text and size, made once for the same note. */
export function shownSpill(
  metrics: TextMetrics,
  gap: Gap,
  note: string,
): { readonly pieces: Piece[]; readonly text: string; readonly size: ContentSize } {
  return metrics.memo(`spill ${gap.head} ${gap.tail} ${note}`, () => {
    const pieces = spillPieces(metrics.text, gap, note);
    const text = joinPieces(metrics.text, pieces);
    return { pieces, text, size: contentSize(text) };
  });
}

/** The note of a spilled result: which lines are left out, and where they are. */
export function spillNote(metrics: TextMetrics, gap: Gap, path: string, storedBytes: number): string {
  const { from, to } = gap.lines;
  const kept = storedBytes < metrics.bytes ? `its first ${storedBytes} bytes` : "the whole result";
  return (
    `[lines ${from}-${to} of ${metrics.lines} left out here (${gap.bytes} bytes): ${kept} of ${metrics.bytes} bytes ` +
    `in ${path}; read it with offset ${from} and limit ${to - from + 1}, or search it]`
  );
}

/** The note of a read: the file itself holds the omitted lines, numbered as the file numbers them. */
export function pointNote(metrics: TextMetrics, gap: Gap, path: string, offset: number): string {
  const from = gap.lines.from + offset - 1;
  const to = gap.lines.to + offset - 1;
  return `[lines ${from}-${to} left out here (${gap.bytes} of ${metrics.bytes} bytes): read ${path} with offset ${from} and limit ${to - from + 1}]`;
}

/** Anatomy of a preview for its event. */
export function gapDetail(metrics: TextMetrics, gap: Gap): EventDetail {
  return metrics.memo(`gap-detail ${gap.head} ${gap.tail}`, () =>
    describeGap(metrics.text, gap, metrics.lines),
  );
}

function describeGap(text: string, gap: Gap, lines: number): EventDetail {
  const tailLines =
    gap.tail < text.length ? { tail: { from: newlinesBefore(text, gap.tail) + 1, to: lines } } : {};
  const headLines = gap.head > 0 ? { head: { from: 1, to: newlinesBefore(text, gap.head - 1) + 1 } } : {};
  const start = utf8LengthOf(text, 0, gap.head);
  const omittedRange = { from: start, to: start + gap.bytes };
  return { ...headLines, ...tailLines, omitted: gap.lines, omittedBytes: gap.bytes, omittedRange };
}

/** The legacy cut: a head of at most `limit` bytes with its notice, or nothing where the notice does not fit. */
export function legacyPieces(
  metrics: TextMetrics,
  limit: number,
): { readonly pieces: Piece[]; readonly shown: number } {
  const notice = `\n[cut: the result had ${metrics.bytes} bytes, the rest was not kept]`;
  const room = limit - utf8Length(notice);
  if (room < 0) return { pieces: [], shown: 0 };
  const head = headWithinBytes(metrics.text, room);
  return { pieces: [...range(0, head.length), notice], shown: utf8Length(head) };
}
