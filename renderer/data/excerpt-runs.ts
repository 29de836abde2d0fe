/** A stretch of an excerpt, found or around what was found. */
export interface ExcerptRun {
  readonly text: string;
  readonly hit: boolean;
}

const OPEN = "\uE000";
const CLOSE = "\uE001";

/** True when a query has a word of more than one letter: then those of one letter say nothing about a place. */
function hasLongWord(query: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(query);
}

/**
 * The runs of an excerpt as they are shown: a lone letter that the query held among longer words (“a”, “I”) is no
 * finding. Runs alike are one.
 */
export function shownRuns(excerpt: string, query: string): readonly ExcerptRun[] {
  const long = hasLongWord(query);
  const shown: ExcerptRun[] = [];
  for (const run of excerptRuns(excerpt)) {
    const hit = run.hit && !(long && /^.$/su.test(run.text));
    const last = shown.at(-1);
    if (last?.hit === hit) shown.splice(-1, 1, { text: last.text + run.text, hit });
    else shown.push({ text: run.text, hit });
  }
  return shown;
}

/** Splits an excerpt at the marks of a search (U+E000 and U+E001). Marks that do not pair change nothing but the emphasis. */
export function excerptRuns(excerpt: string): readonly ExcerptRun[] {
  const runs: ExcerptRun[] = [];
  let hit = false;
  let text = "";
  const push = () => {
    if (text !== "") runs.push({ text, hit });
    text = "";
  };
  for (const char of excerpt) {
    if (char !== OPEN && char !== CLOSE) {
      text += char;
      continue;
    }
    push();
    hit = char === OPEN;
  }
  push();
  return runs;
}
