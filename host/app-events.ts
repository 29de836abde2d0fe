import type { AppEvent } from "../core/contract/methods.ts";

/** How many happenings a window that connects late is told of. */
const remembered = 100;

/**
 * What every window is told. What came of files that were asked for at the start is told to late ones, too; a profile
 * or a folder's report only to the first, so that a window that comes back keeps what was changed in it since.
 */
export class AppEvents {
  private readonly watchers = new Set<(event: AppEvent) => void>();
  private readonly past: AppEvent[] = [];
  private waiting: AppEvent[] = [];

  /** Tells every window. */
  emit(event: AppEvent): void {
    if (event.kind === "opened" || event.kind === "failed") {
      this.past.push(event);
      if (this.past.length > remembered) this.past.shift();
    }
    const once = event.kind === "profile" || event.kind === "folder";
    if (once && this.watchers.size === 0) this.waiting.push(event);
    for (const watcher of this.watchers) watcher(event);
  }

  /** Tells `watcher` what was opened or failed before, then everything, until the signal aborts. */
  watch(watcher: (event: AppEvent) => void, signal: AbortSignal): Promise<never> {
    for (const event of [...this.past, ...this.waiting]) watcher(event);
    this.waiting = [];
    this.watchers.add(watcher);
    return new Promise((_, reject) => {
      const end = (): void => {
        this.watchers.delete(watcher);
        reject(signal.reason as Error);
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
  }
}
