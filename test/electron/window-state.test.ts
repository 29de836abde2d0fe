import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstState, readState, restoredState, smallest, writeState } from "../../electron/window-state.ts";

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

test("what was left comes back", () => {
  const state = { x: 100, y: 50, width: 1200, height: 800, maximized: true };
  expect(restoredState(state, [screen])).toEqual(state);
});

test("a place on a screen that is gone is dropped, its size is not", () => {
  const state = { x: 3000, y: 50, width: 1200, height: 800, maximized: false };
  expect(restoredState(state, [screen])).toEqual({ width: 1200, height: 800, maximized: false });
  expect(restoredState(state, [screen, { ...screen, x: 1920 }])).toEqual(state);
});

test("nonsense gives the first window", () => {
  for (const bad of [undefined, null, 1, {}, { width: "1", height: 2 }, { width: NaN, height: 1 }])
    expect(restoredState(bad, [screen])).toEqual(firstState);
});

test("whatever is stored, the window is usable and within the largest screen", () => {
  const number = fc.oneof(fc.double(), fc.integer({ min: -5000, max: 5000 }));
  const stored = fc.record({ x: number, y: number, width: number, height: number, maximized: fc.boolean() });
  fc.assert(
    fc.property(stored, (state) => {
      const found = restoredState(state, [screen]);
      expect(found.width).toBeGreaterThanOrEqual(smallest.width);
      expect(found.height).toBeGreaterThanOrEqual(smallest.height);
      expect(found.width).toBeLessThanOrEqual(screen.width);
      expect(found.height).toBeLessThanOrEqual(screen.height);
      if (found.x !== undefined) expect(found.x).toBeLessThan(screen.width);
    }),
  );
});

test("the state survives the disk, and a bad file is no state", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "ullage-window-"));
  const file = path.join(folder, "deep", "window.json");
  expect(readState(file)).toBeUndefined();
  writeState(file, firstState);
  expect(readState(file)).toEqual(firstState);
  writeFileSync(file, "{");
  expect(readState(file)).toBeUndefined();
  // A folder in the way: nothing is thrown, and nothing is left beside it.
  writeState(folder, firstState);
  expect(existsSync(`${folder}.new`)).toBe(false);
  rmSync(folder, { recursive: true, force: true });
});
