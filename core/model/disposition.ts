/** What became of a message in a request; derived from events (ledger). `evicted` is "offloaded then evicted". */
export const DISPOSITIONS = [
  "kept",
  "previewed",
  "paged",
  "limited",
  "cut",
  "cleared",
  "summarised",
  "pruned",
  "evicted",
  "repaired",
] as const;

/** One disposition. */
export type Disposition = (typeof DISPOSITIONS)[number];
