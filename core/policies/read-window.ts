import { countLines, lineStart } from "../lib/text-lines.ts";
import { indexAtBytes, indexAtUnits, utf8Length, utf8LengthOf } from "../lib/utf8.ts";

/** What bounds an answer of a reader: UTF-8 bytes or UTF-16 units. */
export interface ReadBound {
  readonly unit: "bytes" | "units";
  readonly value: number;
  /** `whole`: the notice counts too. `window`: it does not, and a piece of a line shares its window with no other line. */
  readonly of: "whole" | "window";
}

/** Where reading begins: a line from 1, and a byte of it from 0 where the line is longer than the bound. */
export interface ReadStart {
  readonly line: number;
  readonly byte: number;
}

/** What a reader gives: the piece, then a notice that names the next start if it was cut. Lines from 1. */
export interface ReadAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Lines of the whole. */
  readonly of: number;
  readonly next?: string;
}

/** Parses `LINE` or `LINE:BYTE`; undefined when it is neither. */
export function parseStart(start: string): ReadStart | undefined {
  const found = /^(\d{1,15})(?::(\d{1,15}))?$/.exec(start);
  const line = Number(found?.[1]);
  return found && line >= 1 ? { line, byte: Number(found[2] ?? 0) } : undefined;
}

function formatStart({ line, byte }: ReadStart): string {
  return byte > 0 ? `${line}:${byte}` : `${line}`;
}

/** An answer that is an error for the model. */
export function readError(text: string): ReadAnswer {
  return { isError: true, text, from: 0, to: 0, of: 0 };
}

function sizeOf(text: string, bound: ReadBound): number {
  return bound.unit === "bytes" ? utf8Length(text) : text.length;
}

/** Whether the units [from, to) of a text are at most `most` of the bound's unit. */
function isWithin(text: string, from: number, to: number, most: number, bound: ReadBound): boolean {
  // No unit is less than a byte: most rests of a long text are too large at a glance, page after page.
  return to - from <= most && sizeOf(text.slice(from, to), bound) <= most;
}

function prefixWithin(text: string, from: number, room: number, bound: ReadBound): number {
  return bound.unit === "bytes"
    ? indexAtBytes(text, room, from)
    : from + indexAtUnits(text.slice(from, from + room + 1), room);
}

/** The index of a start in a text: a byte that falls inside a code point means the point's beginning. */
function indexOfStart(text: string, start: ReadStart): number {
  const at = lineStart(text, start.line);
  if (start.byte === 0) return at;
  const newline = text.indexOf("\n", at);
  return Math.min(indexAtBytes(text, start.byte, at), newline === -1 ? text.length : newline + 1);
}

/** Where line `line` ends, its newline included. */
function endOfLines(text: string, from: number, lines: number): number {
  // No line is shorter than a unit: for all lines there is nothing to look for.
  if (lines >= text.length - from) return text.length;
  let at = from;
  for (let i = 0; i < lines && at < text.length; i++) {
    const newline = text.indexOf("\n", at);
    at = newline === -1 ? text.length : newline + 1;
  }
  return at;
}

/** Longest notice: the room that a cut answer leaves for it. */
function notice(next: string, of: number, before: string): string {
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  return `${gap}[more follows: go on at ${next} of ${of} lines]`;
}

const NOTICE_ROOM = notice("9".repeat(16) + ":" + "9".repeat(16), Number.MAX_SAFE_INTEGER, "x").length;

/** The end of the whole lines from `from` that fit, or of a piece of the first line where it alone does not. */
function fittingEnd(text: string, from: number, end: number, room: number, bound: ReadBound): number {
  const fits = Math.min(end, prefixWithin(text, from, room, bound));
  if (fits === end) return end;
  const newline = text.lastIndexOf("\n", fits - 1);
  if (newline >= from) return newline + 1;
  return fits > from ? fits : from + ((text.codePointAt(from) as number) > 0xffff ? 2 : 1);
}

/** Room that a cut answer has for its piece. A bound of nothing still moves on by one code point. */
function roomOf(bound: ReadBound): number {
  return Math.max(1, bound.of === "whole" ? bound.value - NOTICE_ROOM : bound.value);
}

