import type { Outline } from "../../data/message-table.ts";
import type { TurnFolding } from "../../state/folding.ts";

/** The messages [from, to) of a turn, from 1. */
export interface Turn {
  readonly turn: number;
  readonly from: number;
  readonly to: number;
}

const known = new WeakMap<Outline, readonly Turn[]>();

/** The turns of a thread in order, made once an outline. */
export function turnsOf(outline: Outline): readonly Turn[] {
  let turns = known.get(outline);
  if (!turns) {
    turns = makeTurns(outline);
    known.set(outline, turns);
  }
  return turns;
}

function makeTurns({ messages }: Outline): Turn[] {
  const { turns, length } = messages;
  return turns.map(([turn, from], at) => ({ turn, from, to: turns[at + 1]?.[1] ?? length }));
}

/** Codes of the headings of turns: below all others. A turn that a summary covers in part has one on either side. */
const FIRST = -1_000_000_000;

/** The code of a turn's heading among the covered messages, or among those that are sent. */
export function turnCode(turn: number, covered: boolean): number {
  return FIRST - 2 * turn - (covered ? 1 : 0);
}

/** The turn of a heading's code; undefined for another code. */
export function turnOfCode(code: number): { readonly turn: number; readonly covered: boolean } | undefined {
  if (code > FIRST) return undefined;
  const rest = FIRST - code;
  return { turn: Math.floor(rest / 2), covered: rest % 2 === 1 };
}

/** What becomes of the raw messages [from, to) as rows: their indices, and headings of turns with what is folded left out. */
export function foldedCodes(
  outline: Outline,
  range: { readonly from: number; readonly to: number; readonly covered: boolean },
  folding: TurnFolding,
): number[] {
  const codes: number[] = [];
  let turn = -1;
  for (let index = range.from; index < range.to; index++) {
    const own = folding.folded ? outline.messages.turnOf(index) : 0;
    if (folding.folded && own !== turn) codes.push(turnCode(own, range.covered));
    turn = own;
    if (!folding.folded || folding.open.has(own)) codes.push(index);
  }
  return codes;
}
