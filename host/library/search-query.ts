/** A phrase that a message must hold: the words in it, in this order. */
export interface SearchPhrase {
  readonly words: readonly string[];
  /** True when the last word may go on: it was the last typed. */
  readonly open: boolean;
}

const wordOrPhrase = /"([^"]*)"?|([^\s"]+)/gu;
const word = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** The phrases of a query: each blank-separated word or quoted phrase must be found. */
export function parseQuery(query: string): SearchPhrase[] {
  const phrases: SearchPhrase[] = [];
  for (const [found, quoted, bare] of query.matchAll(wordOrPhrase)) {
    const words = (quoted ?? bare ?? "").match(word) ?? [];
    if (words.length > 0) phrases.push({ words, open: quoted === undefined && query.endsWith(found) });
  }
  return phrases;
}

/** The query in FTS5's language. Only letters and digits get into it, inside quotes: nothing there is an operator. */
export function ftsQuery(phrases: readonly SearchPhrase[]): string {
  return phrases.map(({ words, open }) => `"${words.join(" ")}"${open ? "*" : ""}`).join(" AND ");
}
