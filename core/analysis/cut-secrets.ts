import { type Run, stepOf } from "../engine/run.ts";
import { insideJson } from "../ledger/pieces.ts";
import { resultText } from "../model/part.ts";
import type { RecordedResult } from "../model/recording.ts";
import { originsOf, textEvents } from "./preview.ts";
import { secretHalves } from "./secret-halves.ts";

/** The results of messages [from, to) that something was cut from when a step was asked. */
function cutResults(run: Run, step: number): { readonly id: string; readonly recorded: RecordedResult }[] {
  const { view, events } = stepOf(run, step);
  const { thread, batches, batchOf, indexOfId } = run.recording;
  const cut = run.happenings.filter(({ detail, seq }) => detail?.pieces !== undefined && seq <= events.asked);
  const indices = new Set(cut.map(({ subject }) => indexOfId.get(subject.message ?? "") ?? -1));
  return [...indices].flatMap((index) => {
    if (index < view.from || index >= view.to) return [];
    const results = batches[batchOf[index] ?? -1]?.results ?? [];
    const id = thread.messages[index]?.id ?? "";
    return results.filter(({ message }) => message === index).map((recorded) => ({ id, recorded }));
  });
}

/**
 * What is left in a request of secrets that a policy cut through, at the edges of previews, pages and limits. Known
 * from the recorded texts, as nothing in the request itself says what it was.
 */
export function cutSecrets(run: Run, step: number): readonly string[] {
  const halves = new Set<string>();
  for (const { id, recorded } of cutResults(run, step)) {
    const original = resultText(recorded.result);
    for (const { range } of originsOf(original, textEvents(run, id, recorded, step)).stretches)
      for (const half of range ? secretHalves(original, range) : []) {
        halves.add(half);
        halves.add(insideJson(half));
      }
  }
  return [...halves];
}
