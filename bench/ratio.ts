/** Milliseconds that a piece of work took: the best of some tries, as other work on the machine only ever adds. */
export function best(work: () => unknown, tries = 5): number {
  let least = Infinity;
  for (let i = 0; i < tries; i++) {
    globalThis.gc?.();
    const begin = performance.now();
    work();
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}

/** One line of a benchmark: the ratio against the baseline of the same run, and whether it keeps its bound. */
export function report(name: string, value: number, bound: number, note = ""): void {
  const kept = value <= bound;
  if (!kept) process.exitCode = 1;
  console.log(
    `${kept ? "ok  " : "OVER"} ${name}: ${value.toFixed(3)}× (at most ${bound}×)${note === "" ? "" : `  ${note}`}`,
  );
}
