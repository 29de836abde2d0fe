import type { EventBody } from "./event.ts";
import type { Message } from "./message.ts";
import { type ToolResultPart, text } from "./part.ts";
import type { Batch, RecordedCall } from "./recording.ts";
import { contentSize, metricsOf } from "./text-metrics.ts";

/** What the model is told where a call has no result. */
export const NO_RESULT = "No result was recorded for this call.";

/** A repair: what the ledger says of it when the first request holds the message at `index`. */
export interface Repair {
  readonly index: number;
  readonly event: EventBody;
}

/** The message that repair puts in for a call without a result. Its id names message and call. */
export function missingResult(lead: Message, callId: string, position: number): Message {
  const result: ToolResultPart = { type: "tool-result", callId, isError: true, parts: [text(NO_RESULT)] };
  return { id: `${lead.id}:no-result:${position}`, role: "tool", parts: [result] };
}

function orphanEvent(message: Message, part: number, result: ToolResultPart): EventBody {
  return {
    policy: "repair",
    action: "repaired",
    subject: { message: message.id, call: result.callId, part },
    before: metricsOf(result.parts).size(),
    after: { bytes: 0, lines: 0, tokens: 0 },
    detail: { reason: "orphan-result" },
  };
}

function missingEvent(lead: Message, call: RecordedCall): EventBody {
  return {
    policy: "repair",
    action: "repaired",
    subject: { message: lead.id, call: call.part.callId, identity: call.identity },
    after: contentSize(NO_RESULT),
    detail: { reason: "no-result" },
  };
}

/** How a batch is repaired: the results that are left out, and the messages that stand after `tiedTo`. */
export interface BatchRepair {
  readonly orphans: ReadonlySet<string>;
  readonly missing: readonly Message[];
  readonly repairs: readonly Repair[];
}

/** Where an orphan lies, as a key of `BatchRepair.orphans`. */
export function orphanKey(index: number, part: number): string {
  return `${index}/${part}`;
}

/** The repair of a batch, or undefined when its pairs are whole (policies, section 0). */
export function repairOf(batch: Batch, messages: readonly Message[]): BatchRepair | undefined {
  const lead = messages[batch.from];
  // Mostly they are, and it is asked of every batch.
  if (!lead || (batch.calls.every(({ result }) => result) && batch.results.every(({ call }) => call)))
    return undefined;
  const open = batch.calls.filter((call) => !call.result);
  const lost = batch.results.filter((result) => !result.call);
  const orphanRepairs = lost.map(({ message, part, result }) => ({
    index: message,
    event: orphanEvent(messages[message] as Message, part, result),
  }));
  const missingRepairs = open.map((call) => ({ index: batch.tiedTo, event: missingEvent(lead, call) }));
  return {
    orphans: new Set(lost.map(({ message, part }) => orphanKey(message, part))),
    missing: open.map((call) => missingResult(lead, call.part.callId, call.position)),
    repairs: [...orphanRepairs, ...missingRepairs],
  };
}
