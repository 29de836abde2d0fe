import type { Run } from "../engine/run.ts";
import type { Action, LedgerEvent } from "../model/event.ts";
import type { Recording } from "../model/recording.ts";
import { COLUMN } from "../model/size.ts";
import { measureTokens } from "../policies/request-view.ts";
import { isReaderCall } from "../policies/reader-call.ts";
import { readingTools } from "../policies/stack.ts";
import { lostBytes } from "./lost-bytes.ts";

/** The sums of a run (ledger, `totals`). Tokens are estimated and summed over all steps; bytes are of text. */
export interface Totals {
  readonly rawTokens: number;
  readonly requestTokens: number;
  readonly peakRequestTokens: number;
  readonly fires: number;
  readonly offloaded: number;
  readonly evicted: number;
  readonly spilled: number;
  readonly paged: number;
  readonly limited: number;
  readonly cut: number;
  readonly repaired: number;
  readonly bytesStored: number;
  readonly lostBytes: number;
  readonly rereads: number;
}

/** Tokens of a raw request: system prompt, tools and everything before message `end`, uncut. */
export function rawTokens({ system, tools, raw }: Recording, end: number): number {
  return system.tokens + tools.tokens + raw.sum(COLUMN.tokens, 0, end);
}

function rereads(run: Run): number {
  const reading = readingTools(run.profile);
  return run.recording.batches.reduce(
    (sum, batch) => sum + batch.calls.filter(({ part }) => isReaderCall(part, reading)).length,
    0,
  );
}

/** Adds a run up. */
export function totalsOf(run: Run): Totals {
  const counts = new Map<Action, number>();
  for (const { action } of run.happenings) counts.set(action, (counts.get(action) ?? 0) + 1);
  const count = (action: Action): number => counts.get(action) ?? 0;
  const records = [...run.records()];
  const tokens = records.map(({ view }) => measureTokens(view));
  const stored = (event: LedgerEvent): number => event.detail?.storedBytes ?? 0;
  return {
    rawTokens: records.reduce((sum, { message }) => sum + rawTokens(run.recording, message), 0),
    requestTokens: tokens.reduce((sum, value) => sum + value, 0),
    peakRequestTokens: tokens.reduce((most, value) => Math.max(most, value), 0),
    fires: count("fired"),
    offloaded: count("offloaded"),
    evicted: count("evicted"),
    spilled: count("spilled"),
    paged: count("paged"),
    limited: count("limited"),
    cut:
      count("cut") +
      run.happenings.filter((event) => event.action === "fell-back" && event.detail?.pieces).length,
    repaired: count("repaired"),
    bytesStored: run.happenings.reduce((sum, event) => sum + stored(event), 0),
    lostBytes: lostBytes(run),
    rereads: rereads(run),
  };
}
