import type { Action, LedgerEvent } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import type { Run } from "../engine/run.ts";

/** Ways into a run's ledger, made once for each run when somebody first asks. */
export interface RunIndex {
  /** Events about a message, in order; looks in stretches that were jumped over are not among them. */
  readonly byMessage: ReadonlyMap<string, readonly LedgerEvent[]>;
  /** The same by part of a message, under `partKey`: one message may hold any number of results. */
  readonly byPart: ReadonlyMap<string, readonly LedgerEvent[]>;
  /** Indices of the messages that something happened to, ascending. */
  readonly acted: readonly number[];
  /** Messages that repair put in, with the stored index that they follow. */
  readonly inserted: readonly { readonly after: number; readonly message: Message }[];
  /** The fires that were committed, in order. */
  readonly fires: readonly LedgerEvent[];
  /** What happened in a step beside looks and a summary that stays: each action once. */
  readonly actions: ReadonlyMap<number, readonly Action[]>;
}

/** Actions that leave a message as it is. */
const IDLE: ReadonlySet<Action> = new Set([
  "passed",
  "alarm",
  "warned",
  "fault",
  "summary-applied",
  "page-read",
]);

/** Whether an event changed what becomes of its subject. */
export function acts(event: LedgerEvent): boolean {
  return !IDLE.has(event.action);
}

const indices = new WeakMap<Run, RunIndex>();

function insertedOf(run: Run): RunIndex["inserted"] {
  const { batches, thread } = run.recording;
  return batches.flatMap((batch) => {
    const after = batch.tiedTo;
    if (batch.calls.every((call) => call.result) || after >= run.sent.length) return [];
    const own = thread.messages[after]?.id;
    return run.sent.at(after).flatMap((message) => (message.id === own ? [] : [{ after, message }]));
  });
}

function actionsOf(run: Run): Map<number, Action[]> {
  const actions = new Map<number, Action[]>();
  for (const { step, action } of run.happenings) {
    if (action === "passed" || action === "summary-applied") continue;
    const known = actions.get(step);
    if (!known) actions.set(step, [action]);
    else if (!known.includes(action)) known.push(action);
  }
  return actions;
}

/** Key of a part of a message. */
export function partKey(message: string, part: number): string {
  return `${part}/${message}`;
}

function push(map: Map<string, LedgerEvent[]>, key: string, event: LedgerEvent): void {
  const list = map.get(key);
  if (list) list.push(event);
  else map.set(key, [event]);
}

function build(run: Run): RunIndex {
  const byMessage = new Map<string, LedgerEvent[]>();
  const byPart = new Map<string, LedgerEvent[]>();
  const acted = new Set<number>();
  for (const event of run.happenings) {
    const { message, part } = event.subject;
    if (message === undefined) continue;
    push(byMessage, message, event);
    if (part !== undefined) push(byPart, partKey(message, part), event);
    const index = run.recording.indexOfId.get(message);
    if (index !== undefined && acts(event)) acted.add(index);
  }
  const fires = run.happenings.filter((event) => event.action === "fired");
  const ascending = [...acted].toSorted((a, b) => a - b);
  return { byMessage, byPart, acted: ascending, inserted: insertedOf(run), fires, actions: actionsOf(run) };
}

/** The index of a run. */
export function indexOf(run: Run): RunIndex {
  const found = indices.get(run) ?? build(run);
  indices.set(run, found);
  return found;
}
