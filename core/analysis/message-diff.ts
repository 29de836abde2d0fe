import type { Run } from "../engine/run.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import type { Message } from "../model/message.ts";
import type { MessageDiff, MessageDifference } from "../model/run-view.ts";
import { COLUMN, sizeOf } from "../model/size.ts";
import type { Thread } from "../model/thread.ts";
import type { RequestView } from "../policies/request-view.ts";
import { viewMessages } from "../policies/request-view.ts";

/** How many differences are listed. */
const MOST = 500;

/** Whether two threads are one recording: then a message's id names the same message in both. */
function sameRecording(a: Thread, b: Thread): boolean {
  if (a === b) return true;
  if (a.id !== b.id || a.messages.length !== b.messages.length) return false;
  const [first, last] = [0, a.messages.length - 1];
  return [first, last].every((at) => canonicalJson(a.messages[at]) === canonicalJson(b.messages[at]));
}

type KeyOf = (message: Message) => string;

const byId: KeyOf = ({ id }) => id;
/** Messages of two recordings are the same where they say the same. */
const byContent: KeyOf = ({ role, parts }) => canonicalJson({ role, parts });

/** Positions in `b` of the messages of `a`, a message at most once; -1 for none. */
function matches(a: readonly string[], b: readonly string[]): number[] {
  const places = new Map<string, number[]>();
  b.forEach((key, at) => {
    const list = places.get(key);
    if (list) list.push(at);
    else places.set(key, [at]);
  });
  return a.map((key) => places.get(key)?.shift() ?? -1);
}

/** Marks a longest rising run among the matches: what is not in it moved, and counts as removed and added. */
function rising(found: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  found.forEach((value, at) => {
    if (value < 0) return;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((found[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) kept.add(at);
  return kept;
}

interface Side {
  readonly run: Run;
  readonly messages: readonly Message[];
}

function sideOf(run: Run, view: RequestView): Side {
  return { run, messages: viewMessages(view) };
}

function tokensOf({ run }: Side, message: Message): number {
  return sizeOf(message, run.recording.counting)[COLUMN.tokens] as number;
}

function difference(
  change: MessageDifference["change"],
  a: Side,
  b: Side,
  one: Message | undefined,
  other: Message | undefined,
): MessageDifference {
  const { id, role } = (other ?? one) as Message;
  const run = other ? b.run : a.run;
  return {
    change,
    id,
    role,
    index: run.recording.indexOfId.get(id) ?? null,
    before: one ? tokensOf(a, one) : null,
    after: other ? tokensOf(b, other) : null,
  };
}

function same(a: Message, b: Message): boolean {
  return a === b || (a.role === b.role && canonicalJson(a.parts) === canonicalJson(b.parts));
}

/** All differences in the order of the second request; what the first alone holds stands where it stood. */
function differences(a: Side, b: Side, key: KeyOf): { rows: MessageDifference[]; same: number } {
  const found = matches(a.messages.map(key), b.messages.map(key));
  const kept = rising(found);
  const rows: MessageDifference[] = [];
  let next = 0;
  let equal = 0;
  const added = (to: number): void => {
    for (; next < to; next++) rows.push(difference("added", a, b, undefined, b.messages[next]));
  };
  a.messages.forEach((one, at) => {
    if (!kept.has(at)) return void rows.push(difference("removed", a, b, one, undefined));
    added(found[at] as number);
    const other = b.messages[next++] as Message;
    if (same(one, other)) equal++;
    else rows.push(difference("changed", a, b, one, other));
  });
  added(b.messages.length);
  return { rows, same: equal };
}

/** Two requests message by message. Those of one recording are aligned by message, others by what they say. */
export function messageDiff(a: Run, viewA: RequestView, b: Run, viewB: RequestView): MessageDiff {
  const shared = sameRecording(a.recording.thread, b.recording.thread);
  const found = differences(sideOf(a, viewA), sideOf(b, viewB), shared ? byId : byContent);
  return {
    rows: found.rows.slice(0, MOST),
    more: Math.max(0, found.rows.length - MOST),
    same: found.same,
    approximate: shared
      ? null
      : "The two requests come from different recordings: messages are aligned where they say the same, and a message that was changed counts as removed and added.",
  };
}
