import { mendDocument, scanMending } from "../lib/json-lines-document.ts";
import type { Recovered } from "../lib/json-lines.ts";
import { recoverLine } from "../lib/json-lines.ts";
import { OPEN_ARRAY, OPEN_OBJECT } from "../lib/json-signs.ts";
import { field, isJsonObject } from "../model/json.ts";
import { FAILED, parse } from "./file-text.ts";

const SPACE = 32;
/** By these a record says what it is. */
const MESSAGE_KEYS = ["role", "type", "from", "source"];
/** So many lines behind the first say whether a text is lines of JSON. */
const LOOKED_AT = 1000;

/** True for a first line that no bracket closes: with a second one that is no JSON either, it may be a broken document. */
export function isUnfinished(text: string): boolean {
  return scanMending(text, 0).scan.open.length > 0;
}

/** True for bytes that begin with a bracket that opens. */
export function isOpening(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > SPACE);
  return first === OPEN_ARRAY || first === OPEN_OBJECT;
}

/**
 * What a first line still holds that other lines follow: values between what is damaged, as of any line, else what is
 * complete of a document. A record that is a message itself is read whole or not at all.
 */
export function recoverFirst(text: string): Recovered {
  const line = recoverLine(text);
  if (line.values.length > 0 || !isUnfinished(text)) return line;
  const mended = mendDocument(text);
  return mended.values.some(({ value }) => MESSAGE_KEYS.some((key) => field(value, key) !== undefined))
    ? line
    : mended;
}

/**
 * True for a text that seemed to be one document and is lines of JSON: more lines behind the first one are objects than are
 * elements, with a comma at their end. `least` objects are needed.
 */
export function holdsLines(text: string, least: number): boolean {
  // The last line may go on.
  const lines = text.split("\n", LOOKED_AT + 2).slice(1, -1);
  const objects = lines.filter((line) => isRecord(line)).length;
  if (objects < least) return false;
  const elements = lines.filter((line) => isRecord(line.replace(/,\s*$/, ""))).length - objects;
  return objects > elements;
}

/** No line of a document that is written over many is an object with something in it. */
function isRecord(line: string): boolean {
  if (!line.startsWith("{")) return false;
  const value = parse(line);
  return value !== FAILED && isJsonObject(value) && Object.keys(value).length > 0;
}
