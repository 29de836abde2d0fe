import type { Piece } from "../model/event.ts";

/** The text that pieces stand for, given the original. The inverse of every cut: the ledger holds pieces, not copies. */
export function joinPieces(original: string, pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === "string" ? piece : original.slice(piece.from, piece.to)))
    .join("");
}

/** A range of the original, or no piece at all where it is empty. */
export function range(from: number, to: number): Piece[] {
  return to > from ? [{ from, to }] : [];
}
