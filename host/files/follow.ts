import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";

/** What a follower does when its file has changed: `settled` when it has been quiet since the last change. */
export type Changed = (settled: boolean) => Promise<void>;

/** Who a follower tells. */
export interface FollowTaker {
  readonly changed: Changed;
  /** The file is gone, and was not replaced by another in the time that a file is given to settle. */
  readonly gone?: () => void;
}

/** Times of a follower, in milliseconds. */
export interface FollowTimes {
  /** How often the file is looked at where the system tells nothing: network drives, containers. */
  readonly poll: number;
  /** How long a file must be quiet before its last, half line is taken as it is. */
  readonly settle: number;
}

const usual: FollowTimes = { poll: 1000, settle: 2000 };
/** After an update that took long, the next one waits so many times as long. */
const restFactor = 4;
const shortestRest = 50;

/**
 * Watches a file that may grow, be cut, be replaced or be gone for a while. The system's own notices are a hint only:
 * the file is looked at from time to time, too.
 */
export class FileFollower {
  private readonly file: string;
  private readonly taker: FollowTaker;
  private readonly times: FollowTimes;
  private readonly watcher: FSWatcher | undefined;
  private readonly poll: NodeJS.Timeout;
  private settling: NodeJS.Timeout | undefined;
  /** The state that was seen last: `` when it was not there. */
  private seen: string | undefined;
  private missing: NodeJS.Timeout | undefined;
  private working = false;
  private again = false;
  private stopped = false;

  constructor(file: string, taker: FollowTaker, times: Partial<FollowTimes> = {}) {
    this.file = file;
    this.taker = taker;
    this.times = { ...usual, ...times };
    this.watcher = this.watch();
    this.poll = setInterval(() => void this.look(), this.times.poll);
    this.poll.unref();
    void this.look();
  }

  stop(): void {
    this.stopped = true;
    this.watcher?.close();
    clearInterval(this.poll);
    clearTimeout(this.settling);
    clearTimeout(this.missing);
  }

  /** The folder, not the file: a file that is replaced would be watched no more. */
  private watch(): FSWatcher | undefined {
    try {
      const name = path.basename(this.file);
      const watcher = watch(path.dirname(this.file), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) void this.look();
      });
      // The folder went away, or the system has no more watches to give: looking goes on.
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }

  private async look(): Promise<void> {
    if (this.working) return void (this.again = true);
    const now = await this.state();
    if (this.stopped || now === this.seen || this.working) return;
    this.seen = now;
    clearTimeout(this.missing);
    if (now !== "") return this.update(false);
    clearTimeout(this.settling);
    // A file that is gone for a moment is being replaced.
    this.missing = setTimeout(() => this.taker.gone?.(), this.times.settle);
    this.missing.unref();
  }

  private async state(): Promise<string> {
    try {
      const { size, mtimeMs, ino } = await stat(this.file);
      return `${ino} ${size} ${mtimeMs}`;
    } catch {
      return "";
    }
  }

  private async update(settled: boolean): Promise<void> {
    this.working = true;
    clearTimeout(this.settling);
    const began = performance.now();
    await this.taker.changed(settled).catch(() => undefined);
    const rest = Math.max(shortestRest, (performance.now() - began) * restFactor);
    await new Promise((resolve) => setTimeout(resolve, rest).unref());
    this.working = false;
    if (this.stopped) return;
    if (!settled) this.settleLater();
    if (this.again) {
      this.again = false;
      void this.look();
    }
  }

  private settleLater(): void {
    this.settling = setTimeout(() => void (this.working || this.update(true)), this.times.settle);
    this.settling.unref();
  }
}
