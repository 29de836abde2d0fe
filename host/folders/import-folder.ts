import type { FolderProgress, FolderResult, FolderTranscript } from "../../core/contract/folder.ts";
import type { ImportProgress } from "../../core/contract/methods.ts";
import { type AbortSignalLike, HostError } from "../../core/contract/rpc.ts";
import { failureOf } from "../failure.ts";
import { importTranscript } from "../library/import.ts";
import type { Library } from "../library/library.ts";
import type { Found, FoundTranscript } from "./found.ts";

/** What the import of a folder is given beside what was found in it. */
export interface FolderContext {
  readonly name: string;
  readonly signal: AbortSignalLike;
  readonly progress: (progress: FolderProgress) => void;
}

/**
 * Imports what was found in a folder, one transcript after the other; one that cannot be read does not keep the others
 * from it. A cancel ends it after the one that is stored, and the result says so. Rejects with a HostError when the
 * library cannot be written.
 */
export async function importFound(
  library: Library,
  found: Found,
  context: FolderContext,
): Promise<FolderResult> {
  const run = new FolderImport(library, found, context);
  await run.all();
  const { transcripts, refused, cancelled } = run;
  const { passedOver, more } = found;
  return { name: context.name, transcripts, refused, passedOver, more, cancelled };
}

class FolderImport {
  readonly transcripts: FolderTranscript[] = [];
  readonly refused: { readonly name: string; readonly message: string }[] = [];
  cancelled = false;
  private readonly library: Library;
  private readonly found: Found;
  private readonly context: FolderContext;
  private readonly total: number;
  private done = 0;
  private filesDone = 0;

  constructor(library: Library, found: Found, context: FolderContext) {
    this.library = library;
    this.found = found;
    this.context = context;
    this.total = found.transcripts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async all(): Promise<void> {
    for (const one of this.found.transcripts) {
      if (this.context.signal.aborted || this.cancelled) {
        this.cancelled = true;
        return;
      }
      await this.one(one);
      this.done += one.bytes;
      this.filesDone++;
    }
  }

  private async one(found: FoundTranscript): Promise<void> {
    try {
      await this.import(found);
    } catch (error) {
      const { code, message } = failureOf(error, false);
      if (code === "aborted") this.cancelled = true;
      else if (isOurs(error)) throw error;
      else this.refused.push({ name: found.name, message });
    }
  }

  private async import(found: FoundTranscript): Promise<void> {
    const { signal } = this.context;
    const source = await found.open();
    try {
      const progress = (now: ImportProgress): void => this.tell(found, now);
      const { transcript, duplicate } = await importTranscript(this.library, source, { signal, progress });
      const { id, formatLabel, report } = transcript;
      const bad = report.lines.bad;
      this.transcripts.push({ name: found.name, transcript: id, formatLabel, duplicate, bad });
    } finally {
      await source.close();
    }
  }

  private tell({ name, bytes }: FoundTranscript, { phase, done, total, lines }: ImportProgress): void {
    const share = total > 0 ? done / total : 1;
    this.context.progress({
      phase,
      done: Math.round(this.done + bytes * share),
      total: this.total,
      lines,
      files: this.found.transcripts.length,
      filesDone: this.filesDone,
      name,
    });
  }
}

/** A full disk or a broken library stays one: what comes after would fail as well. */
function isOurs(error: unknown): boolean {
  return error instanceof HostError && error.code === "failed";
}
