import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { yamlItems } from "../../../core/lib/yaml-items.ts";

const values = (text: string): unknown[] => yamlItems(text).values.map(({ value }) => value);

describe("yamlItems", () => {
  it("reads each item of a sequence at the margin for itself", () => {
    const text = "---\nlist:\n- a: 1\n- b: [x\n- c: |\n    - not an item\n    end\nversion: 1\n...\n";
    const { damaged } = yamlItems(text);
    expect(values(text)).toEqual([{ a: 1 }, { c: "- not an item\nend\n" }]);
    expect(damaged.map(({ from, to }) => text.slice(from, to))).toEqual(["- b: [x\n"]);
    expect(damaged[0]?.reason).not.toBe("");
  });

  it("reads the document as a whole where items share what they hold", () => {
    expect(values("list:\n- a: &x [1]\n- b: *x\n")).toEqual([{ list: [{ a: [1] }, { b: [1] }] }]);
  });

  it.each(["- a: &a [*a]\n", "- a: &a {b: {c: *a}}\n", "k: &a [1, *a]\n"])(
    "refuses what holds itself: %j",
    (text) => {
      const { values: found, damaged } = yamlItems(text);
      expect(found).toEqual([]);
      expect(damaged.map(({ reason }) => reason)).toEqual(["an alias that holds itself"]);
    },
  );

  it("does not unfold without end", () => {
    const levels = Array.from({ length: 12 }, (_, at) => {
      const before = at === 0 ? "[x, x]" : `[${`*a${at - 1}, `.repeat(9)}*a${at - 1}]`;
      return `k${at}: &a${at} ${before}`;
    });
    const { values: found, damaged } = yamlItems(levels.join("\n"));
    expect(found).toEqual([]);
    expect(damaged.length).toBe(1);
  });

  it.each([
    ["nested lists", "[".repeat(50_000)],
    ["lists in a row", `interactions:\n${"- ".repeat(50_000)}`],
    [
      "very many keys",
      `interactions:\n- a: 1\n${Array.from({ length: 9000 }, (_, at) => `  k${at}: v`).join("\n")}`,
    ],
    ["aliases of nothing", `interactions:\n- ${"*a ".repeat(20_000)}`],
    ["aliases of one list", `interactions:\n- &a [1]\n${"- *a\n".repeat(20_000)}`],
    ["keys of keys", `interactions:\n- k:\n    ${"? ".repeat(500)}x`],
    [
      "keys of keys, a line each",
      `interactions:\n- k:\n${Array.from({ length: 300 }, (_, at) => `${" ".repeat(at + 4)}?`).join("\n")}`,
    ],
    [
      "very many anchors and aliases",
      `interactions:\n- k:\n${Array.from({ length: 9000 }, (_, at) => `  - &b${at} x\n  - *b${at}`).join("\n")}`,
    ],
    ["escapes that are none", `interactions:\n- "${"\\x".repeat(50_000)}"`],
    ["empty items", `interactions:\n${"- \n".repeat(20_000)}`],
  ])("is not lost on %s", (_, text) => {
    const { values: found, damaged } = yamlItems(text);
    expect(found.length + damaged.length).toBeGreaterThan(0);
  });

  it("keeps bytes as the text that they are, and knows no other tag", () => {
    expect(values("- a: !!binary aMO4aiDwn4yK\n- b: !!js/function 'x'\n")).toEqual([
      { a: "høj 🌊" },
      { b: "x" },
    ]);
  });

  it("gives a key that every object has as a field of its own", () => {
    const [first] = values("- __proto__: {polluted: 1}\n  constructor: 2\n") as object[];
    expect(Object.hasOwn(first ?? {}, "constructor")).toBe(true);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("reads back whatever another writer wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }), (items) => {
        const written = stringify(
          { interactions: items },
          { indentSeq: false, aliasDuplicateObjects: false },
        );
        expect(yamlItems(written).damaged).toEqual([]);
        expect(JSON.stringify(values(written))).toBe(JSON.stringify(items));
      }),
    );
  });
});
