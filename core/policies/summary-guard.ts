import { LazyText } from "../lib/lazy-text.ts";
import type { State } from "./middleware.ts";
import type { FramedSummary } from "./summary-message.ts";

/** State key of what the last fire left. */
export const GUARD_KEY = "summary.guard";

/** What guards against firing in vain, and against saying things twice. */
export interface Guard {
  /** The last fire left the request over the trigger. */
  readonly over: boolean;
  /** The loss of the task was already told; the newest user message whose loss was already told. */
  readonly taskLost: boolean;
  readonly userLost: string | null;
  /** Text of the summary that the ledger last gave in full. */
  readonly told: string | null;
}

const NO_GUARD: Guard = { over: false, taskLost: false, userLost: null, told: null };

/** The guard in a state value. */
export function guardOf(value: State[string]): Guard {
  return (value as Guard | undefined) ?? NO_GUARD;
}

/** A guard whose text is made when somebody reads it. */
class TellingGuard extends LazyText implements Guard {
  readonly over: boolean;
  readonly taskLost: boolean;
  readonly userLost: string | null;
  declare readonly told: string;
  readonly #by: FramedSummary;

  constructor(before: Guard, by: FramedSummary, changes: Partial<Guard>) {
    super(by);
    this.over = changes.over ?? before.over;
    this.taskLost = changes.taskLost ?? before.taskLost;
    this.userLost = changes.userLost ?? before.userLost;
    this.hold("told");
    this.#by = by;
  }

  /** Whether it was made with this very summary: asked before any text is compared. */
  isBy(summary: FramedSummary): boolean {
    return this.#by === summary;
  }
}

/** A guard once a summary was told in full, with what else has changed. */
export function guardTelling(before: Guard, summary: FramedSummary, changes: Partial<Guard> = {}): Guard {
  return new TellingGuard(before, summary, changes);
}

/** Whether the ledger has given this very summary in full, and no other since. */
export function wasTold(guard: Guard, summary: FramedSummary): boolean {
  return (guard instanceof TellingGuard && guard.isBy(summary)) || guard.told === summary.text;
}
