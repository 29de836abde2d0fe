/** Which turns are folded: none, or all but some. */
export interface TurnFolding {
  /** Turns have headings, and are folded unless they are open. */
  readonly folded: boolean;
  readonly open: ReadonlySet<number>;
}

/** Every message stands for itself. */
export const NO_FOLDING: TurnFolding = { folded: false, open: new Set() };

/** Every turn is one row. */
export const ALL_FOLDED: TurnFolding = { folded: true, open: new Set() };

/** The folding with one turn opened, or folded again. */
export function withTurn(folding: TurnFolding, turn: number): TurnFolding {
  const open = new Set(folding.open);
  if (!open.delete(turn)) open.add(turn);
  return { ...folding, open };
}
