/** Keeps what was used last, up to a weight in bytes; the newest is kept whatever it weighs. */
export class Lru<K, V> {
  private readonly limit: number;
  private readonly entries = new Map<K, { readonly value: V; readonly weight: number }>();
  private weight = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The value of a key, which counts as used now. */
  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value; the ones not used for longest are let go until all fit. */
  set(key: K, value: V, weight: number): void {
    this.delete(key);
    this.entries.set(key, { value, weight });
    this.weight += weight;
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.limit || oldest === key) break;
      this.delete(oldest);
    }
  }

  /** Lets a key go. */
  delete(key: K): void {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }

  /** The keys, the one not used for longest first. */
  keys(): K[] {
    return [...this.entries.keys()];
  }
}
