import { expect, test } from "vitest";
import { Gate } from "../../host/jobs/gate.ts";

test("work that was given up never passes", () => {
  const gate = new Gate();
  const other = new Gate(gate.shared);
  expect(other.giveUp()).toBe(true);
  expect([gate.givenUp, gate.pass(), gate.pass()]).toEqual([true, false, false]);
  gate.reopen();
  expect([gate.givenUp, gate.pass(), other.giveUp()]).toEqual([true, false, true]);
});

test("work that has passed counts, and whoever gives it up is told so", () => {
  const gate = new Gate();
  expect([gate.pass(), gate.givenUp]).toEqual([true, false]);
  expect(new Gate(gate.shared).giveUp()).toBe(false);
  expect(gate.givenUp).toBe(true);
});

test("work in several parts passes with each, until it is given up between two or during one", () => {
  const between = new Gate();
  for (const _ of [1, 2]) {
    expect(between.pass()).toBe(true);
    between.reopen();
  }
  expect(between.giveUp()).toBe(true);
  expect(between.pass()).toBe(false);

  const during = new Gate();
  expect(during.pass()).toBe(true);
  expect([during.giveUp(), during.giveUp()]).toEqual([false, false]);
  during.reopen();
  expect([during.givenUp, during.pass(), during.giveUp()]).toEqual([true, false, true]);
});
