import { Beginning } from "../lib/beginning.ts";
import { History } from "../lib/history.ts";
import type { EventBody } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import type { Recording, SentUnit } from "../model/recording.ts";
import type { Usage } from "../model/usage.ts";
import type { State } from "../policies/middleware.ts";
import type { FileRecord, TurnOutput } from "./run.ts";

/** An event of a sent form that no request has held yet, by stored index. */
export interface WaitingEvent {
  readonly index: number;
  readonly event: EventBody;
}

/** Where a run is: what it needs to go on. Plain values and persistent histories; nothing in it is ever changed. */
export interface Standing {
  /** The next batch. */
  readonly batch: number;
  /** Seq of the last event. */
  readonly last: number;
  readonly state: State;
  /** State at the beginning of the turn, and the keys that the turn wrote since. */
  readonly turnState: State;
  readonly written: readonly string[];
  readonly stored: History<Message>;
  readonly sent: History<SentUnit>;
  readonly files: Beginning<FileRecord>;
  readonly waiting: readonly WaitingEvent[];
  readonly accounted: Beginning<Usage | undefined>;
  /** Outputs that `afterAgent` changed on their way to whoever asked for the turn. */
  readonly outputs: Beginning<TurnOutput>;
}

/** Where a run of a thread begins: before its first batch, with the state that the thread brings. */
export function beginning(recording: Recording): Standing {
  const { state } = recording.thread;
  const start: State = {
    ...(state?.summary ? { summary: state.summary } : {}),
    ...(state?.offload ? { offload: state.offload } : {}),
  };
  const lists = { files: new Beginning([]), accounted: new Beginning([]), outputs: new Beginning([]) };
  const histories = { stored: History.over(recording.raw), sent: History.over(recording.sent) };
  return {
    batch: 0,
    last: 0,
    state: start,
    turnState: start,
    ...histories,
    ...lists,
    waiting: [],
    written: [],
  };
}
