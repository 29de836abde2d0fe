/** A stretch of an excerpt, found or around what was found. */
export interface ExcerptRun {
  readonly text: string;
  readonly hit: boolean;
}

const OPEN = "\uE000";
const CLOSE = "\uE001";

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
