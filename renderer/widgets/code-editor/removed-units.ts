/** How many UTF-16 units of a text stand in lines that the other text has nowhere. */
export function removedUnits(before: string, after: string): number {
  const kept = new Set(after.split("\n"));
  return before.split("\n").reduce((sum, line) => sum + (kept.has(line) ? 0 : line.length), 0);
}
