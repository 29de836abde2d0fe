/**
 * Finds what stands nearest above a node of a tree. Every node is climbed over once, however many ask; a tree whose
 * parents go round in a circle has nothing above.
 */
export class NearestAbove<T> {
  readonly #parentOf: (id: string) => string;
  readonly #ownOf: (id: string) => T | undefined;
  /** What stands at a node, or nearest above it. */
  readonly #known = new Map<string, T | undefined>();

  /** `parentOf` gives `` for a root; `ownOf` what stands at a node itself. */
  constructor(parentOf: (id: string) => string, ownOf: (id: string) => T | undefined) {
    this.#parentOf = parentOf;
    this.#ownOf = ownOf;
  }

  /** What stands nearest above a node, that itself left out. */
  of(id: string): T | undefined {
    const climbed = new Set<string>();
    let found: T | undefined;
    let at = this.#parentOf(id);
    while (at !== "" && at !== id && !this.#known.has(at) && !climbed.has(at)) {
      climbed.add(at);
      found = this.#ownOf(at);
      if (found !== undefined) break;
      at = this.#parentOf(at);
    }
    const result = found ?? this.#known.get(at);
    for (const node of climbed) this.#known.set(node, result);
    return result;
  }
}
