import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A place on the screens, in device-independent pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the window was left. Without a place the system chooses one. */
export interface WindowState {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly maximized: boolean;
}

/** The window of a first start. */
export const firstState: WindowState = { width: 1440, height: 900, maximized: false };

/** Smallest useful window; the three columns do not fit below it. */
export const smallest = { width: 960, height: 600 };

/** How much of the window has to be on some screen for its old place to be kept, in pixels each way. */
const visible = 80;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** True when enough of a box lies on a screen that its title can be grabbed. */
function isReachable(box: Box, screen: Box): boolean {
  const across = Math.min(box.x + box.width, screen.x + screen.width) - Math.max(box.x, screen.x);
  const down = Math.min(box.y + box.height, screen.y + screen.height) - Math.max(box.y, screen.y);
  return across >= visible && down >= visible && box.y >= screen.y - visible;
}

/**
 * The state to open the window with. `stored` is whatever was read from disk; a place that is on no screen any more
 * is dropped, a size is kept within the largest screen.
 */
export function restoredState(stored: unknown, screens: readonly Box[]): WindowState {
  if (typeof stored !== "object" || stored === null) return firstState;
  const { x, y, width, height, maximized } = stored as Record<string, unknown>;
  if (!isNumber(width) || !isNumber(height)) return firstState;
  const limit = (size: number, least: number, most: number) =>
    Math.round(Math.max(least, Math.min(size, most)));
  const size = {
    width: limit(width, smallest.width, Math.max(smallest.width, ...screens.map((s) => s.width))),
    height: limit(height, smallest.height, Math.max(smallest.height, ...screens.map((s) => s.height))),
    maximized: maximized === true,
  };
  if (!isNumber(x) || !isNumber(y)) return size;
  const place = { x: Math.round(x), y: Math.round(y) };
  return screens.some((screen) => isReachable({ ...place, ...size }, screen)) ? { ...place, ...size } : size;
}

/** What is stored on disk, or undefined when there is nothing that can be read. */
export function readState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Stores the state; a disk that refuses costs the place of the window and nothing else. */
export function writeState(file: string, state: WindowState): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // Not worth a message at the moment when the user closes the window.
    rmSync(`${file}.new`, { force: true });
  }
}
