import { scanJson } from "./json-lines-scan.ts";

/** A JSON value found in a text, with its place in UTF-16 units: [from, to). */
export interface FoundValue {
  readonly value: unknown;
  readonly from: number;
  readonly to: number;
  /** The JSON that was parsed, where it is not all of the stretch: what is broken in it was left out. */
  readonly json?: string;
}

/** A stretch of a text that is no JSON. */
export interface DamagedStretch {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  /** True when the text ended in the middle of a value: the rest may still be written. */
  readonly open: boolean;
}

/** What a damaged text still held. */
export interface Recovered {
  readonly values: readonly FoundValue[];
  readonly damaged: readonly DamagedStretch[];
}

/** How many places of a damaged text are tried as the start of a whole value, and how much is read for it. */
const MAX_STARTS = 64;
const MAX_PASSES = 4;
const BOM = 0xfeff;

/**
 * Reads a line that does not parse alone: objects glued together, a half object before a whole one, NUL bytes
 * around it. It reads a line at most MAX_PASSES times. The last line of a text may be cut: then what ends it is no whole
 * value behind a half one, but a part of that.
 */
export function recoverLine(line: string, last = false): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  let at = 0;
  while (at < line.length) {
    const start = skipBetween(line, at);
    noteNul(line, at, start, damaged);
    if (start === line.length) break;
    at = nextValue(line, start, { values, damaged }, last);
  }
  return { values, damaged };
}

/** Reads the value at `start`, or gives the stretch up; answers where to go on. */
function nextValue(
  line: string,
  start: number,
  { values, damaged }: { values: FoundValue[]; damaged: DamagedStretch[] },
  last: boolean,
): number {
  const scan = scanJson(line, start);
  if (scan.state === "complete") {
    values.push({ value: JSON.parse(line.slice(start, scan.at)), from: start, to: scan.at });
    return scan.at;
  }
  const cut = last && scan.state === "open";
  const tail = cut ? undefined : wholeTail(line, start + 1);
  const to = tail ? tail.from : line.length;
  damaged.push({ from: start, to, reason: scan.reason, open: scan.state === "open" && !tail });
  if (tail) values.push(tail);
  return line.length;
}

/**
 * The whole value that ends the line, when a half one stands before it. A value inside a broken one never
 * qualifies: the brackets of the outer one would follow it.
 */
function wholeTail(line: string, from: number): FoundValue | undefined {
  const end = line.trimEnd().length;
  let start = line.indexOf('{"', from);
  let left = line.length * MAX_PASSES;
  for (let tries = 0; start >= 0 && tries < MAX_STARTS && left > 0; tries++) {
    const scan = scanJson(line, start);
    left -= scan.at - start;
    if (scan.state === "complete" && scan.at === end) {
      return { value: JSON.parse(line.slice(start, end)), from: start, to: end };
    }
    start = line.indexOf('{"', start + 1);
  }
  return undefined;
}

/** Past spaces, and what editors and crashes leave between values: NUL, a BOM, the record separator. */
function skipBetween(line: string, from: number): number {
  let at = from;
  while (at < line.length && (line.charCodeAt(at) <= 32 || line.charCodeAt(at) === BOM)) at++;
  return at;
}

function noteNul(line: string, from: number, to: number, damaged: DamagedStretch[]): void {
  if (from === to || !line.slice(from, to).includes("\0")) return;
  damaged.push({ from, to, reason: "NUL bytes stand here", open: false });
}
