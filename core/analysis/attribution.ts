import type { Mark } from "../model/mark.ts";
import type { ThreadOutline } from "../model/rows.ts";
import type { RunStepRow } from "../model/run-view.ts";

/** A provider's figure for a recorded request beside what its texts are estimated at. */
export interface Attribution {
  /** Input tokens that the provider reported for the recorded request. */
  readonly reported: number;
  /** What of raw history was sent then, estimated by the run's counter. */
  readonly estimated: number;
  /** Reported less estimated: what no text of the recording accounts for. */
  readonly rest: number;
  /** What the rest may be, most likely first. */
  readonly causes: readonly string[];
  /** Why the reported figure is not to be trusted, if it is not. */
  readonly doubt?: string;
}

const RESTARTS: ReadonlySet<Mark["kind"]> = new Set(["compaction", "condensation"]);

/** The last place before a message at which the recording's own agent began its history anew. */
function restartBefore(marks: readonly Mark[], message: number): Mark | undefined {
  return marks.findLast((mark) => RESTARTS.has(mark.kind) && mark.at > 0 && mark.at <= message);
}

/** Estimated tokens of raw history before a message index, by the nearest step's figure and the outline's for the rest. */
function rawBefore(outline: ThreadOutline, steps: readonly RunStepRow[], index: number): number {
  const after = steps.find((row) => row.message >= index);
  if (!after) return 0;
  const between = outline.messages.slice(index, after.message);
  return after.raw.tokens - between.reduce((sum, { tokens }) => sum + tokens, 0);
}

function fixedTokens(outline: ThreadOutline): number {
  return (outline.system?.tokens ?? 0) + outline.tools.tokens;
}

function missing(outline: ThreadOutline): string[] {
  return [
    ...(outline.system === null ? ["the system prompt, which the recording does not hold"] : []),
    ...(outline.tools.names.length === 0 ? ["the tool definitions, which the recording does not hold"] : []),
  ];
}

function causesOf(
  outline: ThreadOutline,
  row: RunStepRow,
  rest: number,
  restart: Mark | undefined,
): string[] {
  const before = outline.messages.slice(restart?.at ?? 0, row.message);
  const media = before.reduce((sum, message) => sum + (message.media ?? 0), 0);
  const cleared = outline.marks.some(({ kind, at }) => kind === "clearing" && at <= row.message);
  const both = [
    ...(media > 0 ? ["media, which is counted at a fixed figure"] : []),
    "the counter, which only estimates the provider's",
  ];
  if (rest >= 0)
    return [...missing(outline), "what the provider wraps around each message, call and tool", ...both];
  return [
    ...(cleared ? ["results that the recorded agent had cleared by then"] : []),
    ...(before.some(({ thinking }) => thinking)
      ? ["thinking of earlier turns, which is not sent again"]
      : []),
    ...both,
  ];
}

/**
 * What the provider reported for a recorded step against the estimate of what was sent then: raw history since the
 * recording's own last compaction. Undefined where the provider reported no input.
 */
export function attributionOf(
  outline: ThreadOutline,
  steps: readonly RunStepRow[],
  step: number,
): Attribution | undefined {
  const row = steps[step - 1];
  const usage = row && outline.messages[row.message]?.usage;
  if (!row || usage?.input === undefined) return undefined;
  const restart = restartBefore(outline.marks, row.message);
  const gone = restart ? rawBefore(outline, steps, restart.at) - fixedTokens(outline) : 0;
  const estimated = Math.max(0, row.raw.tokens - gone);
  const rest = usage.input - estimated;
  return {
    reported: usage.input,
    estimated,
    rest,
    causes: causesOf(outline, row, rest, restart),
    ...(usage.doubt === undefined ? {} : { doubt: usage.doubt }),
  };
}
