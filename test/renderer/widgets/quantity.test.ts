import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatShare,
  formatShort,
  plural,
} from "../../../renderer/widgets/quantity.tsx";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [24_310, "24.3k"],
  [99_960, "100k"],
  [999_499, "999k"],
  [999_500, "1M"],
  [1_250_000, "1.3M"],
  [132_635_000_000, "132.6G"],
])("%s is %s in short", (value, text) => {
  expect(formatShort(value)).toBe(text);
});

test.each([
  [0, "0 B"],
  [1023, "1,023 B"],
  [1024, "1 KiB"],
  [65_536, "64 KiB"],
  [1.5 * 1024 ** 2, "1.5 MiB"],
  [3 * 1024 ** 3, "3 GiB"],
])("%s bytes are %s", (value, text) => {
  expect(formatBytes(value)).toBe(text);
});

test.each([
  [0, "0 %"],
  [0.037, "3.7 %"],
  [0.37, "37 %"],
  [0.9951, "99.5 %"],
  [0.99999, "99.9 %"],
  [1, "100 %"],
  [-0.05, "−5 %"],
])("a share of %s is %s", (value, text) => {
  expect(formatShare(value)).toBe(text);
});

test("counts, times and plurals", () => {
  expect(formatCount(24_310)).toBe("24,310");
  expect([0.34, 12, 1400].map(formatMilliseconds)).toEqual(["340 µs", "12 ms", "1.4 s"]);
  expect([plural(1, "step"), plural(2, "step"), plural(0, "fire"), plural(2, "copy", "copies")]).toEqual([
    "1 step",
    "2 steps",
    "0 fires",
    "2 copies",
  ]);
});

test("whatever is made a plural by an s is a noun that takes one", () => {
  const renderer = path.resolve(import.meta.dirname, "../../../renderer");
  const nouns = readdirSync(renderer, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") || file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(path.join(renderer, file), "utf8").matchAll(
        /plural\([^"()]*(?:\([^()]*\))?[^"()]*"([^"]+)"\)/g,
      ),
    ])
    .map(([, noun = ""]) => noun);
  expect(nouns.length).toBeGreaterThan(10);
  expect(nouns.filter((noun) => /(?:s|x|ch|sh|[^aeiou]y|^more|^other)$/.test(noun))).toEqual([]);
});
