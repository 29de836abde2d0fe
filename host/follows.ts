import { shown } from "./files/shown.ts";
import { existsSync } from "node:fs";
import path from "node:path";
import type { FollowableRow } from "../core/contract/local-files.ts";
import type { AppEvent, ImportResult } from "../core/contract/methods.ts";
import { HostError } from "../core/contract/rpc.ts";
import { failureOf } from "./failure.ts";
import { FileFollower, type FollowTimes } from "./files/follow.ts";
import type { ImportOrder } from "./jobs/library-jobs.ts";

/** What following needs of the host. */
export interface FollowPorts {
  readonly importFile: (order: ImportOrder, signal: AbortSignal) => Promise<ImportResult>;
  readonly emit: (event: AppEvent) => void;
  /** Tells who started the host, in one line, what became of a followed file. */
  readonly tell?: ((line: string) => void) | undefined;
  readonly times?: Partial<FollowTimes>;
}

interface Followed {
  readonly follower: FileFollower;
  /** Aborts when following ends: what is being read then is not stored any more. */
  readonly control: AbortController;
  problem?: string;
}

/**
 * Transcripts whose files are known by their path, and those of them that are followed: what is appended to the file
 * is appended to the transcript.
 */
export class Follows {
  private readonly ports: FollowPorts;
  private readonly paths = new Map<number, string>();
  private readonly followed = new Map<number, Followed>();

  constructor(ports: FollowPorts) {
    this.ports = ports;
  }

  /** A transcript came from this file. */
  know(transcript: number, file: string): void {
    if (this.paths.get(transcript) === file) return;
    this.paths.set(transcript, file);
    this.ports.emit({ kind: "following" });
  }

  rows(): FollowableRow[] {
    return [...this.paths.keys()].map((transcript) => {
      const followed = this.followed.get(transcript);
      const problem = followed?.problem === undefined ? {} : { problem: followed.problem };
      return { transcript, following: followed !== undefined, ...problem };
    });
  }

  /** Starts or ends following. Throws `not_found` for a transcript whose file is not known by its path. */
  set(transcript: number, on: boolean): void {
    const file = this.paths.get(transcript);
    if (file === undefined)
      throw new HostError(
        "not_found",
        "Only a file that was opened by its path can be followed: name it on the command line, or find it with “Sessions on this machine”",
      );
    if (on === this.followed.has(transcript)) return;
    if (on) this.start(transcript, file);
    else this.end(transcript);
    this.ports.emit({ kind: "following" });
  }

  /** A removed transcript must not come back with the next line of its file. */
  forget(transcript: number): void {
    this.end(transcript);
    if (this.paths.delete(transcript)) this.ports.emit({ kind: "following" });
  }

  stop(): void {
    for (const { follower } of this.followed.values()) follower.stop();
    this.followed.clear();
  }

  private start(transcript: number, file: string): void {
    const control = new AbortController();
    const taker = {
      changed: (settled: boolean) => this.update(transcript, file, settled, control.signal),
      gone: () => this.gone(transcript, file),
    };
    const follower = new FileFollower(file, taker, this.ports.times);
    this.followed.set(transcript, { follower, control });
  }

  private end(transcript: number): void {
    const followed = this.followed.get(transcript);
    followed?.follower.stop();
    followed?.control.abort();
    this.followed.delete(transcript);
  }

  private async update(
    transcript: number,
    file: string,
    settled: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const order = { kind: "path", path: file, wholeLines: !settled } as const;
      const result = await this.ports.importFile(order, signal);
      this.say(transcript, file, undefined);
      if (result.transcript.id !== transcript) this.replaced(transcript, file, result.transcript.id);
      else if (!result.duplicate) this.ports.emit({ kind: "grown", transcript });
    } catch (error) {
      const { code, message } = failureOf(error, false);
      // One that is gone is told when it has been gone for a while.
      if (!existsSync(file)) return;
      // A file that was just cut to nothing is about to be written anew.
      if (code !== "closed" && code !== "aborted" && !message.includes("is empty"))
        this.say(transcript, file, message);
    }
  }

  /** What was read of a file stays, and it is followed on when it comes back. */
  private gone(transcript: number, file: string): void {
    const name = nameOf(file);
    const problem = `${name} was deleted or moved away. What was read of it stays; it is followed on if it comes back.`;
    if (this.say(transcript, file, problem)) this.ports.emit({ kind: "gone", transcript, name });
  }

  /** The file does not go on from what it was: it was cut, or another took its place, which is followed instead. */
  private replaced(transcript: number, file: string, by: number): void {
    if (!this.followed.has(transcript)) return;
    this.end(transcript);
    this.paths.delete(transcript);
    this.paths.set(by, file);
    // Another file of the same content may be followed under this transcript already.
    this.end(by);
    this.start(by, file);
    this.ports.emit({ kind: "library" });
    this.ports.emit({ kind: "replaced", transcript, by, name: nameOf(file) });
    this.ports.tell?.(`${nameOf(file)} was written anew: it is a transcript of its own, and followed on.`);
    this.ports.emit({ kind: "following" });
  }

  /** Tells what is wrong with a followed file, or that nothing is any more. True when that is news. */
  private say(transcript: number, file: string, problem: string | undefined): boolean {
    const followed = this.followed.get(transcript);
    if (!followed || followed.problem === problem) return false;
    if (problem === undefined) delete followed.problem;
    else followed.problem = problem;
    this.ports.emit({ kind: "following" });
    this.ports.tell?.(problem ?? `${nameOf(file)} is followed again.`);
    return true;
  }
}

function nameOf(file: string): string {
  return shown(path.basename(file));
}
