import type { DamagedStretch, FoundValue, Recovered } from "./json-lines.ts";
import type { OpenBracket, Scan } from "./json-lines-scan.ts";
import { scanJson } from "./json-lines-scan.ts";

/** How often a broken text is read over, at most, in search of where to go on. */
const MAX_PASSES = 8;

/** Two values in a row start at a line of their own. */
const LINE_START = /\n(?=[{[])/g;

/**
 * Reads a document that does not parse as a whole: several documents in a row, one that ends in the middle or has
 * an error inside. Of a broken one the complete leading elements of its outermost array are read; what follows the
 * break is given up to the next line that starts with a bracket, and reading goes on there when nothing was saved.
 */
export function recoverDocument(text: string): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  let at = skipSpace(text, 0);
  let left = text.length * MAX_PASSES;
  while (at < text.length) {
    const scan = scanJson(text, at);
    left -= scan.at - at;
    const next = nextDocument(text, at, scan, values, damaged, left > 0);
    at = skipSpace(text, next);
  }
  return { values, damaged };
}

/** Takes what the scan found; answers where to go on. */
function nextDocument(
  text: string,
  start: number,
  scan: Scan,
  values: FoundValue[],
  damaged: DamagedStretch[],
  goOn: boolean,
): number {
  if (scan.state === "complete") {
    values.push({ value: JSON.parse(text.slice(start, scan.at)), from: start, to: scan.at });
    return scan.at;
  }
  const saved = leadingElements(text, start, scan);
  if (saved) values.push(saved);
  const next = saved || scan.state === "open" || !goOn ? text.length : nextStart(text, start);
  const from = saved ? saved.to : start;
  damaged.push({ from, to: next, reason: why(saved, scan), open: scan.state === "open" });
  return next;
}

function why(saved: Saved | undefined, scan: Scan): string {
  const advice = scan.state === "open" ? "; get the whole file" : "";
  if (!saved) return scan.reason + advice;
  const one = saved.elements === 1;
  const read = `${saved.elements} complete element${one ? " before it was" : "s before it were"} read`;
  return `${scan.reason}; ${read}, the rest was not${advice}`;
}

interface Saved extends FoundValue {
  readonly elements: number;
}

/** The document cut after the last complete element of its outermost array that has one, and closed there. */
function leadingElements(text: string, start: number, scan: Scan): Saved | undefined {
  const depth = scan.open.findIndex((bracket) => bracket.array && bracket.complete > 0);
  const array = scan.open[depth];
  if (!array) return undefined;
  const closing = closingOf(scan.open.slice(0, depth + 1));
  const value: unknown = JSON.parse(text.slice(start, array.end) + closing);
  return { value, from: start, to: array.end, elements: array.complete };
}

function closingOf(open: readonly OpenBracket[]): string {
  return open
    .map((bracket) => (bracket.array ? "]" : "}"))
    .toReversed()
    .join("");
}

function nextStart(text: string, from: number): number {
  LINE_START.lastIndex = from + 1;
  const found = LINE_START.exec(text);
  return found ? found.index + 1 : text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") at++;
  return at;
}
