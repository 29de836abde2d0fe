/** Milliseconds between two events of progress. */
const pause = 100;

/** Passes on at most one event in 100 ms, the first at once; one of another phase is never held back. */
export function atMost<E extends { readonly phase: string }>(emit: (event: E) => void): (event: E) => void {
  let last = -Infinity;
  let phase = "";
  return (event) => {
    const now = performance.now();
    if (event.phase === phase && now - last < pause) return;
    last = now;
    phase = event.phase;
    emit(event);
  };
}
