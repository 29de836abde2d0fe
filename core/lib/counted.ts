/** A whole number as a sentence has it: 29,150. The same everywhere, whatever the machine's language is. */
export function counted(value: number): string {
  // From there on a number is written with an exponent, and a fraction has no groups of three.
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return String(value);
  const digits = String(Math.abs(value));
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3)
    text = `${digits.slice(Math.max(0, end - 3), end)},${text}`;
  return value < 0 ? `-${text}` : text;
}

/** An amount in a unit that is named by its plural: `1 token`, `29,150 tokens`. */
export function countedIn(value: number, unit: string): string {
  return `${counted(value)} ${value === 1 && unit.endsWith("s") ? unit.slice(0, -1) : unit}`;
}
