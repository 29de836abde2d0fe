import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NearestAbove } from "../../../core/importers/nearest-above.ts";

/** What climbing step by step finds. */
function climbed(parents: readonly number[], own: ReadonlySet<number>, id: number): number | undefined {
  const seen = new Set([id]);
  for (let at = parents[id] ?? -1; at >= 0 && !seen.has(at); at = parents[at] ?? -1) {
    seen.add(at);
    if (own.has(at)) return at;
  }
  return undefined;
}

describe("NearestAbove", () => {
  it("finds what climbing finds, in whatever order nodes are asked for", () => {
    const tree = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc.tuple(
          fc.tuple(...Array.from({ length: size }, (_, id) => fc.integer({ min: -1, max: id - 1 }))),
          fc.uniqueArray(fc.nat({ max: size - 1 })),
          fc.array(fc.nat({ max: size - 1 }), { minLength: 1, maxLength: 30 }),
        ),
      );
    fc.assert(
      fc.property(tree, ([parents, marked, asked]) => {
        const own = new Set(marked);
        const parentOf = (id: string): string => {
          const parent = parents[Number(id)] ?? -1;
          return parent < 0 ? "" : String(parent);
        };
        const above = new NearestAbove(parentOf, (id) => (own.has(Number(id)) ? Number(id) : undefined));
        for (const id of asked) expect(above.of(String(id))).toBe(climbed(parents, own, id));
      }),
    );
  });

  it("comes to an end where parents go round in a circle", () => {
    const above = new NearestAbove<string>(
      (id) => ({ a: "b", b: "c", c: "a", self: "self" })[id] ?? "",
      () => undefined,
    );
    expect([above.of("a"), above.of("b"), above.of("self")]).toEqual([undefined, undefined, undefined]);
  });
});
