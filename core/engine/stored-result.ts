import type { Message } from "../model/message.ts";
import { type ToolResultPart, text } from "../model/part.ts";
import type { Batch, Recording } from "../model/recording.ts";
import { sizeOf } from "../model/size.ts";
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

/** The messages of a batch whose results are not stored as recorded, by index. */
function changedResults(
  recording: Recording,
  batch: Batch,
  outcomes: readonly (ToolOutcome | undefined)[],
): [number, ChangedMessage][] {
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
