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
}
