/**
 * The step of a run that one of its steps is compared with, from 1: the pinned one, else the one before. A step that the
 * run does not have is as none: an address may tell one. Undefined at the first step, which nothing was sent before.
 */
export function comparedStep(now: number, pinned: number | undefined, steps: number): number | undefined {
  if (pinned !== undefined && pinned !== now && pinned >= 1 && pinned <= steps) return pinned;
  return now > 1 ? now - 1 : undefined;
}
