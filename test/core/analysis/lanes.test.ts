import { expect, test } from "vitest";
import { lanesBeside } from "../../../core/analysis/lanes.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { ThreadBuilder } from "../../support/build-thread.ts";

const at = (seconds: number) => ({ time: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString() });

const main: Thread = {
  ...new ThreadBuilder()
    .user("Count the ships.")
    .call({ name: "agent", args: { prompt: " Look at berth two. ", deep: { list: ["x"] } }, gives: "Three." })
    .call({ name: "read", args: { path: "/a" }, gives: "text" })
    .say("Done.")
    .build(),
  id: "main",
  meta: [at(0), at(10), at(20), at(30), at(40), at(50)],
};

function lane(id: string, text: string, more: Partial<Thread> = {}): Thread {
  return { ...new ThreadBuilder().user(text).say("Yes.").build(), id, lane: id, ...more };
}

const placed = (...lanes: Thread[]) =>
  lanesBeside([main, ...lanes], "main").map(({ thread, from, to, called }) => [thread.id, from, to, called]);

test("a lane whose first words a call gave lies between that call and its answer", () => {
  expect(placed(lane("sub", "Look at berth two."))).toEqual([["sub", 1, 2, true]]);
});

test("a lane that no call asked for lies where the clock puts it", () => {
  expect(placed(lane("sub", "Something else.", { meta: [at(31), at(45)] }))).toEqual([["sub", 3, 5, false]]);
  expect(placed(lane("late", "Something else.", { meta: [at(90), at(91)] }))).toEqual([
    ["late", 5, 5, false],
  ]);
});

test("a branch lies where it leaves, a lane without a clock nowhere", () => {
  expect(placed(lane("b", "Again.", { branch: { of: "main", shared: 4 } }))).toEqual([["b", 3, 3, false]]);
  expect(placed(lane("c", "Again.", { meta: [{ time: "no time" }, undefined] }))).toEqual([
    ["c", null, null, false],
  ]);
  expect(lanesBeside([main], "nobody")).toEqual([]);
});
