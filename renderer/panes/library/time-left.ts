import type { JobProgress } from "../../data/import-jobs.ts";

/** A rate says something only after so many milliseconds. */
const soonest = 1000;

/** How long an import will still take, for people; undefined while nothing can be said. `elapsed` is of its phase, in milliseconds. */
export function timeLeft({ phase, done, total }: JobProgress, elapsed: number): string | undefined {
  if (phase === "storing" || done <= 0 || done >= total || elapsed < soonest) return undefined;
  const seconds = Math.ceil(((total - done) * elapsed) / done / 1000);
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}
