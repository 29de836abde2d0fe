import type { SensitiveKind } from "../model/sensitive.ts";
import { SENSITIVE_PATTERNS, type SensitivePattern } from "./sensitive-patterns.ts";

/** Something that was seen in a text. The value never leaves the scan. */
export interface SensitiveHit {
  readonly kind: SensitiveKind;
  readonly what: string;
  readonly value: string;
  /** Where it starts, in UTF-16 units. */
  readonly at: number;
}

const byStart = new Map<string, SensitivePattern[]>();
for (const pattern of SENSITIVE_PATTERNS)
  for (const start of pattern.starts) byStart.set(start, [...(byStart.get(start) ?? []), pattern]);

const AT = "@";
/** Longer starts first: `sk-ant-` is also a `sk-`. */
const starts = [...byStart.keys(), AT].toSorted((a, b) => b.length - a.length);
const ANY_START = new RegExp(starts.map((start) => start.replace(/[\\.]/g, "\\$&")).join("|"), "g");

const WORD = /[\w-]/;
const LOCAL = /[\w.%+-]/;
const DOMAIN = /@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}(?![\w-])/y;
const LONGEST_LOCAL = 64;
/** No text of fewer UTF-16 units holds anything: `a@b.io`. */
const SHORTEST = 6;
/** Addresses of machines, not of people. */
const NOBODY = /^(?:git|no-?reply)$/i;

/** What ends in a letter or digit and still is no word: an escape of JSON (`\n`, `\u000a`), a byte of an address. */
const ESCAPE_BEFORE = /(?:\\[bfnrtv]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2})$/i;

/** A start that is all of a longer word is none; paths and addresses may stand anywhere. */
function isBoundary(text: string, at: number, start: string): boolean {
  if (at === 0 || /^\W/.test(start) || !WORD.test(text.charAt(at - 1))) return true;
  return ESCAPE_BEFORE.test(text.slice(Math.max(0, at - 6), at));
}

function emailAt(text: string, at: number): SensitiveHit | undefined {
  let from = at;
  while (from > 0 && at - from < LONGEST_LOCAL && LOCAL.test(text.charAt(from - 1))) from--;
  const local = text.slice(from, at);
  if (local === "" || NOBODY.test(local)) return undefined;
  DOMAIN.lastIndex = at;
  const domain = DOMAIN.exec(text);
  return domain
    ? { kind: "email", what: "e-mail address", value: (local + domain[0]).toLowerCase(), at: from }
    : undefined;
}

/** True for what stands in examples: few different characters, over and over. */
function isPlaceholder({ kind }: SensitivePattern, value: string): boolean {
  return kind === "api-key" && new Set(value.slice(-16)).size < 5;
}

function patternAt(text: string, at: number, start: string): SensitiveHit | undefined {
  if (!isBoundary(text, at, start)) return undefined;
  // What starts with a longer start may still be of the sort with the shorter one.
  const tried = start.startsWith("sk-") && start !== "sk-" ? [start, "sk-"] : [start];
  for (const pattern of tried.flatMap((one) => byStart.get(one) ?? [])) {
    pattern.whole.lastIndex = at;
    const found = pattern.whole.exec(text)?.[0];
    if (found === undefined || isPlaceholder(pattern, found)) continue;
    return specific(pattern, found, at) ?? { kind: pattern.kind, what: pattern.what, value: found, at };
  }
  return undefined;
}

/** What a bearer's header carries may be a key of a known sort: then it is that one. */
function specific({ what }: SensitivePattern, found: string, at: number): SensitiveHit | undefined {
  if (what !== "bearer token") return undefined;
  const carried = found.replace(/^bearer +/i, "");
  const [hit] = sensitiveHits(carried);
  if (!hit || hit.kind === "email") return undefined;
  return { ...hit, value: carried, at: at + found.length - carried.length };
}

/** Everything of the well-known sorts in a text, in order. Cost: one look at the text. */
export function sensitiveHits(text: string): SensitiveHit[] {
  if (text.length < SHORTEST) return [];
  const hits: SensitiveHit[] = [];
  // The place is kept here: what a bearer carries is looked at with the same pattern.
  for (let found = nextStart(text, 0); found; found = nextStart(text, found.next)) {
    const { at, start } = found;
    const hit = start === AT ? emailAt(text, at) : patternAt(text, at, start);
    if (!hit) continue;
    hits.push(hit);
    if (start !== AT) found.next = Math.max(found.next, at + hit.value.length);
  }
  return hits;
}

function nextStart(text: string, from: number): { at: number; start: string; next: number } | undefined {
  ANY_START.lastIndex = from;
  const found = ANY_START.exec(text);
  return found ? { at: found.index, start: found[0], next: ANY_START.lastIndex } : undefined;
}
