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

/** The summaries that guards were made with: compared before any text is. */
const toldBy = new WeakMap<Guard, FramedSummary>();

/** The guard in a state value. */
export function guardOf(value: State[string]): Guard {
  return (value as Guard | undefined) ?? NO_GUARD;
}

/** A guard once a summary was told in full, with what else has changed. */
export function guardTelling(before: Guard, summary: FramedSummary, changes: Partial<Guard> = {}): Guard {
  const { over = before.over, taskLost = before.taskLost, userLost = before.userLost } = changes;
  const guard: Guard = {
    over,
    taskLost,
    userLost,
    get told() {
      return summary.text;
    },
  };
  toldBy.set(guard, summary);
  return guard;
}

/** Whether the ledger has given this very summary in full, and no other since. */
export function wasTold(guard: Guard, summary: FramedSummary): boolean {
  return toldBy.get(guard) === summary || guard.told === summary.text;
}
