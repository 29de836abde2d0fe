import { Beginning } from "../lib/beginning.ts";
import { History } from "../lib/history.ts";
import type { Message } from "../model/message.ts";
import type { Profile } from "../model/profile.ts";
import { sizeOf } from "../model/size.ts";
import type { Thread } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import type { Middleware } from "../policies/middleware.ts";
import { createStack } from "../policies/stack.ts";
import type { Course } from "./course.ts";
import type { Standing } from "./standing.ts";
import { type ReplayOptions, recordingOf, replay } from "./replay.ts";
import type { FileRecord, Run, TurnOutput } from "./run.ts";
import { type ChangedMessage, SentForms } from "./sent-form.ts";

/** What of a standing is a list that grows. */
type Lists = Pick<Standing, "files" | "accounted" | "outputs">;

/**
 * Where a run was after a commit, as plain JSON: from it and the recorded thread the run goes on as if it had never
 * stopped. Stored messages that are as recorded are left out.
 */
export interface Checkpoint extends Omit<Standing, "stored" | "sent" | keyof Lists> {
  readonly ullage: 1;
  readonly files: readonly FileRecord[];
  readonly accounted: readonly (Usage | undefined)[];
  readonly outputs: readonly TurnOutput[];
  readonly changed: readonly {
    readonly index: number;
    readonly message: Message;
    readonly parts: readonly number[];
  }[];
}

/** Positions of the parts that differ. */
function changedParts(message: Message, recorded: Message): number[] {
  return message.parts.flatMap((part, at) => (part === recorded.parts[at] ? [] : [at]));
}

/** Takes a checkpoint of a course before a batch. */
export function takeCheckpoint(course: Course, batch: number): Checkpoint {
  const { stored, sent: _sent, files, accounted, outputs, ...rest } = course.standing(batch);
  const { raw } = course.recording;
  const changed = stored
    .changed()
    .map(({ index, item }) => ({ index, message: item, parts: changedParts(item, raw.at(index)) }));
  const lists = { files: files.list(), accounted: accounted.list(), outputs: outputs.list() };
  return { ullage: 1, ...rest, ...lists, changed };
}

/** Stored and sent history as they were when the checkpoint was taken. */
function rebuild(
  thread: Thread,
  profile: Profile,
  checkpoint: Checkpoint,
  stack: readonly Middleware[],
): Pick<Standing, "stored" | "sent"> {
  const recording = recordingOf(thread, profile);
  const forms = new SentForms(recording, stack);
  const own = new Map(checkpoint.changed.map((one) => [one.index, one]));
  let stored = History.over(recording.raw);
  let sent = History.over(recording.sent);
  for (let index = 0; index < (recording.batches[checkpoint.batch]?.from ?? recording.raw.length); index++) {
    const given = own.get(index);
    const parts = new Set(given?.parts);
    const changed: ChangedMessage | undefined = given && {
      message: given.message,
      size: sizeOf(given.message, recording.counting, parts),
      changed: parts,
    };
    const form = forms.of(index, changed);
    stored = changed ? stored.put(changed.message, changed.size) : stored.grow(index + 1);
    sent = form ? sent.put(form.unit, form.size) : sent.grow(index + 1);
  }
  return { stored, sent };
}

/** Goes on from a checkpoint to the end. The run holds the steps and events from there on, numbered as ever. */
export function resume(
  thread: Thread,
  profile: Profile,
  checkpoint: Checkpoint,
  options: Pick<ReplayOptions, "faults" | "ports" | "stack"> = {},
): Run {
  const { ullage: _version, changed: _changed, files, accounted, outputs, ...rest } = checkpoint;
  const stack = options.stack ?? createStack(profile);
  const lists: Lists = {
    files: new Beginning(files),
    accounted: new Beginning(accounted),
    outputs: new Beginning(outputs),
  };
  const from = { ...rest, ...lists, ...rebuild(thread, profile, checkpoint, stack) };
  return replay(thread, profile, { ...options, stack, from, jump: false });
}
