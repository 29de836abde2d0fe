import { type Run, stepOf } from "../engine/run.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { RecordedResult } from "../model/recording.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { offloadEntries } from "../policies/offload.ts";
import { sentRanges } from "../policies/request-view.ts";
import { Origins, type UnitRange, bytesOutside } from "./origins.ts";
import { indexOf, partKey } from "./run-index.ts";

/** For each stored message, the first step whose request held it; Infinity for none. */
export function firstSent(run: Run): Float64Array {
  const first = new Float64Array(run.sent.length).fill(Infinity);
  // The next message from each on that no request has held yet: each is visited once, however many steps there are.
  const next = Array.from({ length: first.length + 1 }, (_, at) => at);
  const open = (at: number): number => {
    let found = at;
    while (next[found] !== found) found = next[found] as number;
    for (let i = at; i !== found;) {
      const after = next[i] as number;
      next[i] = found;
      i = after;
    }
    return found;
  };
  for (const { step, view } of run.records())
    for (const { from, to } of sentRanges(view))
      for (let at = open(from); at < to; at = open(at)) {
        first[at] = step;
        next[at] = at + 1;
      }
  return first;
}

/** What is read once for a run. */
interface Looked {
  readonly run: Run;
  readonly first: Float64Array;
  /** Index after the last message of the last request: what came later nobody asked about yet. */
  readonly end: number;
  /** Identities whose offloaded entry is still there. */
  readonly offloaded: ReadonlySet<string>;
  /** Seq of the fault that ran a call again, by identity. */
  readonly again: ReadonlyMap<string, number>;
}

/** What a store keeps of the text that an event is about; nothing when the entry is gone. */
function stored(event: LedgerEvent, text: Origins, offloaded: ReadonlySet<string>): UnitRange[] {
  const { action, subject, detail } = event;
  if (action === "offloaded" && !offloaded.has(subject.identity ?? "")) return [];
  if (detail?.stored === "whole") return text.ranges();
  return detail?.stored === "cut" ? text.head(detail.storedBytes ?? 0) : [];
}

/** Follows a result through its events: what is left of it in the end, and what stores kept on the way. */
function follow(text: string, events: readonly LedgerEvent[], offloaded: ReadonlySet<string>) {
  let left = Origins.of(text);
  const kept: UnitRange[] = [];
  for (const event of events) {
    kept.push(...stored(event, left, offloaded));
    if (event.detail?.pieces) left = left.joined(event.detail.pieces);
  }
  return { left: left.ranges(), kept };
}

function lostOf(looked: Looked, recorded: RecordedResult): number {
  const { run, first: firstStep, end, offloaded, again } = looked;
  const { text, bytes } = metricsOf(recorded.result.parts);
  const id = run.recording.thread.messages[recorded.message]?.id ?? "";
  const about = indexOf(run).byPart.get(partKey(id, recorded.part)) ?? [];
  const own = about.filter((event) => event.action !== "cleared");
  // A result that was cleared before any request held it was never seen.
  const cleared = about.find((event) => event.action === "cleared")?.step ?? Infinity;
  const orphan = own.some((event) => event.detail?.reason === "orphan-result");
  const isSent = (firstStep[recorded.message] ?? Infinity) < cleared;
  const visible = (isSent || recorded.message >= end) && !orphan;
  if (own.length === 0) return visible ? 0 : bytes;
  if (visible && own.some((event) => event.action === "pointed")) return 0;
  // What a second run of the call did is in the stores, not in history.
  const second = again.get(recorded.call?.identity ?? "") ?? Infinity;
  const isSecond = ({ seq, subject }: LedgerEvent): boolean => seq > second && subject.identity !== undefined;
  const first = follow(
    text,
    own.filter((event) => !isSecond(event)),
    offloaded,
  );
  const { kept } = follow(text, own.filter(isSecond), offloaded);
  return bytesOutside(text, [...(visible ? first.left : []), ...first.kept, ...kept]);
}

/**
 * Bytes of raw results that are in no request and in no live store at the end (ledger, `lostBytes`): what cuts left
 * out, what was evicted, and orphans. What a preview points back at in the file that was read is not lost, nor is what
 * came in after the last request: the next one would have it as it was stored.
 */
export function lostBytes(run: Run): number {
  const again = new Map<string, number>();
  for (const { seq, subject, detail } of run.happenings)
    if (detail?.fault === "rerun") again.set(subject.identity ?? "", seq);
  const offloaded = new Set(offloadEntries(run.state).map(({ identity }) => identity));
  const end = run.stepCount === 0 ? 0 : stepOf(run, run.stepCount).view.to;
  const looked = { run, first: firstSent(run), end, offloaded, again };
  let lost = 0;
  for (const batch of run.recording.batches)
    for (const recorded of batch.results) lost += lostOf(looked, recorded);
  return lost;
}
