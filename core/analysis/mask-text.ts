import { SENSITIVE_KINDS, type SensitiveKind } from "../model/sensitive.ts";
import { assignedValues, type ValueRange } from "./assigned-values.ts";
import { sensitiveField } from "./sensitive-patterns.ts";
import { type SensitiveHit, sensitiveHits } from "./sensitive-text.ts";

/** What opens a door. Addresses and paths of people stay: a request that is not theirs would tell nothing. */
const STAYS: ReadonlySet<SensitiveKind> = new Set<SensitiveKind>(["email", "home-path", "account"]);

/** The kinds that are masked. */
export const MASKED_KINDS: readonly SensitiveKind[] = (
  Object.keys(SENSITIVE_KINDS) as SensitiveKind[]
).filter((kind) => !STAYS.has(kind));

/** Stands for the value of a field that is named like a credential. */
export const MASKED_CREDENTIAL = "[credential masked]";

/** A value without the secrets that were recognised in it, and how many there were. */
export interface Masked<T> {
  readonly value: T;
  readonly count: number;
}

/** A range of a text that is replaced. */
interface Hidden extends ValueRange {
  readonly by: string;
}

/** What else belongs to a key that is longer than its sort should be. */
const REST_OF_KEY = /[\w-]*/y;
/** The lines of a private key, also where they stand in a string of JSON. */
const REST_OF_PEM = /[\w\s+/=\\:,-]*/y;
const PEM_END = /-----END [A-Z0-9 ]{0,40}-----/;
/** The end of a private key is looked for this far, in UTF-16 units. */
const LONGEST_PEM = 20_000;

function matchEnd(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return at + (sticky.exec(text)?.[0].length ?? 0);
}

/** A private key reaches to its last line; one that was cut, as far as there is something of it. */
function pemEnd(text: string, at: number, found: number): number {
  const next = text.slice(0, at + LONGEST_PEM).indexOf("-----BEGIN ", at + 1);
  const key = text.slice(at, next === -1 ? at + LONGEST_PEM : next);
  const end = PEM_END.exec(key);
  const to = end ? end.index + end[0].length : matchEnd(REST_OF_PEM, key, found - at);
  return at + Math.min(key.length, to);
}

function hiddenBy(text: string, { kind, what, value, at }: SensitiveHit): Hidden {
  const found = at + value.length;
  const to = kind === "private-key" ? pemEnd(text, at, found) : matchEnd(REST_OF_KEY, text, found);
  return { from: at, to, by: `[${what} masked]` };
}

/** What may stand around the signs of JSON: spaces, also as they are written in a string. */
const GAP = String.raw`(?:\s|\\{1,63}[nrt]){0,64}`;
/**
 * A field and the start of its value, or of a list of values, as they are written in JSON, at whatever depth of strings
 * in strings: quotes have the same signs before them. Python writes them with single quotes.
 */
const FIELD = new RegExp(String.raw`(?<!\\)(\\{0,63}["'])([\w-]{3,60})\1${GAP}:${GAP}(\[${GAP})?\1`, "g");
/** The name of a header, in the field before its value or in the one after it. */
const NAME = String.raw`(\\{0,63}["'])name\1${GAP}:${GAP}\1([\w-]{3,60})\1`;
const NAME_BEFORE = new RegExp(`${NAME}${GAP},${GAP}$`);
const NAME_AFTER = new RegExp(String.raw`^\\{0,63}["']${GAP},${GAP}${NAME}`);
/** Names are looked for within so many UTF-16 units. */
const NEAR = 800;

/** Where a quoted value ends: before the next quote with no more signs before it than the first had. */
function valueEnd(text: string, from: number, quote: string): number {
  const sign = quote.slice(-1);
  for (let at = text.indexOf(sign, from); at !== -1; at = text.indexOf(sign, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && text.charAt(at - slashes - 1) === "\\") slashes++;
    if (slashes < quote.length) return at - slashes;
  }
  return text.length;
}

/** The name under which a value stands: its field's, or that of the header that it is the value of. */
function nameOf(text: string, field: string, start: number, end: number): string {
  if (field !== "value") return field;
  const before = NAME_BEFORE.exec(text.slice(Math.max(0, start - NEAR), start));
  return (before ?? NAME_AFTER.exec(text.slice(end, end + NEAR)))?.[2] ?? field;
}

