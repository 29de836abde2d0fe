import type { Sequence } from "../lib/sequence.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Fault } from "../model/fault.ts";
import type { Message } from "../model/message.ts";
import type { Profile } from "../model/profile.ts";
import type { Recording } from "../model/recording.ts";
import type { Usage } from "../model/usage.ts";
import type { State, StoredFile } from "../policies/middleware.ts";
import type { RequestView, SentUnit } from "../policies/request-view.ts";

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

/** A file that a policy wrote, and the step whose call it came from. */
export interface FileRecord {
  readonly path: string;
  readonly file: StoredFile;
  readonly step: number;
}

/** A finished run. Everything else about it is read from here and from the ledger; nothing decides again. */
export interface Run {
  readonly recording: Recording;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
  readonly steps: readonly StepRecord[];
  readonly events: readonly LedgerEvent[];
  readonly stored: Sequence<Message>;
  readonly sent: Sequence<SentUnit>;
  readonly state: State;
  readonly files: readonly FileRecord[];
  /** Calls that compressors made, as far as their usage is known. */
  readonly accounted: readonly (Usage | undefined)[];
  /** Why the run stopped before the end of the recording, if it did. */
  readonly failed?: { readonly step: number; readonly message: string };
}

/** A failure that ends a run: a hook wrote a key that is not its own, a tool was fatal. */
export class RunFailure extends Error {
  override readonly name = "RunFailure";
}

/** The record of a step from 1. Throws RangeError outside. */
export function stepOf(run: Run, step: number): StepRecord {
  const record = run.steps[step - 1];
  if (!record) throw new RangeError(`no step ${step}: the run has ${run.steps.length}`);
  return record;
}
