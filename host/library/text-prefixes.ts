import { createHash, type Hash } from "node:crypto";

/**
 * Names of files of one text, in order, so that two texts can be compared whatever folder they come from: the first has
 * none, the others are below its folder.
 */
export class PartNames {
  private folder: string | undefined;
  private readonly seen = new Set<string>();
  /** True when two files have one name. */
  repeated = false;

  next(name: string): string {
    const first = this.folder === undefined;
    this.folder ??= name.slice(0, name.lastIndexOf("/") + 1);
    const own = first ? "" : name.startsWith(this.folder) ? name.slice(this.folder.length) : name;
    if (this.seen.has(own)) this.repeated = true;
    this.seen.add(own);
    return own;
  }
}

/** One file of the text. */
interface Part {
  readonly name: string;
  bytes: number;
}

/** Hashes the beginnings of a text's files that somebody wants, as its bytes come. */
export class TextPrefixes {
  /** The files so far. */
  readonly parts: Part[] = [];
  /** Bytes of all of them so far. */
  bytes = 0;
  private readonly wanted = new Map<string, Set<number>>();
  private readonly found = new Map<string, string>();
  private current: Part | undefined;
  private hashing: Hash = createHash("sha256");
  /** Lengths that are still to come in this file, the next one last. */
  private ahead: number[] = [];

  /** The first so many bytes of a file will be asked for. */
  want(name: string, bytes: number): void {
    const known = this.wanted.get(name) ?? new Set();
    this.wanted.set(name, known.add(bytes));
  }

  /** What follows is this file; the first, where there is but one, need not be told. */
  part(name: string): void {
    this.current = { name, bytes: 0 };
    this.parts.push(this.current);
    this.hashing = createHash("sha256");
    this.ahead = [...(this.wanted.get(name) ?? [])].toSorted((a, b) => b - a);
    this.reach(0);
  }

  push(bytes: Uint8Array): void {
    if (!this.current) this.part("");
    const part = this.current;
    if (!part) return;
    let used = 0;
    for (let next = this.ahead.at(-1); next !== undefined && next <= part.bytes + bytes.length;) {
      const at = next - part.bytes;
      this.hashing.update(bytes.subarray(used, at));
      used = at;
      this.reach(next);
      next = this.ahead.at(-1);
    }
    if (this.ahead.length > 0) this.hashing.update(bytes.subarray(used));
    part.bytes += bytes.length;
    this.bytes += bytes.length;
  }

  /** True once nothing is wanted of this file any more, and it goes on after what was. */
  get complete(): boolean {
    const last = Math.max(0, ...(this.wanted.get(this.current?.name ?? "") ?? []));
    return this.ahead.length === 0 && (this.current?.bytes ?? 0) > last;
  }

  /** The hash of the first so many bytes of a file; undefined when it has fewer, or is not there. */
  hash(name: string, bytes: number): string | undefined {
    return this.found.get(`${bytes} ${name}`);
  }

  private reach(length: number): void {
    if (this.ahead.at(-1) !== length) return;
    this.ahead.pop();
    this.found.set(`${length} ${this.current?.name ?? ""}`, this.hashing.copy().digest("hex"));
  }
}
