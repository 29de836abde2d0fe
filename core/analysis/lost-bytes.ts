import type { Run } from "../engine/run.ts";
import { utf8Length, utf8LengthOf } from "../lib/utf8.ts";
import type { LedgerEvent, Piece } from "../model/event.ts";
import type { RecordedResult } from "../model/recording.ts";
import { metricsOf } from "../model/text-metrics.ts";
import { offloadEntries } from "../policies/offload.ts";
import { indexOf } from "./run-index.ts";

/** A range of UTF-8 bytes of a result: [from, to). */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

function bytesCovered(ranges: readonly ByteRange[]): number {
  let end = 0;
  let sum = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (to > end) sum += to - Math.max(from, end);
    end = Math.max(end, to);
  }
  return sum;
}

function shown(text: string, pieces: readonly Piece[]): ByteRange[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === "string") return [];
    const from = utf8LengthOf(text, 0, piece.from);
    return [{ from, to: from + utf8LengthOf(text, piece.from, piece.to) }];
  });
}

/** Live stored bytes of each identity at the end of a run: always a head of the result. */
function liveStores(run: Run): Map<string, number> {
  const live = new Map<string, number>();
  for (const { file } of run.files) live.set(file.identity, file.storedBytes);
  for (const entry of offloadEntries(run.state))
    live.set(entry.identity, Math.max(live.get(entry.identity) ?? 0, utf8Length(entry.text)));
  return live;
}

/** For each stored message, whether some request held it. */
export function everSent(run: Run): boolean[] {
  const starts = Array.from({ length: run.sent.length + 1 }, () => 0);
  for (const { view } of run.records()) {
    starts[view.from] = (starts[view.from] ?? 0) + 1;
    starts[view.to] = (starts[view.to] ?? 0) - 1;
  }
  let open = 0;
  return starts.map((change) => (open += change) > 0);
}

function lostOf(
  recorded: RecordedResult,
  events: readonly LedgerEvent[],
  sent: boolean,
  live: number,
): number {
  const metrics = metricsOf(recorded.result.parts);
  const own = events.filter((event) => event.subject.part === recorded.part);
  const pointed = own.some((event) => event.action === "pointed");
  const visible = sent && !own.some((event) => event.detail?.reason === "orphan-result");
  if (pointed && visible) return 0;
  // The first event with pieces tells what of the recorded text was kept.
  const pieces = own.find((event) => event.detail?.pieces)?.detail?.pieces ?? [
    { from: 0, to: metrics.text.length },
  ];
  const seen = visible ? shown(metrics.text, pieces) : [];
  return metrics.bytes - bytesCovered([...seen, { from: 0, to: Math.min(live, metrics.bytes) }]);
}

/**
 * Bytes of raw results that are in no request and in no live store at the end (ledger, `lostBytes`): what cuts left
 * out, what was evicted, orphans, and results that no request came after. What a preview points back at in the
 * file that was read is not lost.
 */
export function lostBytes(run: Run): number {
  const { byMessage } = indexOf(run);
  const live = liveStores(run);
  const sent = everSent(run);
  let lost = 0;
  for (const batch of run.recording.batches)
    for (const recorded of batch.results) {
      const id = run.recording.thread.messages[recorded.message]?.id ?? "";
      const kept = live.get(recorded.call?.identity ?? "") ?? 0;
      lost += lostOf(recorded, byMessage.get(id) ?? [], sent[recorded.message] ?? false, kept);
    }
  return lost;
}
