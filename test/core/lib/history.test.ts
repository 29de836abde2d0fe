import fc from "fast-check";
import { expect, test } from "vitest";
import { History } from "../../../core/lib/history.ts";
import { Sequence } from "../../../core/lib/sequence.ts";

/** What a history should hold: values, each its own amount. */
function check(history: History<number>, values: readonly number[], from: number, to: number): void {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
  expect(history.length).toBe(values.length);
  expect(values.map((_, index) => history.at(index))).toEqual(values);
  expect(history.sum(0)).toBe(sum(values));
  expect(history.sum(1)).toBe(2 * sum(values));
  const [low = 0, high = 0] = [from % (values.length + 1), to % (values.length + 1)].toSorted(
    (a, b) => a - b,
  );
  expect(history.sum(0, low, high)).toBe(sum(values.slice(low, high)));
}

/** How a history grows: by an item of the base, or by another in its place. */
const moves = fc.array(fc.option(fc.nat({ max: 1000 }), { nil: undefined }), { minLength: 1, maxLength: 40 });

test("a history is the base with some items in the place of others, and every older one stays as it was", () => {
  fc.assert(
    fc.property(moves, moves, fc.nat(), fc.nat(), fc.nat(), (first, second, fork, from, to) => {
      const items = Array.from({ length: 80 }, (_, at) => at * 3);
      const base = Sequence.of(
        items,
        items.map((item) => [item, 2 * item]),
        2,
      );
      const all: { readonly history: History<number>; readonly values: readonly number[] }[] = [
        { history: History.over(base), values: [] },
      ];
      const grow = (begin: number, by: readonly (number | undefined)[]): void => {
        let { history, values } = all[begin] as (typeof all)[number];
        for (const own of by) {
          const next = own ?? (items[values.length] as number);
          history = own === undefined ? history.grow(history.length + 1) : history.put(own, [own, 2 * own]);
          values = [...values, next];
          all.push({ history, values });
        }
      };
      grow(0, first);
      // From somewhere in the middle another history goes on.
      grow(fork % all.length, second);
      for (const { history, values } of all) {
        check(history, values, from, to);
        const changed = history.changed().map(({ index, item }) => [index, item]);
        expect(history.changedAt(0, history.length).map(({ index, item }) => [index, item])).toEqual(changed);
        for (const [index, item] of changed) expect(values[index as number]).toBe(item);
      }
    }),
  );
});

test("an item outside is refused", () => {
  const history = History.over(Sequence.of(["a"], [[1]], 1)).grow(1);
  expect(history.at(0)).toBe("a");
  expect(() => history.at(1)).toThrow(RangeError);
  expect(() => history.at(-1)).toThrow(RangeError);
});
