import type { Fault } from "../../core/model/fault.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import { type Host, HostError } from "../../core/contract/rpc.ts";
import { type ShownRun, shownRun } from "../../core/contract/step-columns.ts";

/** What a run is asked of. */
export interface RunInputs {
  readonly profile: ProfileInput;
  readonly faults: readonly Fault[];
}

/** The state of a thread's run. */
export interface RunState {
  /** The last good run, of the asked inputs unless `stale`. */
  readonly run: ShownRun | undefined;
  readonly stale: boolean;
  readonly loading: boolean;
  readonly error: Error | undefined;
}

/** A run slower than this (milliseconds) is cancelled when its inputs change; a faster one is shown on the way. */
const WORTH_WAITING = 400;
/** How many finished runs of a thread are remembered, so that undo is at once. */
const REMEMBERED = 6;

const NOTHING: RunState = { run: undefined, stale: false, loading: false, error: undefined };

/** The identity of a run's inputs. A profile's name changes nothing that a run says. */
export function inputsKey({ profile, faults }: RunInputs): string {
  const { name: _name, ...rest } = profile;
  return JSON.stringify([rest, faults]);
}

/**
 * Runs profiles on one thread, one at a time, the newest inputs first: while a slider moves, each finished run is
 * shown and the newest inputs go next; whatever lay between is never asked for.
 */
export class RunDriver {
  readonly #start: (inputs: RunInputs, signal: AbortSignal) => Promise<ShownRun>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #done = new Map<string, ShownRun>();
  #state: RunState = NOTHING;
  #wanted: { key: string; inputs: RunInputs } | undefined;
  #flight: { key: string; since: number; abort: AbortController } | undefined;

  constructor(
    start: (inputs: RunInputs, signal: AbortSignal) => Promise<ShownRun>,
    now: () => number = () => performance.now(),
  ) {
    this.#start = start;
    this.#now = now;
  }

  readonly read = (): RunState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      queueMicrotask(() => {
        if (this.#listeners.size === 0) this.#abandon();
      });
    };
  };

  /** Asks for the run of these inputs. The same inputs again ask nothing. */
  ask(inputs: RunInputs): void {
    const key = inputsKey(inputs);
    if (this.#wanted?.key === key) return;
    this.#wanted = { key, inputs };
    this.#next();
  }

  /** Asks again after an error. */
  readonly retry = (): void => {
    if (this.#wanted) this.#done.delete(this.#wanted.key);
    this.#abandonFlight();
    this.#next();
  };

  /** Forgets every run: the host that had them is another one now. What is wanted is run again. */
  reset(): void {
    this.#done.clear();
    this.#abandonFlight();
    if (this.#listeners.size > 0) this.#next();
    else this.#wanted = undefined;
  }

  #next(): void {
    if (!this.#wanted) return;
    const { key, inputs } = this.#wanted;
    const known = this.#done.get(key);
    if (known) return this.#show(key, known);
    this.#set({ ...this.#state, stale: this.#state.run !== undefined, loading: true, error: undefined });
    if (this.#flight && this.#flight.key !== key && this.#now() - this.#flight.since > WORTH_WAITING) {
      this.#abandonFlight();
    }
    if (!this.#flight) void this.#fly(key, inputs);
  }

  async #fly(key: string, inputs: RunInputs): Promise<void> {
    const flight = { key, since: this.#now(), abort: new AbortController() };
    this.#flight = flight;
    try {
      const run = await this.#start(inputs, flight.abort.signal);
      if (this.#flight === flight) this.#land(key, run);
    } catch (thrown) {
      if (this.#flight === flight) this.#crash(key, thrown);
    }
  }

  #land(key: string, run: ShownRun): void {
    this.#flight = undefined;
    this.#remember(key, run);
    this.#show(key, run);
    if (this.#wanted && this.#wanted.key !== key) this.#next();
  }

  #crash(key: string, thrown: unknown): void {
    this.#flight = undefined;
    if (this.#wanted?.key !== key) return this.#next();
    // A lost link says nothing of the run: it is asked for again when the link is back (`reset`).
    if (thrown instanceof HostError && thrown.code === "closed") return;
    // Another window's run of this thread took the turn.
    if (thrown instanceof HostError && thrown.code === "aborted")
      return void setTimeout(() => this.#next(), 50);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#set({ ...this.#state, stale: this.#state.run !== undefined, loading: false, error });
  }

  #show(key: string, run: ShownRun): void {
    const current = this.#wanted?.key === key;
    this.#remember(key, run);
    this.#set({ run, stale: !current, loading: !current, error: undefined });
  }

  #remember(key: string, run: ShownRun): void {
    this.#done.delete(key);
    this.#done.set(key, run);
    for (const old of this.#done.keys()) {
      if (this.#done.size <= REMEMBERED) return;
      this.#done.delete(old);
    }
  }

  #abandonFlight(): void {
    const flight = this.#flight;
    this.#flight = undefined;
    flight?.abort.abort();
  }

  /** Nobody looks: what is under way is stopped, and asked for anew when somebody comes back. */
  #abandon(): void {
    if (!this.#flight) return;
    this.#abandonFlight();
    this.#wanted = undefined;
    this.#state = { ...this.#state, loading: false };
  }

  #set(state: RunState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The drivers of the threads that were looked at last. */
export class RunDrivers {
  readonly #host: Host;
  readonly #drivers = new Map<string, RunDriver>();
  constructor(host: Host) {
    this.#host = host;
  }

  /** The driver of a thread, the same one for every caller. */
  of(transcript: number, thread: string): RunDriver {
    const key = `${transcript}/${thread}`;
    const driver = this.#drivers.get(key) ?? this.#make(transcript, thread);
    this.#drivers.delete(key);
    this.#drivers.set(key, driver);
    const [oldest] = this.#drivers.keys();
    if (this.#drivers.size > 8 && oldest !== undefined) this.#drivers.delete(oldest);
    return driver;
  }

  /** After the host was started again. */
  reset(): void {
    for (const driver of this.#drivers.values()) driver.reset();
  }

  /** A transcript's file has grown: what was run of it is out of date. */
  grown(transcript: number): void {
    for (const [key, driver] of this.#drivers) if (key.startsWith(`${transcript}/`)) driver.reset();
  }

  #make(transcript: number, thread: string): RunDriver {
    return new RunDriver(async ({ profile, faults }, signal) => {
      const asked = { transcript, thread, profile, faults: [...faults] };
      return shownRun(await this.#host.call("run.start", asked, { signal }));
    });
  }
}
