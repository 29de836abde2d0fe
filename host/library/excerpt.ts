import type { SearchPhrase } from "./search-query.ts";

const before = 60;
const length = 200;
/** Characters that mark a hit for the window: private use, so that no font and no text means them. */
const opens = "\ue000";
const closes = "\ue001";
/** No more of a text than this many UTF-16 units is searched a second time without accents. */
const foldedUnits = 2 ** 20;

const between = "[^\\p{L}\\p{N}]+";

/** Words of a query are letters, digits and marks alone: nothing in them means anything to a pattern. */
function patternOf(phrases: readonly SearchPhrase[]): RegExp {
  const one = ({ words }: SearchPhrase): string => words.join(between);
  return new RegExp(phrases.map(one).join("|"), "giu");
}

/** Letters without accents, each as long as before, so that places stay places. */
function fold(text: string): string {
  return text.replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD").charAt(0));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spansIn(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (const { index, 0: found } of text.matchAll(pattern))
    if (found.length > 0) spans.push({ from: index, to: index + found.length });
  return spans;
}

/** The phrases, those with the most letters first: a longer word says more about a place than a shorter one. */
function longestFirst(phrases: readonly SearchPhrase[]): readonly SearchPhrase[] {
  const letters = ({ words }: SearchPhrase): number => words.reduce((sum, word) => sum + word.length, 0);
  return phrases.toSorted((a, b) => letters(b) - letters(a));
}

/** Where the longest phrase that a text holds stands first. */
function bestSpan(text: string, phrases: readonly SearchPhrase[]): Span | undefined {
  for (const phrase of longestFirst(phrases)) {
    const found = firstSpan(text, patternOf([phrase]));
    if (found) return found;
  }
  return undefined;
}

function firstSpan(text: string, pattern: RegExp): Span | undefined {
  pattern.lastIndex = 0;
  const found = pattern.exec(text);
  return found && found[0].length > 0 ? { from: found.index, to: found.index + found[0].length } : undefined;
}

function tidy(text: string): string {
  return text.replace(/[\ue000\ue001]/g, " ").replace(/\s+/g, " ");
}

function mark(text: string, spans: readonly Span[]): string {
  let marked = "";
  let at = 0;
  for (const { from, to } of spans) {
    marked += `${tidy(text.slice(at, from))}${opens}${tidy(text.slice(from, to))}${closes}`;
    at = to;
  }
  return marked + tidy(text.slice(at));
}

/** Moves off the middle of a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 && at > 0 ? at - 1 : at;
}

/**
 * About 200 characters of a text around the first hit of its longest phrase, on one line, hits between U+E000 and
 * U+E001.
 */
export function excerptOf(text: string, phrases: readonly SearchPhrase[]): string {
  const plain = patternOf(phrases);
  const direct = bestSpan(text, phrases);
  const searched = direct ? text : fold(text.slice(0, foldedUnits));
  const folded = phrases.map(({ words, open }) => ({ words: words.map(fold), open }));
  const pattern = direct ? plain : patternOf(folded);
  const first = direct ?? bestSpan(searched, folded);
  const from = whole(text, Math.max(0, (first?.from ?? 0) - before));
  const to = whole(text, Math.min(text.length, Math.max(from + length, first?.to ?? 0)));
  const cut = text.slice(from, Math.min(to, from + 4 * length));
  const body = mark(cut, spansIn(searched.slice(from, from + cut.length), pattern));
  return `${from > 0 ? "…" : ""}${body.trim()}${to < text.length ? "…" : ""}`;
}
