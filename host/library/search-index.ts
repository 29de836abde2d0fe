import type { Database } from "./database.ts";
import { indexTranscript } from "./index-transcript.ts";
import type { Library } from "./library.ts";
import { squeezeRawFiles } from "./squeeze-raw-files.ts";

function nextTranscript(db: Database, but: ReadonlySet<number>): number | undefined {
  return db
    .prepare<[], { id: number }>("select id from transcript where indexed = 0 and removed = 0 order by id")
    .all()
    .find(({ id }) => !but.has(id))?.id;
}

function stillThere(db: Database, transcript: number): boolean {
  return db.prepare("select 1 from transcript where id = ? and removed >= 0").get(transcript) !== undefined;
}

/**
 * Prepares full-text search in the background, so that an import need not wait for it, and then compresses what imports
 * kept as it came. Goes on where it stopped after a stop or a crash.
 */
export class SearchIndex {
  private readonly library: Library;
  private readonly indexed: (transcript: number) => void;
  private running: Promise<void> | undefined;
  private stopped = false;
  private again = false;

  /** `indexed` is told of each transcript that can be searched from now on. */
  constructor(library: Library, indexed: (transcript: number) => void) {
    this.library = library;
    this.indexed = indexed;
  }

  /** Starts, or goes on; call it after every import. Resolves when everything is done. Rejects when it cannot be stored. */
  wake(): Promise<void> {
    this.again = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  /** Ends after the slice that is being written. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running?.catch(() => undefined);
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      try {
        await this.pass();
      } finally {
        await squeezeRawFiles(this.library, () => this.stopped);
      }
    }
  }

  /** One that cannot be indexed does not keep the others waiting. */
  private async pass(): Promise<void> {
    const failed = new Set<number>();
    let failure: unknown;
    const next = (): number | undefined => nextTranscript(this.library.reader, failed);
    for (let id = next(); id !== undefined && !this.stopped; id = next()) {
      try {
        if (await indexTranscript(this.library, id, () => this.stopped)) this.indexed(id);
      } catch (error) {
        failed.add(id);
        if (stillThere(this.library.reader, id)) failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  }
}
