/**
 * Tokens that a provider reported for one step. All optional: a missing figure is unknown, never zero.
 * `input` is the whole prompt, cached part included, whatever the vendor's own convention was.
 */
export interface Usage {
  readonly kind: "reported";
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly reasoning?: number;
  /** Why the figures are not to be trusted, when they are not (a partial stream, zeros, a cumulative counter). */
  readonly doubt?: string;
}
