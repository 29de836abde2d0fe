import type { ImportedThread, KeptParts, PartSink } from "../../core/importers/importer.ts";
import { ArraySink, asThread } from "../../core/importers/read-all.ts";
import type { Part } from "../../core/model/part.ts";
import type { Thread } from "../../core/model/thread.ts";
import { excerptOf } from "../../core/analysis/outline.ts";
import { FigureSink } from "./part-figures.ts";

/** From so many bytes on it can be told what all of them will come to. */
const tellingBytes = 4 * 2 ** 20;

/** The beginnings of so many messages are told while the rest is read. */
const mostFirst = 5;

/**
 * Counts parts, and keeps them as well for as long as their texts take no more than so many bytes of memory: whoever looks
 * at the transcript straight after its import need not read it again.
 */
export class KeepingSink implements PartSink {
  readonly figures = new FigureSink();
  /** How the first messages begin, of those that say something. */
  readonly first: string[] = [];
  private readonly most: number;
  private kept: ArraySink | undefined;

  constructor(most: number) {
    this.most = most;
    this.kept = most > 0 ? new ArraySink() : undefined;
    this.figures.weigh(most > 0);
  }

  keep(parts: readonly Part[], names?: boolean): KeptParts {
    const handle = this.figures.keep(parts, names);
    if (this.first.length < mostFirst) this.addFirst(parts);
    if (!this.kept) return handle;
    this.kept.keep(parts);
    if (this.figures.weight > this.most) this.letGo();
    return handle;
  }

  /**
   * So much of the file was read, from 0 to 1: what will be too much in the end is let go of early. Kept for long in
   * vain, it would double the memory that an import takes.
   */
  progress(share: number): void {
    const { weight } = this.figures;
    if (this.kept && weight > tellingBytes && weight > 2 * this.most * share) this.letGo();
  }

  private letGo(): void {
    this.kept = undefined;
    this.figures.weigh(false);
  }

  private addFirst(parts: readonly Part[]): void {
    const words = excerptOf({ id: "", role: "user", parts });
    if (words !== "") this.first.push(words);
  }

  /** The threads with their content; undefined where that was too much to keep. */
  threads(imported: readonly ImportedThread[]): readonly Thread[] | undefined {
    const { kept } = this;
    return kept && imported.map((thread) => asThread(thread, kept));
  }
}
