/** Of a list of names an address holds no more than so many. */
export const MOST_NAMED = 100;
/** Of longer names an address holds none, in UTF-16 units of all of them. */
const LONGEST_NAMES = 2000;
/** Of a longer text that was typed an address holds none, in UTF-16 units. */
export const LONGEST_TEXT = 1000;

/** True for names that an address has room for. */
export function fits(names: readonly string[]): boolean {
  return names.length <= MOST_NAMED && names.reduce((sum, one) => sum + one.length, 0) <= LONGEST_NAMES;
}

/** A text as it was typed; undefined for none and for one that an address has no room for. */
export function typedText(text: string | null): string | undefined {
  return text === null || text === "" || text.length > LONGEST_TEXT ? undefined : text;
}

/** A whole number in decimal digits, at least `from`; undefined for anything else. */
export function wholeNumber(text: string | null | undefined, from: number): number | undefined {
  if (text === null || text === undefined || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= from ? value : undefined;
}
