const GROUPED = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** Powers that may follow a number: `20k`, `1.5 M`, `64 KiB`. */
const POWERS = new Map<string, number>([
  ["", 1],
  ["k", 1000],
  ["m", 1_000_000],
  ["g", 1_000_000_000],
  ["kb", 1000],
  ["mb", 1_000_000],
  ["gb", 1_000_000_000],
  ["kib", 1024],
  ["ki", 1024],
  ["mib", 1024 ** 2],
  ["mi", 1024 ** 2],
  ["gib", 1024 ** 3],
  ["gi", 1024 ** 3],
]);

const AMOUNT = /^([+-]?)(\d+(?:\.\d+)?|\.\d+)([a-z]{0,3})$/;

/** An integer with thousands separators: `65,536`. */
export function formatAmount(value: number): string {
  return GROUPED.format(value);
}

/**
 * The integer that somebody typed: separators and spaces are allowed, and so is a power (`20k`, `1.5M`, `64 KiB`).
 * Undefined when it is no number, or no whole number in the safe range.
 */
export function parseAmount(typed: string): number | undefined {
  const compact = typed.replace(/[\s,_\u00a0\u202f]/g, "").toLowerCase();
  const match = AMOUNT.exec(compact);
  const power = match ? POWERS.get(match[3] ?? "") : undefined;
  if (!match || power === undefined) return undefined;
  const value = Number(match[2]) * power * (match[1] === "-" ? -1 : 1);
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/**
 * How far one press of an arrow key moves a value: a twentieth or so of it, always 1, 2 or 5 times a power of ten, so
 * that it feels the same at 10 and at 10,000,000.
 */
export function stepOf(value: number): number {
  const size = Math.abs(value);
  if (size < 20) return 1;
  const power = 10 ** Math.floor(Math.log10(size / 20));
  const digit = size / 20 / power;
  return (digit < 2 ? 1 : digit < 5 ? 2 : 5) * power;
}

/** The value after one press, on a multiple of the step, inside the range. `times` is 10 with Shift. */
export function stepped(value: number, up: boolean, times: number, min = -Infinity, max = Infinity): number {
  // Going down from 100 the steps are those below 100, so that up and down meet.
  const step = stepOf(up ? value : Math.max(0, Math.abs(value) - 1)) * times;
  const next = up ? Math.floor(value / step + 1) * step : Math.ceil(value / step - 1) * step;
  return Math.min(max, Math.max(min, next));
}
