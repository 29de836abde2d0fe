import type { Piece } from "../model/event.ts";

/** The text that pieces stand for, given the original. The inverse of every cut: the ledger holds pieces, not copies. */
export function joinPieces(original: string, pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : rangeText(original, piece))).join("");
}

function rangeText(original: string, { from, to, as }: Exclude<Piece, string>): string {
  const text = original.slice(from, to);
  return as === "json" ? insideJson(text) : text;
}

/** A text as it stands inside a JSON string. */
export function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A range of the original, or no piece at all where it is empty. */
export function range(from: number, to: number): Piece[] {
  return to > from ? [{ from, to }] : [];
}
