import { expect, it } from "vitest";
import { timeLeft } from "../../../../renderer/panes/library/time-left.ts";

const at = (done: number, elapsed: number, phase: "sending" | "reading" | "storing" = "reading") =>
  timeLeft({ phase, done, total: 1000, lines: 0 }, elapsed);

it("is worked out from what was done so far", () => {
  expect(at(100, 2000)).toBe("about 18 s left");
  expect(at(999, 2000, "sending")).toBe("about 1 s left");
  expect(at(10, 1000)).toBe("about 2 min left");
});

it("is not told too early, for nothing, or at the end", () => {
  for (const one of [at(100, 900), at(0, 5000), at(1000, 5000), at(1200, 5000), at(500, 5000, "storing")])
    expect(one).toBeUndefined();
  expect(timeLeft({ phase: "reading", done: 5, total: 0, lines: 0 }, 5000)).toBeUndefined();
});
