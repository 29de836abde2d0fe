import type { History } from "../lib/history.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Fault } from "../model/fault.ts";
import type { Message } from "../model/message.ts";
import type { Profile } from "../model/profile.ts";
import type { Recording, SentUnit } from "../model/recording.ts";
import type { Usage } from "../model/usage.ts";
import type { State, StoreName, StoredFile } from "../policies/middleware.ts";
import type { RequestView } from "../policies/request-view.ts";

/** One step as it was run. Nothing in it is a copy of history. */
export interface StepRecord {
  readonly step: number;
  readonly turn: number;
  /** Index of the step's assistant message. */
  readonly message: number;
  readonly view: RequestView;
  /** Committed state when the model was asked, the updates of the model step applied: what it could read back. */
  readonly state: State;
  /** Events of the step in the run's list: [from, asked) shaped the request, [asked, to) came of its calls. */
  readonly events: { readonly from: number; readonly asked: number; readonly to: number };
}

/** A file that a policy wrote, the step it came from, and the first step whose request can name it. */
export interface FileRecord {
  readonly store: StoreName;
  readonly path: string;
  readonly file: StoredFile;
  readonly step: number;
  readonly from: number;
}

/** What a turn gave, where that is not its last assistant message. */
export interface TurnOutput {
  readonly turn: number;
  readonly message: Message;
}

/** A part of a run that was played: its steps and events, whose first has the seq `first + 1`. */
export interface Played {
  readonly kind: "played";
  readonly first: number;
  readonly steps: StepRecord[];
  readonly events: LedgerEvent[];
}

/** A part of a run that was jumped over, as every policy promised only to look and pass. */
export interface Quietly {
  readonly kind: "quiet";
  readonly first: number;
  /** How many events it stands for. */
  readonly count: number;
  readonly steps: { readonly from: number; readonly to: number };
  /** The record of one of its steps, without playing it. */
  record(step: number): StepRecord;
  /** Plays it: the same steps and events as if it had never been jumped over. */
  play(): Played;
}

/** A stretch of a run. */
export type Stretch = Played | Quietly;

/** What a finished run is made of. */
export interface RunParts {
  readonly recording: Recording;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
  readonly stretches: readonly Stretch[];
  readonly stored: History<Message>;
  readonly sent: History<SentUnit>;
  readonly state: State;
  readonly files: readonly FileRecord[];
  /** Usage of compressors' calls, and of every call of the model beyond the first of a step. */
  readonly accounted: readonly (Usage | undefined)[];
  readonly outputs: readonly TurnOutput[];
  readonly failed?: Failed;
}

/** Why a run ended early: a failure, a blocked input, or a question that nobody could answer. */
export interface Failed {
  readonly step: number;
  readonly message: string;
  /** Set when the run is suspended: with an answer it goes on from the checkpoint before this step. */
  readonly asked?: string;
}

function countOf(stretch: Stretch): number {
  return stretch.kind === "quiet" ? stretch.count : stretch.events.length;
}

/**
 * A finished run. Everything else about it is read from here and from the ledger; nothing decides again. Stretches
 * in which nothing happened are played when somebody asks for their events.
 */
export class Run implements RunParts {
  readonly recording: Recording;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
  readonly stretches: readonly Stretch[];
  readonly stored: History<Message>;
  readonly sent: History<SentUnit>;
  readonly state: State;
  readonly files: readonly FileRecord[];
  readonly accounted: readonly (Usage | undefined)[];
  readonly outputs: readonly TurnOutput[];
  readonly failed?: Failed;
  private readonly played = new Map<Quietly, Played>();
  private happened: readonly LedgerEvent[] | undefined;
  private everything:
    | { readonly steps: readonly StepRecord[]; readonly events: readonly LedgerEvent[] }
    | undefined;

