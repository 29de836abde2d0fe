import { stepped } from "./amount.ts";

interface Move {
  readonly up: boolean;
  readonly times: number;
}

const MOVES = new Map<string, Move>([
  ["ArrowUp", { up: true, times: 1 }],
  ["ArrowDown", { up: false, times: 1 }],
  ["PageUp", { up: true, times: 10 }],
  ["PageDown", { up: false, times: 10 }],
]);

const SIDEWAYS = new Map<string, Move>([
  ["ArrowRight", { up: true, times: 1 }],
  ["ArrowLeft", { up: false, times: 1 }],
]);

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * The value that a key press gives, or undefined for a key that is none of ours. `sideways` adds the keys that a text
 * field needs for its caret. Shift goes ten times as far.
 */
export function valueAfterKey(
  press: { readonly key: string; readonly shiftKey: boolean },
  value: number,
  range: Range,
  sideways = false,
): number | undefined {
  const move = MOVES.get(press.key) ?? (sideways ? SIDEWAYS.get(press.key) : undefined);
  if (move) return stepped(value, move.up, press.shiftKey ? 10 : move.times, range.min, range.max);
  if (sideways && press.key === "Home") return range.min;
  return sideways && press.key === "End" ? range.max : undefined;
}
