/**
 * Processor time in milliseconds that a piece of work takes of this thread. What else a machine is busy with counts
 * for nothing in it, so that it may be bounded: such a bound is far above what linear work takes and far below what
 * quadratic work would.
 */
export function threadTime(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
