import type { Run } from "../engine/run.ts";
import type { ReadAnswer } from "../policies/read-window.ts";
import { maskText } from "./mask-secrets.ts";
import { type Masked, secretRanges } from "./mask-text.ts";
import { type ReadAsked, readBack, readPiece } from "./read-back.ts";
import { secretHalves } from "./secret-halves.ts";

/** Shorter lines of a secret of several lines are words that others may say. */
const SHORTEST_LINE = 12;

/** What of secrets stands in the piece that is read and is not known by its form in it. */
function halvesOf(run: Run, step: number, target: string, asked: ReadAsked): string[] {
  const piece = readPiece(run, step, target, asked);
  if (!piece) return [];
  if (piece.range) return secretHalves(piece.whole, piece.range);
  // A search gives lines, and a private key has many.
  return secretRanges(piece.whole)
    .flatMap(({ from, to }) => piece.whole.slice(from, to).split("\n").slice(1))
    .filter((line) => line.length >= SHORTEST_LINE);
}

/** What the model could read back, as it may leave this machine: as `readBack`, without the secrets in it. */
export function maskedReadBack(
  run: Run,
  step: number,
  target: string,
  asked: ReadAsked = {},
): Masked<ReadAnswer> {
  const answer = readBack(run, step, target, asked);
  const { value: text, count } = maskText(answer.text, halvesOf(run, step, target, asked));
  return { value: { ...answer, text }, count };
}
