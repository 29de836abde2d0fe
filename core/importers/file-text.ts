import { scanMending } from "../lib/json-lines-document.ts";
import type { BadSpan } from "../model/report.ts";
import { ImportFailure } from "./failure.ts";

const NEWLINE = 10;
const SPACE = 32;

/** What stands before the reason of a span that is no JSON, or no YAML. */
export const NOT_JSON = "not JSON: ";
export const NOT_YAML = "not YAML: ";

/** What `parse` gives for a text that is no JSON. */
export const FAILED = Symbol("not JSON");

/** A line break of either kind, from its end. */
export const LINE_BREAK = new Uint8Array([13, 10]);

/** The failure of a file of which nothing could be read, from the first span that could not. */
export function unread({ line, offset, bytes, reason }: BadSpan): ImportFailure {
  if (reason.startsWith(NOT_YAML)) {
    const message = `This YAML could not be read: line ${line}, byte ${offset}: ${reason.slice(NOT_YAML.length)}.`;
    return new ImportFailure("not-json", message);
  }
  const why = reason.replace(NOT_JSON, "");
  if (!why.includes("the text ends")) {
    const message = `This is no JSON: line ${line}, byte ${offset}: ${why}. A transcript is a JSON or JSONL text file.`;
    return new ImportFailure("not-json", message);
  }
  return new ImportFailure(
    "truncated",
    `The JSON that starts at line ${line}, byte ${offset} ends in the middle, at byte ${offset + bytes}, before ` +
      `anything that could hold a message was complete in it (${why}).`,
  );
}

/** The failure of a file whose bytes were not as they should be: that may be the reason, and it is said. */
export function doubtful({ code, message }: ImportFailure, doubt: string): ImportFailure {
  if (code === "empty") return new ImportFailure("truncated", `Nothing of this file can be read: ${doubt}.`);
  return new ImportFailure(code, `${message} Mind that ${doubt}.`);
}

/** A text as JSON; FAILED when it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return FAILED;
  }
}

/** True when a first line that does not parse alone may be the start of a document: brackets and strings fit so far. */
export function opensDocument(text: string): boolean {
  const { scan } = scanMending(text, 0);
  return scan.state === "open" && !scan.inString;
}

/** So many bytes of spaces and line breaks. */
export function blank(bytes: number, lines: number): Uint8Array {
  return new Uint8Array(Math.max(0, bytes)).fill(SPACE).fill(NEWLINE, 0, Math.max(0, lines));
}

/** Line breaks in a text. */
export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

const YAML_START = /^(?:---(?:\s|$)|(?:http_)?interactions:\s*$|version:\s*\d+\s*$|recorded_with:|%YAML)/;

/** True for the first line of a cassette in YAML. */
export function opensYaml(text: string): boolean {
  return YAML_START.test(text);
}

/** Bytes and where they lie in the file. */
export interface Start {
  readonly bytes: Uint8Array;
  readonly offset: number;
}

/** The first bytes of a file without their byte order mark. */
export function withoutBom(line: Start): Start {
  const [first, second, third] = line.bytes;
  if (first !== 0xef || second !== 0xbb || third !== 0xbf) return line;
  return { bytes: line.bytes.subarray(3), offset: line.offset + 3 };
}
