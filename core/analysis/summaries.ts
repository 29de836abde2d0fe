import type { Run } from "../engine/run.ts";
import type { LedgerEvent } from "../model/event.ts";
import { indexOf } from "./run-index.ts";

/** A fire that was committed. `tokens` are chars4 of the text as sent; `covered` counts all messages it stands for. */
export interface CommittedSummary {
  readonly firedAtStep: number;
  readonly restoredAtStep?: number;
  readonly coversThrough: string;
  readonly covered: number;
  readonly tokens: number;
  readonly text: string;
}

/** The step at which the turn of a fire was blocked and the summary put back, if it was. */
function restoredAt(run: Run, fire: LedgerEvent): number | undefined {
  const restored = (event: LedgerEvent): boolean =>
    event.action === "restored" &&
    event.policy === "summarize" &&
    event.detail?.note === "summary" &&
    event.turn === fire.turn;
  return run.happenings.find((event) => event.seq > fire.seq && restored(event))?.step;
}

/** Every fire of a run, in order. */
export function summariesOf(run: Run): CommittedSummary[] {
  return indexOf(run).fires.map((fire) => {
    const { coversThrough = "", covered = 0, text = "" } = fire.detail ?? {};
    const restoredAtStep = restoredAt(run, fire);
    const tokens = Math.ceil(text.length / 4);
    const back = restoredAtStep === undefined ? {} : { restoredAtStep };
    return { firedAtStep: fire.step, ...back, coversThrough, covered, tokens, text };
  });
}
