import path from "node:path";
import type {
  FolderProgress,
  FolderResult,
  FolderTranscript,
  RefusedFile,
} from "../../core/contract/folder.ts";
import type { ImportProgress } from "../../core/contract/methods.ts";
import type { PassedOver } from "../../core/contract/passed-over.ts";
import { type AbortSignalLike, HostError } from "../../core/contract/rpc.ts";
import { failureOf } from "../failure.ts";
import { shown } from "../files/shown.ts";
import type { Gate } from "../jobs/gate.ts";
import { importTranscript } from "../library/import.ts";
import type { Library } from "../library/library.ts";
import type { Found, FoundTranscript } from "./found.ts";

/** What is known of the import of a folder while it goes on. */
export type FolderFact =
  | { readonly kind: "found"; readonly passedOver: PassedOver; readonly more: boolean }
  | { readonly kind: "progress"; readonly progress: FolderProgress }
  | { readonly kind: "stored"; readonly transcript: FolderTranscript }
  | { readonly kind: "refused"; readonly file: RefusedFile };

/** What the import of a folder is given beside what was found in it. */
export interface FolderContext {
  readonly name: string;
  readonly signal: AbortSignalLike;
  /** Passed before each transcript is stored, and open again once it was told. */
  readonly gate?: Gate;
  readonly tell: (fact: FolderFact) => void;
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
  const { more } = found;
  const { count, names } = found.passedOver;
  const passedOver = { count, names: names.map(shown) };
  context.tell({ kind: "found", passedOver, more });
  await run.all();
  const { transcripts, refused, cancelled } = run;
  return { name: context.name, transcripts, refused, passedOver, more, cancelled };
}

class FolderImport {
  readonly transcripts: FolderTranscript[] = [];
  readonly refused: RefusedFile[] = [];
  cancelled = false;
  private readonly library: Library;
  private readonly found: Found;
  private readonly context: FolderContext;
  private readonly total: number;
  /** What files of the folder became: one that another begins with is a file of its own. */
  private readonly apart = new Set<number>();
  private done = 0;
  private filesDone = 0;

  constructor(library: Library, found: Found, context: FolderContext) {
    this.library = library;
    this.found = found;
    this.context = context;
    this.total = found.transcripts.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async all(): Promise<void> {
    for (const file of this.found.refused) this.refuse(file);
    for (const one of this.found.transcripts) {
      if (this.context.signal.aborted || this.cancelled) {
        this.cancelled = true;
        return;
      }
      await this.one(one);
      this.done += one.bytes;
      this.filesDone++;
      // One that was known tells nothing by itself.
      this.tellDone(one);
    }
  }

  private async one(found: FoundTranscript): Promise<void> {
    try {
      await this.import(found);
    } catch (error) {
      const { code, message } = failureOf(error, false);
      if (code === "aborted") this.cancelled = true;
      else if (isOurs(error)) throw error;
      else this.refuse({ name: found.name, message });
    } finally {
      this.context.gate?.reopen();
    }
  }

  private tellDone({ name }: FoundTranscript): void {
    const now = { phase: "storing", done: 0, total: 1, lines: 0 } as const;
    this.context.tell({ kind: "progress", progress: this.progress({ name, bytes: 0 }, now) });
  }

  /** What a file is called is its sender's: it is told in one line, and once. */
  private refuse({ name, message }: RefusedFile): void {
    const begin = `${shown(path.posix.basename(name))}: `;
    const why = message.startsWith(begin) ? message.slice(begin.length) : message;
    const file = { name: shown(name), message: why };
    this.refused.push(file);
    this.context.tell({ kind: "refused", file });
  }

  private async import(found: FoundTranscript): Promise<void> {
    const { signal, gate, tell } = this.context;
    const source = await found.open();
    try {
      const progress = (now: ImportProgress): void =>
        tell({ kind: "progress", progress: this.progress(found, now) });
      const pass = gate ? { pass: () => gate.pass() } : {};
      const context = { signal, progress, ...pass, apart: this.apart };
      const { transcript, duplicate, grownFrom } = await importTranscript(this.library, source, context);
      this.apart.add(transcript.id);
      const { id, formatLabel, report } = transcript;
      const bad = report.lines.bad;
      const grown = grownFrom !== undefined;
      const stored = { name: shown(found.name), transcript: id, formatLabel, duplicate, grown, bad };
      this.transcripts.push(stored);
      tell({ kind: "stored", transcript: stored });
    } finally {
      await source.close();
    }
  }

  private progress(
    { name, bytes }: Pick<FoundTranscript, "name" | "bytes">,
    now: ImportProgress,
  ): FolderProgress {
    const { phase, done, total, lines } = now;
    const share = total > 0 ? done / total : 1;
    return {
      phase,
      done: Math.round(this.done + bytes * share),
      total: this.total,
      lines,
      files: this.found.transcripts.length,
      filesDone: this.filesDone,
      name,
    };
  }
}

/** A full disk or a broken library stays one: what comes after would fail as well. */
function isOurs(error: unknown): boolean {
  return error instanceof HostError && error.code === "failed";
}
