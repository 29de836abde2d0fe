import { type Run, stepOf } from "../engine/run.ts";
import { dispositionOf } from "../ledger/dispositions.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { Disposition } from "../model/disposition.ts";
import type { InsertedRow, RequestLayout, RowChange } from "../model/run-view.ts";
import { COLUMN, sizeOf } from "../model/size.ts";
import { type RequestView, isPruned, sentRanges, sumRange, unitAt } from "../policies/request-view.ts";
import { partingOf } from "./cache.ts";
import { acts, indexOf } from "./run-index.ts";

/** Looks at a message that a stretch stands for which was jumped over: its step is played for them. */
function quietLooks(run: Run, message: string): LedgerEvent[] {
  const { batches, batchOf, indexOfId } = run.recording;
  const step = batches[batchOf[indexOfId.get(message) ?? -1] ?? -1]?.step ?? 0;
  if (!run.quietAt(step)) return [];
  const { from, to } = stepOf(run, step).events;
  return run.eventsIn(from, to).filter((event) => event.subject.message === message);
}

/** Every event about a message, in order. */
export function eventsAbout(run: Run, message: string): LedgerEvent[] {
  const known = indexOf(run).byMessage.get(message) ?? [];
  return [...known, ...quietLooks(run, message)].toSorted((a, b) => a.seq - b.seq);
}

/** Events about a message that had happened when the request of `step` went out. */
export function eventsBefore(run: Run, message: string, step: number): LedgerEvent[] {
  const { asked } = stepOf(run, step).events;
  return eventsAbout(run, message).filter((event) => event.seq <= asked);
}

function inserted(run: Run, from: number, to: number): InsertedRow[] {
  return indexOf(run)
    .inserted.filter(({ after }) => after >= from && after < to)
    .map(({ after, message }) => {
      const size = sizeOf(message, run.recording.counting);
      return {
        id: message.id,
        after,
        tokens: size[COLUMN.tokens] as number,
        bytes: size[COLUMN.bytes] as number,
        why: "repair" as const,
      };
    });
}

/** First position of a sorted list whose value is at least `value`. */
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Disposition of the stored message at an index in the request of a step. */
export function dispositionAt(run: Run, step: number, index: number): Disposition {
  const { view } = stepOf(run, step);
  if (index < view.from && view.lifted?.index !== index) return "summarised";
  if (isPruned(view, index)) return "pruned";
  if (index >= view.from && unitAt(view, index) !== view.sent.at(index)) return "cleared";
  const { asked } = stepOf(run, step).events;
  const id = run.recording.thread.messages[index]?.id ?? "";
  const events = indexOf(run).byMessage.get(id) ?? [];
  return dispositionOf(events.filter((event) => event.seq <= asked && acts(event)));
}

/** Indices of the messages of a view that may not be as recorded: something happened to them, or they are left out. */
function rowsIn(view: RequestView, acted: readonly number[]): number[] {
  const rows = acted.slice(lowerBound(acted, view.from), lowerBound(acted, view.to));
  if (!view.holes) return rows;
  const pruned = view.holes.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at),
  );
  return [...new Set([...rows, ...pruned])].toSorted((a, b) => a - b);
}

function changesIn(
  run: Run,
  step: number,
  own: ReadonlyMap<number, number>,
  ownBytes: ReadonlyMap<number, number>,
): RowChange[] {
  const { view } = stepOf(run, step);
  const { acted } = indexOf(run);
  const changes: RowChange[] = [];
  for (const index of rowsIn(view, acted)) {
    const disposition = dispositionAt(run, step, index);
    if (disposition === "kept") continue;
    const pruned = disposition === "pruned";
    const tokens = pruned ? 0 : sumRange(view, COLUMN.tokens, index, index + 1) - (own.get(index) ?? 0);
    const bytes = pruned ? 0 : sumRange(view, COLUMN.bytes, index, index + 1) - (ownBytes.get(index) ?? 0);
    changes.push({ index, disposition, tokens, bytes });
  }
  return changes;
}

/** The form in which the message is sent that was lifted out of the covered ones, where it is not as recorded. */
function liftedChange(run: Run, step: number): RowChange[] {
  const { lifted } = stepOf(run, step).view;
  if (!lifted) return [];
  const disposition = dispositionAt(run, step, lifted.index);
  const { size } = lifted;
  const [tokens, bytes] = [size[COLUMN.tokens] as number, size[COLUMN.bytes] as number];
  return disposition === "kept" ? [] : [{ index: lifted.index, disposition, tokens, bytes }];
}

function sums(rows: readonly InsertedRow[], key: "tokens" | "bytes"): Map<number, number> {
  const found = new Map<number, number>();
  for (const row of rows) found.set(row.after, (found.get(row.after) ?? 0) + row[key]);
  return found;
}

/** The request of a step aligned with raw history; its size does not depend on the length of the history. */
export function requestLayout(run: Run, runId: string, step: number): RequestLayout {
  const { view, events } = stepOf(run, step);
  const rows = sentRanges(view).flatMap(({ from, to }) => inserted(run, from, to));
  const { summary } = view;
  return {
    run: runId,
    step,
    end: view.to,
    coveredEnd: view.from,
    summary: summary
      ? {
          tokens: summary.size[COLUMN.tokens] as number,
          bytes: summary.size[COLUMN.bytes] as number,
          covered: view.from,
        }
      : null,
    lifted: view.lifted?.index ?? null,
    changes: [...liftedChange(run, step), ...changesIn(run, step, sums(rows, "tokens"), sums(rows, "bytes"))],
    inserted: rows,
    events: run.eventsIn(events.from, events.to),
    parting: step > 1 ? partingOf(stepOf(run, step - 1).view, view) : null,
  };
}
