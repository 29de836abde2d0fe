import type { DamagedStretch, FoundValue, Recovered } from "./json-lines.ts";
import type { OpenBracket, Scan } from "./json-lines-scan.ts";
import { JsonScanner } from "./json-lines-scan.ts";

/** How often a broken text is read over, at most, in search of where to go on. */
const MAX_PASSES = 8;

/** Two values in a row start at a line of their own. */
const LINE_START = /\n(?=[{[])/g;

/**
 * Reads a document that does not parse as a whole: several documents in a row, one that ends in the middle or has
 * errors inside. An element of a list that is broken is left out, as is a member of what surrounds the lists. Where that
 * is not possible, and where the text ends, a document is cut back to its last complete piece; what follows is given up
 * to the next line that starts with a bracket, and reading goes on there when no list was cut into.
 */
export function recoverDocument(text: string): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  let at = skipSpace(text, 0);
  let left = text.length * MAX_PASSES;
  while (at < text.length) {
    const scanned = scanMending(text, at);
    left -= scanned.scan.at - at + scanned.passed;
    at = skipSpace(text, takeDocument(text, scanned, { values, damaged }, left > 0));
  }
  return { values, damaged };
}

/** Reads the first document of a text in that way; all that follows where it has to be cut back is given up. */
export function mendDocument(text: string): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  takeDocument(text, scanMending(text, skipSpace(text, 0)), { values, damaged }, false);
  return { values, damaged };
}

/**
 * A document of which the first part is there, cut after the last complete element of the array that is open at this
 * depth (1 for the outermost bracket); undefined when none is complete yet.
 */
export function beginningOf(text: string, depth: number): unknown {
  const scanned = scanMending(text, 0);
  const { open } = scanned.scan;
  const array = open[depth - 1];
  if (!array?.array || array.complete === 0) return undefined;
  return mended(text, scanned, array.end, closingOf(open.slice(0, depth)))?.value;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A document that was looked through, and what is broken in it. */
export interface ScannedDocument {
  readonly start: number;
  readonly scan: Scan;
  /** What is broken, in order, and what is to be cut out for it. */
  readonly broken: readonly DamagedStretch[];
  readonly cuts: readonly Stretch[];
  /** UTF-16 units that were looked at a second time. */
  readonly passed: number;
}

/** Scans one document past all that is broken in it, as far as that is possible. */
export function scanMending(text: string, start: number): ScannedDocument {
  const scanner = new JsonScanner(text, start);
  const cuts: Stretch[] = [];
  const broken: DamagedStretch[] = [];
  for (let scan = scanner.run(); ; scan = scanner.run()) {
    const piece = scan.state === "error" ? scanner.passBroken() : undefined;
    if (!piece) return { start, scan, broken, cuts, passed: scanner.passed };
    // A piece may be broken behind what was left out of it.
    while ((cuts.at(-1)?.from ?? -1) >= piece.cut.from) {
      cuts.pop();
      broken.pop();
    }
    cuts.push(piece.cut);
    broken.push({ from: piece.from, to: piece.to, reason: scan.reason, open: false });
  }
}

/** Takes what the scan found; answers where to go on. */
function takeDocument(
  text: string,
  scanned: ScannedDocument,
  { values, damaged }: { values: FoundValue[]; damaged: DamagedStretch[] },
  goOn: boolean,
): number {
  const { start, scan, broken } = scanned;
  const whole = scan.state === "complete";
  const last = whole ? { ...WHOLE, end: scan.at } : lastComplete(scan);
  const value = last && mended(text, scanned, last.end, closingOf(scan.open.slice(0, last.depth + 1)));
  const end = value?.to ?? start;
  if (value) values.push(value);
  for (const one of broken)
    if (one.from < end) damaged.push({ ...one, reason: `${one.reason}; this piece was left out` });
  if (whole && value) return end;
  const next = rest(text, scanned, value && last, goOn ? end : text.length);
  damaged.push({ from: end, to: next, ...why(value && last, scanned) });
  return next;
}

/** Where reading goes on after a document that was cut back, or of which nothing was read; from there on it is looked for. */
function rest(text: string, { scan }: ScannedDocument, last: LastComplete | undefined, from: number): number {
  if (scan.state === "complete") return scan.at;
  return last?.array || scan.state === "open" ? text.length : nextStart(text, from);
}

/** A document up to `to` without what is cut out of it, and closed; undefined when nothing is in it any more. */
function mended(
  text: string,
  { start, cuts }: ScannedDocument,
  to: number,
  closing: string,
): FoundValue | undefined {
  const pieces: string[] = [];
  let from = start;
  for (const cut of cuts.filter((one) => one.from < to)) {
    pieces.push(text.slice(from, cut.from));
    from = cut.to;
  }
  const json = `${pieces.join("")}${text.slice(from, to)}${closing}`;
  const value: unknown = JSON.parse(json);
  const empty = from > start && typeof value === "object" && Object.keys(value ?? {}).length === 0;
  return empty ? undefined : { value, from: start, to, json };
}

/** What is said of what follows the last piece that was read. */
function why(last: LastComplete | undefined, { scan, broken }: ScannedDocument) {
  const open = scan.state === "open";
  const advice = open ? "; get the whole file" : "";
  const reason = scan.state === "complete" ? (broken[0]?.reason ?? "") : scan.reason;
  if (!last) return { open, reason: reason + advice };
  const { elements } = last;
  const some = `${elements} complete element${elements === 1 ? " before it was" : "s before it were"} read`;
  const read = elements === undefined ? "what is complete before it was read" : some;
  return { open, reason: `${reason}; ${read}, the rest was not${advice}` };
}

/** Where a document can be cut back to. */
interface LastComplete {
  readonly depth: number;
  readonly end: number;
  readonly array: boolean;
  /** How many elements were complete, where no other list is around these or before them. */
  readonly elements: number | undefined;
}

const WHOLE = { depth: -1, array: false, elements: undefined };

/**
 * The last complete element of the outermost open array that has one; where none has, the last complete member of the
 * innermost object that holds a list: less than that would be half a message.
 */
function lastComplete(scan: Scan): LastComplete | undefined {
  let last: LastComplete | undefined;
  let only = true;
  for (const [depth, { array, complete, end, lists }] of scan.open.entries()) {
    if (array && complete > 0) return { depth, end, array, elements: only ? complete : undefined };
    if (!array && lists) last = { depth, end, array, elements: undefined };
    only &&= !array && !lists;
  }
  return last;
}

function closingOf(open: readonly OpenBracket[]): string {
  return open
    .map((bracket) => (bracket.array ? "]" : "}"))
    .toReversed()
    .join("");
}

function nextStart(text: string, from: number): number {
  LINE_START.lastIndex = from;
  const found = LINE_START.exec(text);
  return found ? found.index + 1 : text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") at++;
  return at;
}
