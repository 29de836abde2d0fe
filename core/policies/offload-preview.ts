import { lineStartFromEnd } from "../lib/text-lines.ts";
import { indexAtUnits, utf8LengthOf } from "../lib/utf8.ts";
import type { EventDetail, Piece } from "../model/event.ts";
import type { OffloadConfig } from "../model/profile.ts";
import type { TextMetrics } from "../model/text-metrics.ts";
import { range } from "../ledger/pieces.ts";

/** Where the whole lies: at a path, whole or cut, or nowhere. */
export interface StoredAs {
  readonly path: string | undefined;
  readonly storedBytes: number;
}

/** What the model sees of an offloaded result. */
export interface Preview {
  readonly pieces: readonly Piece[];
  readonly detail: Pick<EventDetail, "head" | "tail" | "omitted" | "omittedBytes">;
}

function header(metrics: TextMetrics, stored: StoredAs): string {
  const size = `${metrics.bytes} bytes, ${metrics.lines} lines`;
  if (stored.path === undefined)
    return `[Tool result of ${size}: too large to keep, only its first lines are left]\n`;
  const copy =
    stored.storedBytes < metrics.bytes ? `its first ${stored.storedBytes} bytes are stored` : "stored whole";
  return `[Tool result of ${size}, ${copy} at ${stored.path}; read it there by lines]\n`;
}

/** Ranges of the first `count` lines, each cut to `chars`, that fit `budget` UTF-16 units. */
function headRanges(
  text: string,
  count: number,
  chars: number,
  budget: number,
): { pieces: Piece[]; lines: number; used: number } {
  const pieces: Piece[] = [];
  let used = 0;
  let from = 0;
  let lines = 0;
  while (lines < count && from < text.length) {
    const newline = text.indexOf("\n", from);
    const end = newline === -1 ? text.length : newline;
    const allowed = Math.min(chars, budget - used - 2);
    if (allowed <= 0) break;
    const cut = from + indexAtUnits(text.slice(from, Math.min(end, from + allowed + 1)), allowed);
    const line: Piece[] =
      cut < end ? [...range(from, cut), "…\n"] : range(from, newline === -1 ? end : end + 1);
    const size = cut < end ? cut - from + 2 : (newline === -1 ? end : end + 1) - from;
    pieces.push(...line);
    used += size;
    lines++;
    from = newline === -1 ? text.length : newline + 1;
  }
  return { pieces, lines, used };
}

/** Merges neighbouring ranges, so that a preview of whole lines is one piece. */
function merged(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (typeof piece === "object" && typeof last === "object" && last.to === piece.from)
      out[out.length - 1] = { from: last.from, to: piece.to };
    else out.push(piece);
  }
  return out;
}

/**
 * Header and first (and last) lines of a result, together within `thresholdTokens` chars4: the header wins, then
 * the first lines, then the last (policies, 2.1).
 */
export function previewOf(metrics: TextMetrics, stored: StoredAs, config: OffloadConfig): Preview {
  const { text, lines } = metrics;
  const top = header(metrics, stored);
  const budget = config.thresholdTokens * 4 - top.length;
  const head = headRanges(text, config.previewLines, config.previewLineChars, budget);
  const tailCount = Math.min(config.tailLines, lines - head.lines);
  const tailFrom = lines - tailCount + 1;
  const gap = `[lines ${head.lines + 1}-${tailFrom - 1} of ${lines} left out]\n`;
  const tailText = lineStartFromEnd(text, tailCount);
  const room = budget - head.used - gap.length;
  const tail =
    tailCount > 0 ? headRanges(text.slice(tailText), tailCount, config.previewLineChars, room) : undefined;
  const tailPieces = tail?.lines === tailCount ? shifted(tail.pieces, tailText) : [];
  const shown = tailPieces.length > 0 ? tailCount : 0;
  const pieces = merged([
    top,
    ...head.pieces,
    ...(shown > 0 && tailFrom > head.lines + 1 ? [gap] : []),
    ...tailPieces,
  ]);
  return { pieces, detail: anatomy(metrics, head.lines, shown, pieces) };
}

function shifted(pieces: readonly Piece[], by: number): Piece[] {
  return pieces.map((piece) =>
    typeof piece === "string" ? piece : { from: piece.from + by, to: piece.to + by },
  );
}

function anatomy(
  metrics: TextMetrics,
  head: number,
  tail: number,
  pieces: readonly Piece[],
): Preview["detail"] {
  const { lines } = metrics;
  const shownUnits = pieces.reduce(
    (sum, piece) => sum + (typeof piece === "string" ? 0 : piece.to - piece.from),
    0,
  );
  return {
    ...(head > 0 ? { head: { from: 1, to: head } } : {}),
    ...(tail > 0 ? { tail: { from: lines - tail + 1, to: lines } } : {}),
    ...(head + tail < lines ? { omitted: { from: head + 1, to: lines - tail } } : {}),
    ...(shownUnits < metrics.text.length
      ? { omittedBytes: Math.max(0, metrics.bytes - shownBytes(metrics, pieces)) }
      : {}),
  };
}

function shownBytes(metrics: TextMetrics, pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (typeof piece === "string" ? 0 : utf8LengthOf(metrics.text, piece.from, piece.to)),
    0,
  );
}
