/** The rows of the columns that are opened, by keys: `message/12`, `lifted/12`, `inserted/ID`, `system`, `tools`. */
export type OpenRows = ReadonlySet<string>;

/** Every row is closed. */
export const NO_ROWS: OpenRows = new Set();

/** The same with one row opened, or closed again. */
export function withRow(open: OpenRows, key: string): OpenRows {
  const next = new Set(open);
  if (!next.delete(key)) next.add(key);
  return next;
}
