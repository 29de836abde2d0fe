import fc from "fast-check";
import { expect, test } from "vitest";
import { History } from "../../../core/lib/history.ts";
import { type LateColumn, Sequence } from "../../../core/lib/sequence.ts";

const amounts = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 30 });
/** What is asked for, in this order: many single items, or few. */
const asked = fc.oneof(
  fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
  fc.array(fc.nat(), { minLength: 260, maxLength: 300 }).map((all) => all.map((at) => [at, at + 1] as const)),
);

/** Amounts in the second of two columns, the first one being their position. */
function sequenceOf(items: readonly number[], measured: number[] | undefined): Sequence<number> {
  const late: LateColumn<number> = { column: 1, measure: (item) => (measured?.push(item), item) };
  return measured
    ? Sequence.measured(items, 2, (into, _item, at) => void (into[0] = at), late)
    : Sequence.of(
        items,
        items.map((item, at) => [at, item]),
        2,
      );
}

test("a late column adds up to the same, in whatever order it is asked for", () => {
  fc.assert(
    fc.property(amounts, asked, (items, ranges) => {
      const [early, late] = [sequenceOf(items, undefined), sequenceOf(items, [])];
      const shared = late.with(items.map(String));
      for (const [a, b] of ranges) {
        const [from = 0, to = 0] = [a % (items.length + 1), b % (items.length + 1)].toSorted((x, y) => x - y);
        for (const column of [0, 1]) {
          expect(late.sum(column, from, to)).toBe(early.sum(column, from, to));
          expect(shared.sum(column, from, to)).toBe(early.sum(column, from, to));
        }
      }
      expect(items.map((_, at) => late.amounts(at))).toEqual(items.map((_, at) => early.amounts(at)));
    }),
  );
});

test("histories over a late column grow as they do over any other", () => {
  fc.assert(
    fc.property(amounts, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (items, own) => {
      const grow = (base: Sequence<number>): History<number> =>
        items.reduce(
          (history, item, at) => (own[at] ? history.put(item + 5, [1, item + 5]) : history.grow(at + 1)),
          History.over(base),
        );
      const [early, late] = [grow(sequenceOf(items, undefined)), grow(sequenceOf(items, []))];
      for (let from = 0; from <= items.length; from++)
        for (const column of [0, 1]) expect(late.sum(column, from)).toBe(early.sum(column, from));
    }),
  );
});

test("nothing of a late column is measured before somebody asks, and all of it once", () => {
  const items = Array.from({ length: 400 }, (_, at) => at);
  const measured: number[] = [];
  const late = sequenceOf(items, measured);
  expect([late.sum(0, 0, 400), late.sum(1, 7, 7), measured.length]).toEqual([79_800, 0, 0]);
  expect([late.amount(1, 9), measured]).toEqual([9, [9]]);
  measured.length = 0;
  expect([late.sum(1), late.sum(1, 10, 12), late.amount(1, 399)]).toEqual([79_800, 21, 399]);
  expect(measured).toEqual(items);
});
