import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { HostError } from "../../core/contract/rpc.ts";

/**
 * Lets one piece of writing at a time use the writing connection: an import is one transaction that goes on over
 * many turns of the event loop, and nothing else may slip into it.
 */
export class WriteQueue {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** True while something is writing or waits to. */
  get busy(): boolean {
    return this.waiting > 0;
  }

  /** Runs `work` when everything asked for before it has ended. A signal that aborts while it waits drops it. */
  run<T>(work: () => T | Promise<T>, signal?: AbortSignalLike): Promise<T> {
    this.waiting++;
    const turn = this.last.then(() => {
      if (signal?.aborted) throw new HostError("aborted", "Cancelled");
      return work();
    });
    this.last = turn.then(
      () => this.waiting--,
      () => this.waiting--,
    );
    return turn;
  }
}
