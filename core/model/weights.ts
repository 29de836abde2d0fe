/** Two steps of a run, from 1. */
export interface StepPair {
  readonly from: number;
  readonly to: number;
}

/** What one raw message weighed over a run. Tokens are estimated by the run's counter. */
export interface MessageWeight {
  readonly index: number;
  /** How many requests sent something of it. */
  readonly requests: number;
  /** Sum of what those requests sent of it. */
  readonly tokens: number;
  /** Of these, tokens that lay in the prefix that a request shares with the one before it (derived). */
  readonly cachedTokens: number;
  /** Its size as recorded, once. */
  readonly recorded: number;
  /**
   * Of two steps: its weight up to and with the request of `to`, less its weight up to and with that of `from`. That
   * is what the requests after the one step up to the other sent of it; below zero where `to` comes first.
   */
  readonly between?: number;
}

/** The messages of a run by what they weighed, the heaviest first. */
export interface RunWeights {
  readonly run: string;
  readonly rows: readonly MessageWeight[];
  /** The messages that are not among the rows but were sent. */
  readonly rest: { readonly messages: number; readonly tokens: number };
  /** Messages of which no request sent anything. */
  readonly never: number;
  /** What every request held beside history, added up over all steps. */
  readonly fixed: { readonly system: number; readonly tools: number; readonly summary: number };
  /** The two steps of `between`; and what it is for all that the rows do not tell, `rest` and `fixed` together. */
  readonly between?: StepPair & { readonly besides: number };
}
