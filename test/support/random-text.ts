import fc from "fast-check";

/** Bits of text that break careless code: scripts, pairs, controls, patterns of replacement. */
const BITS = [
  "plain words of a log line ",
  "x",
  "\t",
  "漢字かな",
  "🧪👩‍🔬",
  "$& $$ $1 $`",
  "\r",
  "\u2028",
  "\ufeff",
  "\u0000",
  "\ud800",
  "\udc00",
  "é",
  '"quoted\\escapes"',
  "</script><img src=x onerror=alert(1)>",
  "ERROR: something failed",
  "TODO: look at the tide ",
  "it was left out because it leaks ",
  "",
];

/** A line without its newline. */
const line = fc
  .tuple(fc.constantFrom(...BITS), fc.constantFrom(1, 2, 7, 40))
  .map(([bit, times]) => bit.repeat(times));

/** A short text of up to a few lines. */
export const shortText: fc.Arbitrary<string> = fc
  .array(line, { maxLength: 4 })
  .map((lines) => lines.join("\n"));

/** A text from nothing to some 40,000 UTF-16 units: lines repeated, or one long line, with or without a last newline. */
export const longText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 5 }),
    fc.constantFrom(0, 1, 3, 30, 120),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([lines, times, oneLine, ended]) => {
    const block = lines.join(oneLine ? " " : "\n") + (oneLine ? "" : "\n");
    const text = block.repeat(times).slice(0, 40_000);
    return ended ? `${text}\n` : text;
  });
