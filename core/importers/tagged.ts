/** A piece of text between an opening tag and the next closing one of its name. */
export interface Tagged {
  readonly tag: string;
  readonly inner: string;
  /** Where the opening tag starts and the closing one ends, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Finds what stands between tags, in order, none inside another. A tag that is never closed is text. */
export function tagged(said: string, tags: readonly string[]): Tagged[] {
  const found: Tagged[] = [];
  const live = new Set(tags);
  let from = 0;
  while (live.size > 0) {
    const next = nearest(said, live, from);
    if (!next) break;
    const inside = next.start + next.tag.length + 2;
    const close = said.indexOf(`</${next.tag}>`, inside);
    // None from here on is none later: it is not looked for again.
    if (close < 0) {
      live.delete(next.tag);
      continue;
    }
    from = close + next.tag.length + 3;
    found.push({ tag: next.tag, inner: said.slice(inside, close), start: next.start, end: from });
  }
  return found;
}

/** The next opening tag; those that are not there any more are struck off. */
function nearest(
  said: string,
  live: Set<string>,
  from: number,
): { readonly tag: string; readonly start: number } | undefined {
  let best: { readonly tag: string; readonly start: number } | undefined;
  for (const tag of live) {
    const start = said.indexOf(`<${tag}>`, from);
    if (start < 0) live.delete(tag);
    else if (!best || start < best.start) best = { tag, start };
  }
  return best;
}
