import { LazyText } from "../lib/lazy-text.ts";
import type { Recording } from "../model/recording.ts";
import type { KeptInForce } from "./in-force.ts";
import type { FramedSummary } from "./summary-message.ts";
import type { Written } from "./written.ts";

/** State key of the summary. */
export const SUMMARY_KEY = "summary";

/** The summary in a state: what the compressor wrote, and the stored id of the last message that it covers. */
export interface SummaryState {
  readonly text: string;
  readonly coversThrough: string;
}

/** The state of a summary that was just written: its text is made when somebody reads it. */
export class WrittenState extends LazyText implements SummaryState {
  declare readonly text: string;
  declare readonly coversThrough: string;
  /** What it is in requests, once it was framed. */
  #framed: KeptInForce | undefined;

  constructor(body: Written, coversThrough: string) {
    super(body);
    this.hold("text");
    this.coversThrough = coversThrough;
  }

  get framed(): KeptInForce | undefined {
    return this.#framed;
  }

  keepFramed(framed: KeptInForce): void {
    this.#framed = framed;
  }
}

/** The state of a summary that was just written. */
export function stateOf({ body }: FramedSummary, coversThrough: string): SummaryState {
  return new WrittenState(body, coversThrough);
}

/** The summary of a state value, or undefined. */
export function summaryOf(value: unknown): SummaryState | undefined {
  return value === undefined || value === null ? undefined : (value as SummaryState);
}

/**
 * Index after the last message that the summary covers, within the first `length` messages: 0 when there is no
 * summary, when it is void, or when history does not hold its id yet.
 */
export function coveredEndOf(value: unknown, recording: Recording, length: number): number {
  const summary = summaryOf(value);
  const end = summary ? endOf(summary, recording) : 0;
  return end <= length ? end : 0;
}

/** Index after the last message that a summary covers in a recording; 0 where no message has its id. */
export function endOf(summary: SummaryState, recording: Recording): number {
  const made = summary instanceof WrittenState ? summary.framed?.made : undefined;
  if (made?.recording === recording) return made.end;
  const index = recording.indexOfId.get(summary.coversThrough);
  return index === undefined ? 0 : index + 1;
}
