import type { Message } from "../model/message.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Thread } from "../model/thread.ts";
import type { Profile } from "../model/profile.ts";
import type { Fault } from "../model/fault.ts";
import type { State } from "../policies/middleware.ts";
import { sizeOf } from "../model/size.ts";
import { COLUMNS } from "../model/size.ts";
import { Sequence } from "../lib/sequence.ts";
import type { Course, Standing } from "./course.ts";
import { recordingOf, replay } from "./replay.ts";
import type { FileRecord, Run } from "./run.ts";
import { SentForms, type StoredMessage } from "./sent-form.ts";
import { createStack } from "../policies/stack.ts";
import type { Entry } from "../ledger/ledger.ts";

/**
 * Where a run was after a commit, as plain JSON: from it and the recorded thread the run goes on as if it had never
 * stopped. Stored messages that are as recorded are left out.
 */
export interface Checkpoint {
  readonly ullage: 1;
  readonly batch: number;
  readonly state: State;
  readonly turnState: State;
  readonly written: readonly string[];
  readonly changed: readonly { readonly index: number; readonly message: Message; readonly parts: readonly number[] }[];
  readonly events: readonly LedgerEvent[];
  readonly files: readonly FileRecord[];
  readonly waiting: readonly { readonly index: number; readonly event: Entry }[];
}

/** Positions of the parts that differ. */
function changedParts(message: Message, recorded: Message): number[] {
  return message.parts.flatMap((part, at) => (part === recorded.parts[at] ? [] : [at]));
}

/** Takes a checkpoint of a course before a batch. */
export function takeCheckpoint(course: Course, batch: number): Checkpoint {
  const { state, turnState, written, stored, events, files, waiting } = course.standing(batch);
  const { messages } = course.recording.thread;
  const changed: { index: number; message: Message; parts: number[] }[] = [];
  for (let index = 0; index < stored.length; index++) {
    const message = stored.at(index);
    const recorded = messages[index];
    if (recorded && message !== recorded) changed.push({ index, message, parts: changedParts(message, recorded) });
  }
  return { ullage: 1, batch, state, turnState, written, changed, events, files, waiting };
}

/** Stored and sent sequences as they were when the checkpoint was taken. */
function rebuild(thread: Thread, profile: Profile, checkpoint: Checkpoint): Pick<Standing, "stored" | "sent"> {
  const recording = recordingOf(thread, profile);
  const forms = new SentForms(recording, createStack(profile));
  const changed = new Map(checkpoint.changed.map((one) => [one.index, one]));
  let stored = Sequence.empty<Message>(COLUMNS);
  let sent: Standing["sent"] = Sequence.empty(COLUMNS);
  for (const batch of recording.batches.slice(0, checkpoint.batch)) {
    const messages: StoredMessage[] = [];
    for (let index = batch.from; index < batch.to; index++) {
      const own = changed.get(index);
      const parts = own ? new Set(own.parts) : undefined;
      const message = own?.message ?? (thread.messages[index] as Message);
      const size = own ? sizeOf(message, recording.counting, parts) : (recording.sizes[index] ?? []);
      messages.push({ message, size, changed: parts });
    }
    forms.of(batch, messages).forEach((form, at) => {
      const own = messages[at] as StoredMessage;
      stored = stored.append(own.message, own.size);
      sent = sent.append(form.unit, form.size);
    });
  }
  return { stored, sent };
}

/** Goes on from a checkpoint. Steps before it are not in the run; events are, so that the ledger is whole. */
export function resume(thread: Thread, profile: Profile, checkpoint: Checkpoint, faults: readonly Fault[] = []): Run {
  const { batch, state, turnState, written, events, files, waiting } = checkpoint;
  const built = rebuild(thread, profile, checkpoint);
  const from = { batch, state, turnState, written, events, files, waiting, ...built, steps: [], accounted: [] };
  return replay(thread, profile, { faults, from });
}
