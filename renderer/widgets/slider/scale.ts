/** How a slider's way is laid out over its range. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly scale: "log" | "linear";
}

/** How many places a slider has: enough for a pixel each, few enough for the keyboard. */
export const PLACES = 400;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Logarithms begin at 1: a range that begins at 0 is moved by one. */
const shift = (scale: Scale) => (scale.min < 1 ? 1 - scale.min : 0);

/** Where a value stands, 0 to PLACES; a value outside the range stands at its end. */
export function placeOf(value: number, scale: Scale): number {
  const inside = clamp(value, scale.min, scale.max);
  if (scale.scale === "linear") {
    return Math.round(((inside - scale.min) / (scale.max - scale.min)) * PLACES);
  }
  const by = shift(scale);
  const low = Math.log(scale.min + by);
  const high = Math.log(scale.max + by);
  return Math.round(((Math.log(inside + by) - low) / (high - low)) * PLACES);
}

/** A whole number with at most two digits that are not zero, so that a dragged value reads well. */
function rounded(value: number): number {
  if (Math.abs(value) < 100) return Math.round(value);
  const power = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Math.round(value / power) * power;
}

/** The value at a place. The ends give exactly the ends of the range. */
export function valueAtPlace(place: number, scale: Scale): number {
  if (place <= 0) return scale.min;
  if (place >= PLACES) return scale.max;
  const share = place / PLACES;
  if (scale.scale === "linear") return Math.round(scale.min + share * (scale.max - scale.min));
  const by = shift(scale);
  const low = Math.log(scale.min + by);
  const high = Math.log(scale.max + by);
  return clamp(rounded(Math.exp(low + share * (high - low)) - by), scale.min, scale.max);
}
