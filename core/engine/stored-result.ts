import type { Message } from "../model/message.ts";
import { type ContentPart, type ToolResultPart, text } from "../model/part.ts";
import type { Batch, RecordedResult, Recording } from "../model/recording.ts";
import { type Counting, sizeOf } from "../model/size.ts";
import type { ToolOutcome } from "../policies/middleware.ts";
import { RunFailure } from "./run.ts";
import type { ChangedMessage } from "./sent-form.ts";

/** Whether nothing changed a result on its way back. */
function isAsRecorded(recorded: ToolResultPart, outcome: ToolOutcome | undefined): boolean {
  if (!outcome) return true;
  if (outcome.kind !== "success" && outcome.kind !== "error") return false;
  return outcome.parts === recorded.parts && (outcome.kind === "error") === recorded.isError;
}

/** The result as it is stored: the recorded part itself where nothing changed it. */
function storedResult(recorded: ToolResultPart, outcome: ToolOutcome | undefined): ToolResultPart {
  if (!outcome) return recorded;
  if (outcome.kind === "fatal") throw new RunFailure(outcome.reason);
  if (outcome.kind === "needs-approval")
    return { ...recorded, isError: true, parts: [text(`Denied: ${outcome.reason}`)] };
  return isAsRecorded(recorded, outcome)
    ? recorded
    : { ...recorded, isError: outcome.kind === "error", parts: outcome.parts };
}

function withResults(
  recording: Recording,
  index: number,
  parts: ReadonlyMap<number, ToolResultPart>,
): ChangedMessage {
  const message = recording.raw.at(index);
  const changed = new Set(parts.keys());
  const next: Message = { ...message, parts: message.parts.map((part, at) => parts.get(at) ?? part) };
  return { message: next, size: sizeOf(next, recording.counting, changed), changed };
}

/** A message of which one result is changed, and of what it was made. */
interface Known {
  readonly of: Message;
  readonly part: number;
  readonly isError: boolean;
  readonly counting: Counting;
  readonly made: ChangedMessage;
}

const known = new WeakMap<readonly ContentPart[], Known>();

/** A message of which one result is changed. Runs with the same parameters share what a policy made of it, and this. */
function withResult(recording: Recording, recorded: RecordedResult, result: ToolResultPart): ChangedMessage {
  const { message: index, part } = recorded;
  const { counting } = recording;
  const { parts, isError } = result;
  const of = recording.raw.at(index);
  const before = known.get(parts);
  if (before?.of === of && before.part === part && before.isError === isError && before.counting === counting)
    return before.made;
  const made = withResults(recording, index, new Map([[part, result]]));
  known.set(parts, { of, part, isError, counting, made });
  return made;
}

/** The messages of a batch whose results are not stored as recorded, by index. */
function changedResults(
  recording: Recording,
  batch: Batch,
  outcomes: readonly (ToolOutcome | undefined)[],
): [number, ChangedMessage][] {
  const [only] = batch.results;
  // Mostly there is one.
  if (only && batch.results.length === 1) {
    const result = storedResult(only.result, outcomes[0]);
    return result === only.result ? [] : [[only.message, withResult(recording, only, result)]];
  }
  const replaced = new Map<number, Map<number, ToolResultPart>>();
  batch.results.forEach((recorded, at) => {
    const part = storedResult(recorded.result, outcomes[at]);
    if (part === recorded.result) return;
    const of = replaced.get(recorded.message) ?? new Map<number, ToolResultPart>();
    replaced.set(recorded.message, of.set(recorded.part, part));
  });
  return [...replaced].map(([index, parts]) => [index, withResults(recording, index, parts)]);
}

/** A turn's input that was changed before it was stored. */
function changedInput(
  recording: Recording,
  batch: Batch,
  input: Message | undefined,
): [number, ChangedMessage][] {
  if (!input) return [];
  const size = sizeOf(input, recording.counting);
  return [[batch.from, { message: input, size, changed: new Set() }]];
}

/** The messages of a batch that are not stored as recorded, by index; undefined when all are. */
export function changedMessages(
  recording: Recording,
  batch: Batch,
  outcomes: readonly (ToolOutcome | undefined)[],
  input: Message | undefined,
): ReadonlyMap<number, ChangedMessage> | undefined {
  const own = input && input !== recording.thread.messages[batch.from] ? input : undefined;
  const { results } = batch;
  // Mostly nothing is: it is asked of every batch.
  if (!own && results.every(({ result }, at) => isAsRecorded(result, outcomes[at]))) return undefined;
  return new Map([...changedInput(recording, batch, own), ...changedResults(recording, batch, outcomes)]);
}
