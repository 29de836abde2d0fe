/** Milliseconds that a piece of work takes. No collection is forced before: it would make the code cold again. */
export function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** What a piece of work takes: milliseconds, and milliseconds of CPU of this thread. */
export interface Spent {
  readonly milliseconds: number;
  readonly cpu: number;
}

/** `timed`, with the time of the CPU. */
export function spentOn(work: () => unknown): Spent {
  const before = process.threadCpuUsage();
  const milliseconds = timed(work);
  return { milliseconds, cpu: cpuTime(process.threadCpuUsage(before)) };
}

/** Milliseconds of CPU, of the system's part as well. */
export function cpuTime({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

/** The middle of some times: one that other work on the machine stretched does not count. */
export function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The shortest of some times: what other work, or a collection of garbage, only ever adds to. */
export function fastest(times: readonly number[]): number {
  return Math.min(...times);
}

/** One line of a benchmark: the ratio against the baseline of the same run, and whether it keeps its bound. */
export function report(name: string, value: number, bound: number, note = ""): void {
  const kept = value <= bound;
  if (!kept) process.exitCode = 1;
  console.log(
    `${kept ? "ok  " : "OVER"} ${name}: ${value.toFixed(3)}× (at most ${bound}×)${note === "" ? "" : `  ${note}`}`,
  );
}
