import type { Fault } from "../model/fault.ts";
import type { FileStore, StoredFile } from "../policies/middleware.ts";
import type { FileRecord } from "./run.ts";

/** The file store of a replay: in memory, under virtual paths. A fault can make it unwritable from a step on. */
export class VirtualFiles implements FileStore {
  readonly records: FileRecord[];
  private readonly unwritableFrom: number;
  private step = 1;

  constructor(faults: readonly Fault[], records: readonly FileRecord[] = []) {
    const fault = faults.find((one) => one.kind === "store-unwritable");
    this.unwritableFrom = fault ? (fault.fromStep ?? 1) : Infinity;
    this.records = [...records];
  }

  /** Sets the step whose calls write next. */
  enter(step: number): void {
    this.step = step;
  }

  write(path: string, file: StoredFile): boolean {
    if (this.step >= this.unwritableFrom) return false;
    this.records.push({ path, file, step: this.step });
    return true;
  }
}
