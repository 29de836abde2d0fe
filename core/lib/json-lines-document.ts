import type { DamagedStretch, FoundValue, Recovered } from "./json-lines.ts";
import type { BrokenPiece, Cut, OpenBracket, Scan } from "./json-lines-scan.ts";
import { depthOfContainers, JsonScanner, scanJson } from "./json-lines-scan.ts";

/** How often a broken text is read over, at most, in search of where to go on. */
const MAX_PASSES = 16;

/** What a value may stand behind, on a line of its own. */
const GOES_ON = /[[{:,]\r?$/;

/** How many lines that begin with a bracket are tried as the start of a whole document behind a damaged one. */
const MAX_STARTS = 8;

const LEFT_OUT = "; this piece was left out";
const READ_ON = "; it was read as if it stood there";

/** Two values in a row start at a line of their own. */
const LINE_START = /\n(?=[{[])/g;

/**
 * Reads a document that does not parse as a whole: several documents in a row, one that ends in the middle or has
 * errors inside. A message that is broken is left out, or a part of what surrounds the messages. Where that is not
 * possible, and where the text ends, a document is cut back to its last complete piece; what follows is given up to the
 * next line that starts with a bracket, and reading goes on there when no list was cut into.
 */
export function recoverDocument(text: string): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  let at = skipSpace(text, 0);
  let left = text.length * MAX_PASSES;
  while (at < text.length) {
    let scanned = scanMending(text, at);
    left -= scanned.scan.at - at + scanned.passed;
    const whole = scanned.scan.state === "complete" && scanned.broken.length === 0;
    const behind = whole ? NOTHING_BEHIND : wholeBehind(text, at);
    left -= behind.passed;
    // What stands before a whole document is none of it, wherever its quotes and brackets lead.
    if (behind.at !== undefined) scanned = scanMending(text.slice(0, behind.at), at);
    const next = takeDocument(text.slice(0, behind.at), scanned, { values, damaged }, left > 0);
    at = skipSpace(text, next);
  }
  return { values, damaged };
}

interface Behind {
  readonly at: number | undefined;
  /** UTF-16 units that were looked at for it. */
  readonly passed: number;
}

const NOTHING_BEHIND: Behind = { at: undefined, passed: 0 };

/** The next line that begins a whole document, if it is one of the next that begin with a bracket. */
function wholeBehind(text: string, from: number): Behind {
  let passed = 0;
  LINE_START.lastIndex = from;
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    const found = LINE_START.exec(text);
    if (!found) break;
    const at = found.index + 1;
    LINE_START.lastIndex = at;
    if (GOES_ON.test(text.slice(Math.max(from, found.index - 2), found.index))) continue;
    const scan = scanJson(text, at);
    passed += scan.at - at;
    if (scan.state === "complete" && endsDocument(text, scan.at)) return { at, passed };
  }
  return { at: undefined, passed };
}

/** True where the text ends, or another value begins on a line of its own: behind an element a comma or a bracket stands. */
function endsDocument(text: string, at: number): boolean {
  const next = skipSpace(text, at);
  return next === text.length || (/[[{]/.test(text.charAt(next)) && text.charAt(next - 1) === "\n");
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

/** A document that was looked through, and what is broken in it. */
export interface ScannedDocument {
  readonly start: number;
  readonly scan: Scan;
  /** What is broken, in order, and what is to be cut out for it. */
  readonly broken: readonly DamagedStretch[];
  readonly cuts: readonly Cut[];
  /** UTF-16 units that were looked at a second time. */
  readonly passed: number;
}

/** Scans one document past all that is broken in it, as far as that is possible. */
export function scanMending(text: string, start: number): ScannedDocument {
  const scanner = new JsonScanner(text, start);
  const cuts: Cut[] = [];
  const broken: DamagedStretch[] = [];
  for (let scan = scanner.run(); ; scan = scanner.run()) {
    const piece = scan.state === "error" ? scanner.passBroken() : undefined;
    if (!piece) return { start, scan, broken, cuts, passed: scanner.passed };
    // A piece may be broken behind what was left out of it.
    while ((cuts.at(-1)?.from ?? -1) >= piece.cut.from) {
      cuts.pop();
      broken.pop();
    }
    const { from, to, cut } = piece;
    const next = { from, to, reason: reasonOf(piece, scan), open: false };
    const [before, cutBefore] = [broken.at(-1), cuts.at(-1)];
    if (before && cutBefore?.to === cut.from && isOneWith(text, before, next)) {
      cuts[cuts.length - 1] = { ...cut, from: cutBefore.from };
      broken[broken.length - 1] = { ...next, from: before.from };
      continue;
    }
    cuts.push(cut);
    broken.push(next);
  }
}

function reasonOf({ reason, cut }: BrokenPiece, scan: Scan): string {
  return (reason ?? scan.reason) + (cut.from < cut.to ? LEFT_OUT : READ_ON);
}

/** Commas in a row are told once, however many there are. */
function isOneWith(text: string, before: DamagedStretch, next: DamagedStretch): boolean {
  const isComma = next.to - next.from === 1 && text.charAt(next.from) === ",";
  return isComma && before.reason === next.reason && /^[\s,]*$/.test(text.slice(before.to - 1, next.from));
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
  for (const one of broken) if (one.from < end) damaged.push(one);
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
    pieces.push(text.slice(from, cut.from) + cut.insert);
    from = cut.to;
  }
  const json = `${pieces.join("")}${text.slice(from, to)}${closing}`;
  const value: unknown = JSON.parse(json);
  const empty = from > start && typeof value === "object" && Object.keys(value ?? {}).length === 0;
  if (empty) return undefined;
  return pieces.length === 0 && closing === ""
    ? { value, from: start, to }
    : { value, from: start, to, json };
}

/** What is said of what follows the last piece that was read. */
function why(last: LastComplete | undefined, { scan, broken }: ScannedDocument) {
  const open = scan.state === "open";
  const advice = open ? "; get the whole file" : "";
  if (scan.state === "complete") return { open, reason: broken[0]?.reason ?? LEFT_OUT };
  const { reason } = scan;
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
 * The last complete element or member of the innermost array that has one, or object that holds a list, around what is
 * read whole or not at all: less than that would be half a message.
 */
function lastComplete({ open }: Scan): LastComplete | undefined {
  const around = open.slice(0, depthOfContainers(open));
  const depth = around.findLastIndex(({ array, complete, lists }) => (array ? complete > 0 : lists));
  const last = around[depth];
  if (!last) return undefined;
  const only = last.array && !around.slice(0, depth).some(({ array, lists }) => array || lists);
  return { depth, end: last.end, array: last.array, elements: only ? last.complete : undefined };
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