  constructor(parts: RunParts) {
    this.recording = parts.recording;
    this.profile = parts.profile;
    this.faults = parts.faults;
    this.stretches = parts.stretches;
    this.stored = parts.stored;
    this.sent = parts.sent;
    this.state = parts.state;
    this.files = parts.files;
    this.accounted = parts.accounted;
    this.outputs = parts.outputs;
    if (parts.failed) this.failed = parts.failed;
  }

  private play(stretch: Stretch): Played {
    if (stretch.kind === "played") return stretch;
    const known = this.played.get(stretch) ?? stretch.play();
    this.played.set(stretch, known);
    return known;
  }

  private all(): { readonly steps: readonly StepRecord[]; readonly events: readonly LedgerEvent[] } {
    this.everything ??= {
      steps: this.stretches.flatMap((stretch) => this.play(stretch).steps),
      events: this.stretches.flatMap((stretch) => this.play(stretch).events),
    };
    return this.everything;
  }

  /** Every step, played. For one step ask `stepAt`, which plays nothing. */
  get steps(): readonly StepRecord[] {
    return this.all().steps;
  }

  /** The whole ledger. For a step ask `eventsIn`, which plays no more than it must. */
  get events(): readonly LedgerEvent[] {
    return this.all().events;
  }

  /** The events that are more than looks: in order, and without playing anything. */
  get happenings(): readonly LedgerEvent[] {
    this.happened ??= this.stretches.flatMap((stretch) => (stretch.kind === "played" ? stretch.events : []));
    return this.happened;
  }

  /** How many steps were run. */
  get stepCount(): number {
    const last = this.stretches.at(-1);
    if (!last) return 0;
    const before = this.stretches.at(-2);
    if (last.kind === "quiet") return last.steps.to;
    return last.steps.at(-1)?.step ?? (before?.kind === "quiet" ? before.steps.to : 0);
  }

  /** The record of a step from 1. Throws RangeError outside. Plays nothing. */
  stepAt(step: number): StepRecord {
    for (const stretch of this.stretches) {
      if (stretch.kind === "quiet") {
        if (step >= stretch.steps.from && step <= stretch.steps.to) return stretch.record(step);
        continue;
      }
      const found = stretch.steps[step - (stretch.steps[0]?.step ?? Infinity)];
      if (found?.step === step) return found;
    }
    throw new RangeError(`no step ${step}: the run has ${this.stepCount}`);
  }

  /** Records of all steps, in order, without playing anything. */
  *records(): Generator<StepRecord> {
    for (const stretch of this.stretches) {
      if (stretch.kind === "played") yield* stretch.steps;
      else for (let step = stretch.steps.from; step <= stretch.steps.to; step++) yield stretch.record(step);
    }
  }

  /** The events with positions [from, to) in the whole ledger. Plays only the stretches that they lie in. */
  eventsIn(from: number, to: number): LedgerEvent[] {
    return this.stretches.flatMap((stretch) => {
      const end = stretch.first + countOf(stretch);
      if (end <= from || stretch.first >= to) return [];
      const { events } = this.play(stretch);
      return events.slice(Math.max(0, from - stretch.first), to - stretch.first);
    });
  }

  /** The stretch that was jumped over and holds a step, or undefined when the step was played. */
  quietAt(step: number): Quietly | undefined {
    return this.stretches.find(
      (stretch): stretch is Quietly =>
        stretch.kind === "quiet" && step >= stretch.steps.from && step <= stretch.steps.to,
    );
  }
}

/** A failure that ends a run: a hook wrote a key that is not its own, a tool was fatal. */
export class RunFailure extends Error {
  override readonly name: string = "RunFailure";
}

/** A question that suspends a run, as nobody can answer it. */
export class Suspension extends RunFailure {
  override readonly name = "Suspension";
  readonly asked: string;
  constructor(asked: string) {
    super(`nobody can answer: ${asked}`);
    this.asked = asked;
  }
}

/** The record of a step from 1. Throws RangeError outside. */
export function stepOf(run: Run, step: number): StepRecord {
  return run.stepAt(step);
}
