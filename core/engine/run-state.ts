import type { Emit, State, StateUpdate } from "../policies/middleware.ts";
import type { Standing } from "./standing.ts";
import type { Owners } from "./writes.ts";

const NONE: readonly StateUpdate[] = [];

/** The committed state of a run, and what takes a turn's writes back. */
export class RunState {
  private readonly owners: Owners;
  private readonly emit: Emit;
  private state: State;
  private turnState: State;
  private readonly written: Set<string>;
  /** What was written as a list, while nothing else is. */
  private keys: readonly string[] | undefined;

  constructor(owners: Owners, emit: Emit, from: Standing) {
    this.owners = owners;
    this.emit = emit;
    this.state = from.state;
    this.turnState = from.turnState;
    this.written = new Set(from.written);
  }

  /** State by key, as it was last committed. */
  get now(): State {
    return this.state;
  }

  /** State at the beginning of the turn. */
  get begun(): State {
    return this.turnState;
  }

  /** The keys that the turn wrote, for a checkpoint. */
  get writtenKeys(): readonly string[] {
    this.keys ??= [...this.written];
    return this.keys;
  }

  /** Begins a turn: what it writes can be restored to here. */
  beginTurn(): void {
    this.turnState = this.state;
    this.written.clear();
    this.keys = undefined;
  }

  /** Commits updates in order: each sees what those before it left. */
  commit(updates: readonly StateUpdate[] = NONE): void {
    if (updates.length === 0) return;
    const next: Record<string, unknown> = { ...this.state };
    for (const update of updates) {
      next[update.key] = update.apply(next[update.key], this.emit);
      this.written.add(update.key);
    }
    this.keys = undefined;
    this.state = next;
  }

  /** Takes back every key that the turn wrote. */
  restore(reason: string): void {
    this.emit({ policy: "fault", action: "fault", subject: {}, detail: { fault: reason } });
    for (const key of this.written) {
      if (this.state[key] === this.turnState[key]) continue;
      const { [key]: _undone, ...rest } = this.state;
      const before = this.turnState[key];
      this.state = before === undefined ? rest : { ...rest, [key]: before };
      const owner = this.owners.get(key);
      const detail = { reason, note: key };
      if (owner) this.emit({ policy: owner.kind, action: "restored", subject: {}, detail });
    }
  }
}
