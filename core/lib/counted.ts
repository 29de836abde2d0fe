const format = new Intl.NumberFormat("en-US");

/** A whole number as a sentence has it: 29,150. The same everywhere, whatever the machine's language is. */
export function counted(value: number): string {
  return format.format(value);
}
