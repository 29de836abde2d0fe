import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptRuns } from "../../../../renderer/panes/library/excerpt.ts";
import { stepThatSees } from "../../../../renderer/panes/library/use-jump.ts";

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
