import type { Recording } from "../model/recording.ts";

/** Where a cut may be made, and what moved it. */
export interface SafeCut {
  readonly at: number;
  /** Index of the message whose call would have been parted from its result, where the cut moved. */
  readonly heldBy?: number;
}

/**
 * The cut at `wanted` moved earlier, never later, until no call before it is parted from a result after it. Calls
 * that nothing answers do not count.
 */
export function safeCut(recording: Recording, wanted: number): SafeCut {
  if (wanted <= 0) return { at: 0 };
  const batch = recording.batches[recording.batchOf[wanted] ?? -1];
  if (!batch || batch.from === wanted || batch.tiedTo < wanted) return { at: wanted };
  return { at: batch.from, heldBy: batch.from };
}