function hiddenFields(text: string): Hidden[] {
  const hidden: Hidden[] = [];
  for (const found of text.matchAll(FIELD)) {
    const [all, quote = "", field = "", list] = found;
    // Most fields are named like nothing of the sort: their values are not looked for.
    if (field !== "value" && sensitiveField(field, "any value") !== "credential") continue;
    const from = found.index + all.length;
    const end = valueEnd(text, from, quote);
    const name = nameOf(text, field, found.index, end);
    if (sensitiveField(name, text.slice(from, end)) !== "credential") continue;
    // A list is hidden as one.
    const closing = list === undefined ? -1 : text.indexOf("]", end);
    const to = closing === -1 ? end : closing - quote.length;
    hidden.push({ from, to: Math.max(to, end), by: MASKED_CREDENTIAL });
  }
  return hidden;
}

/** Data of media is no text: what looks like a key in it is none. */
function isData(text: string): boolean {
  if (text.length < 1000) return false;
  return /^(?:data:[\w.+/-]{1,100};base64,)?[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function replaced(text: string, hidden: readonly Hidden[]): Masked<string> {
  const pieces: string[] = [];
  let [done, count] = [0, 0];
  for (const { from, to, by } of hidden.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    // What lies across another hides with it.
    if (from >= done) {
      pieces.push(text.slice(done, from), by);
      count++;
    }
    done = Math.max(done, to);
  }
  return { value: pieces.join("") + text.slice(done), count };
}

/** Stands for what was left of a secret where a text was cut in it. */
export const MASKED_HALF = "[part of a secret masked]";
/** How keys begin that nothing else begins like, the beginning of one of them, and nothing after it but the cut. */
const HALF_KEY =
  /(?<![\w-])(?:sk-(?:ant|or|lf|proj|svcacct|admin)-|pk-lf-|gh[pousr]_|github_pat_|glpat-|xox[bpasre]-|[sr]k_(?:live|test)_|gsk_|lsv2_(?:pt|sk)_|dop_v1_|A[KS]IA)(?=[\w-]*[A-Z\d])[\w-]{8,}(?=$|…|\.{3}|\s?\[)/g;

function halfKeys(text: string): Hidden[] {
  return [...text.matchAll(HALF_KEY)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    by: MASKED_HALF,
  }));
}

/** Signs that need no escape in JSON and have one: at any depth, but for quotes and the escape's own sign. */
const NEEDLESS = /\\+(?:u00([2-7][0-9a-f])|(\/))/gi;

/** A text without needless escapes, and where each sign of it stands in the text as it was written. */
function readable(text: string): { readonly plain: string; readonly place: (at: number) => number } {
  if (!/\\(?:u00|\/)/i.test(text)) return { plain: text, place: (at) => at };
  const pieces: string[] = [];
  const shifts: { readonly at: number; readonly by: number }[] = [{ at: 0, by: 0 }];
  let [done, length] = [0, 0];
  for (const found of text.matchAll(NEEDLESS)) {
    const sign = found[1] ? String.fromCharCode(Number.parseInt(found[1], 16)) : "/";
    if (/["'\\\u007f]/.test(sign)) continue;
    pieces.push(text.slice(done, found.index), sign);
    length += found.index - done + 1;
    done = found.index + found[0].length;
    shifts.push({ at: length, by: done - length });
  }
  return {
    plain: pieces.join("") + text.slice(done),
    place: (at) => at + (shifts[lastIndex(shifts, at)]?.by ?? 0),
  };
}

/** The last of the shifts that is not after a place. */
function lastIndex(shifts: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, shifts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((shifts[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Replaces the secrets of a text by what they are: those of the well-known sorts, and the values of fields that are
 * named like credentials where the text holds JSON, whole or cut. Others are not known. Cost: one look at the text.
 */
export function maskKnown(text: string): Masked<string> {
  const hidden = hiddenIn(text);
  return hidden.length === 0 ? { value: text, count: 0 } : replaced(text, hidden);
}

/** Where secrets stand in a text, in UTF-16 units. */
export function secretRanges(text: string): readonly ValueRange[] {
  return hiddenIn(text);
}

function hiddenIn(text: string): readonly Hidden[] {
  if (isData(text)) return [];
  const { plain, place } = readable(text);
  const hits = sensitiveHits(plain).filter(({ kind }) => MASKED_KINDS.includes(kind));
  const hidden = [
    ...hits.map((hit) => hiddenBy(plain, hit)),
    ...hiddenFields(plain),
    ...assignedValues(plain).map((range) => ({ ...range, by: MASKED_CREDENTIAL })),
    ...halfKeys(plain),
  ];
  return hidden.map(({ from, to, by }) => ({ from: place(from), to: place(to), by }));
}
