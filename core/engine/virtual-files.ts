import type { Fault } from "../model/fault.ts";
import type { FileStore, StoreName, StoredFile } from "../policies/middleware.ts";
import type { FileRecord } from "./run.ts";

/**
 * The stores of a replay: in memory, under virtual paths. A fault can make the ones that stand for files unwritable
 * from a step on, or fail every upload.
 */
export class VirtualFiles implements FileStore {
  readonly records: FileRecord[];
  private readonly unwritableFrom: number;
  private readonly uploads: boolean;
  private readonly newest = new Map<string, StoredFile>();
  private step = 1;
  private from = 1;

  constructor(faults: readonly Fault[], records: readonly FileRecord[] = []) {
    const fault = faults.find((one) => one.kind === "store-unwritable");
    this.unwritableFrom = fault ? (fault.fromStep ?? 1) : Infinity;
    this.uploads = !faults.some((one) => one.kind === "upload-fails");
    this.records = [...records];
    for (const { store, path, file } of records) this.newest.set(key(store, path), file);
  }

  /** Sets the step that writes next, and the first step whose request can name what is written. */
  enter(step: number, from: number): void {
    this.step = step;
    this.from = from;
  }

  write(store: StoreName, path: string, file: StoredFile): boolean {
    if (store !== "page" && this.step >= this.unwritableFrom) return false;
    if (store === "file" && !this.uploads) return false;
    this.records.push({ store, path, file, step: this.step, from: this.from });
    this.newest.set(key(store, path), file);
    return true;
  }

  read(store: StoreName, path: string): StoredFile | undefined {
    return this.newest.get(key(store, path));
  }
}

function key(store: StoreName, path: string): string {
  return `${store} ${path}`;
}
