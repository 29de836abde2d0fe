/** With more UTF-16 units taken out one text cannot hold both: Monaco draws all of them at once, in sight or not. */
const INLINE_MOST = 40_000;

/** How many UTF-16 units of a text stand in lines that the other text has nowhere. */
export function removedUnits(before: string, after: string): number {
  const kept = new Set(after.split("\n"));
  return before.split("\n").reduce((sum, line) => sum + (kept.has(line) ? 0 : line.length), 0);
}

/** True where so much was taken out that two texts can only stand side by side. */
export function standApart(before: string, after: string): boolean {
  return removedUnits(before, after) > INLINE_MOST;
}
