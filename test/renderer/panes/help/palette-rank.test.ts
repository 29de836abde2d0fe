import { expect, test } from "vitest";
import { paletteRank } from "../../../../renderer/panes/help/palette-rank.ts";

test("the very label comes before its beginning, that before beginnings of its words, those before any part", () => {
  const ranks = ["Theme: dark", "Theme: dark grey", "Use dark: Theme", "a mistheme: dark"].map((label) =>
    paletteRank(label, "theme: dark"),
  );
  expect(ranks.every((rank, at) => rank > 0 && (at === 0 || rank < (ranks[at - 1] ?? 0)))).toBe(true);
});

test("signs between words, case and spaces do not matter; scattered letters do not count", () => {
  expect(paletteRank("Theme: dark", "theme  DARK")).toBeGreaterThan(0);
  expect(paletteRank("Use profile none", "profile none")).toBeGreaterThan(0);
  expect(paletteRank("Undo profile edit", "upe")).toBe(0);
  expect(paletteRank("Save profile", "svae")).toBe(0);
  expect(paletteRank("Save profile", "save theme")).toBe(0);
});

test("without a word everything is offered", () => {
  expect(paletteRank("Save profile", " ")).toBe(1);
});