function startAt(text: string, index: number, begin: ReadStart, beginIndex: number): ReadStart {
  let line = begin.line;
  let lineBegins = beginIndex;
  let first = true;
  for (let at = text.indexOf("\n", beginIndex); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) {
    line++;
    lineBegins = at + 1;
    first = false;
  }
  return { line, byte: utf8LengthOf(text, lineBegins, index) + (first ? begin.byte : 0) };
}

/** A window of a text: the UTF-16 units [from, to), its last line, and where the next one starts if there is more. */
export interface TextWindow {
  readonly from: number;
  readonly to: number;
  readonly lastLine: number;
  readonly next?: string;
  /** Less than was asked for: the bound ended it. */
  readonly cut: boolean;
}

/** The window of at most `limit` lines from a start within the bound, or undefined past the end. */
export function windowAt(
  text: string,
  start: ReadStart,
  limit: number,
  bound: ReadBound,
): TextWindow | undefined {
  const from = indexOfStart(text, start);
  if (from >= text.length) return undefined;
  const asked = endOfLines(text, from, limit);
  const alone = bound.of === "window" && start.byte > 0;
  const wanted = alone ? endOfLines(text, from, 1) : asked;
  const most = bound.of === "window" ? roomOf(bound) : bound.value;
  const fits = isWithin(text, from, wanted, most, bound);
  const to = fits ? wanted : fittingEnd(text, from, wanted, roomOf(bound), bound);
  const lastLine = start.line + Math.max(0, countLines(text.slice(from, to)) - 1);
  const next = to < text.length ? { next: formatStart(startAt(text, to, start, from)) } : {};
  return { from, to, lastLine, ...next, cut: to < asked };
}

/**
 * Reads a piece of a stored text: at most `limit` lines from a start, within the bound. A line longer than the bound
 * comes in pieces cut at code points. Pieces read one after the other are the whole text.
 */
export function readWindow(text: string, start: ReadStart, limit: number, bound: ReadBound): ReadAnswer {
  const of = countLines(text);
  const window = windowAt(text, start, limit, bound);
  if (!window)
    return { isError: false, text: `[end: there are ${of} lines]`, from: start.line, to: start.line, of };
  const piece = text.slice(window.from, window.to);
  const lines = { from: start.line, to: window.lastLine, of };
  if (window.next === undefined) return { isError: false, text: piece, ...lines };
  const shown = window.cut ? piece + notice(window.next, of, piece) : piece;
  return { isError: false, text: shown, ...lines, next: window.next };
}

/** Matching lines only, from a start, within the bound with its notice. Plain substring, case as given. */
export function searchWindow(text: string, wanted: string, start: ReadStart, bound: ReadBound): ReadAnswer {
  const of = countLines(text);
  let line = start.line;
  let shown = "";
  let first = 0;
  let last = 0;
  const room = roomOf(bound);
  for (let at = lineStart(text, start.line); at < text.length; line++) {
    const end = endOfLines(text, at, 1);
    const own = text.slice(at, end);
    at = end;
    if (!own.includes(wanted)) continue;
    const full = own.endsWith("\n") ? own : `${own}\n`;
    if (sizeOf(shown + full, bound) > room) {
      if (shown !== "")
        return {
          isError: false,
          text: shown + notice(`${line}`, of, shown),
          from: first,
          to: last,
          of,
          next: `${line}`,
        };
      return oversize(own, line, of, room, bound);
    }
    shown += full;
    first = first || line;
    last = line;
  }
  return { isError: false, text: shown, from: first, to: last, of };
}

/** A matching line that does not fit alone: its beginning, and where to read on. */
function oversize(own: string, line: number, of: number, room: number, bound: ReadBound): ReadAnswer {
  const piece = own.slice(0, fittingEnd(own, 0, own.length, room, bound));
  const next = `${line}:${utf8Length(piece)}`;
  return { isError: false, text: piece + notice(next, of, piece), from: line, to: line, of, next };
}
