/** Milliseconds before try number `attempt` (from 1): doubles from 250 ms to 8 s, so that a restart is caught fast. */
export function backoff(attempt: number): number {
  return Math.min(8000, 250 * 2 ** Math.max(0, attempt - 1));
}
