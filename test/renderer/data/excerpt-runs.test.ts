import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptRuns, shownRuns } from "../../../renderer/data/excerpt-runs.ts";
import { stepThatSees } from "../../../renderer/commands/use-jump.ts";

const OPEN = "\uE000";
const CLOSE = "\uE001";

test("what was found is told apart from what is around it", () => {
  expect(excerptRuns(`a ${OPEN}b${CLOSE} c ${OPEN}d${CLOSE}`)).toEqual([
    { text: "a ", hit: false },
    { text: "b", hit: true },
    { text: " c ", hit: false },
    { text: "d", hit: true },
  ]);
});

test("a lone letter is marked only where the query is nothing else", () => {
  const excerpt = `${OPEN}a${CLOSE} bad ${OPEN}timeout${CLOSE} of ${OPEN}a${CLOSE} call`;
  expect(shownRuns(excerpt, "a timeout")).toEqual([
    { text: "a bad ", hit: false },
    { text: "timeout", hit: true },
    { text: " of a call", hit: false },
  ]);
  expect(
    shownRuns(excerpt, "a")
      .filter((run) => run.hit)
      .map((run) => run.text),
  ).toEqual(["a", "timeout", "a"]);
});

test("marks in any disorder lose no text", () => {
  const piece = fc.oneof(fc.constant(OPEN), fc.constant(CLOSE), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const excerpt = pieces.join("");
      const shown = excerptRuns(excerpt)
        .map((run) => run.text)
        .join("");
      expect(shown).toBe(excerpt.replaceAll(OPEN, "").replaceAll(CLOSE, ""));
    }),
  );
});

test("a message is first seen by the step that is asked after it", () => {
  const outline = { steps: [1, 3, 5] };
  expect([0, 1, 2, 4].map((message) => stepThatSees(outline, message))).toEqual([1, 2, 2, 3]);
  expect(stepThatSees(outline, 6)).toBe(3);
  expect(stepThatSees({ steps: [] }, 0)).toBe(1);
});
