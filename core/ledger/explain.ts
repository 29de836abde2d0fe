import type { LedgerEvent } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import { type Part, type ToolResultPart, resultText, withText, text } from "../model/part.ts";
import { missingResult } from "../model/repair.ts";
import type { Recording } from "../model/recording.ts";
import { joinPieces } from "./pieces.ts";

/** What the ledger says of the request of one step, gathered while it is read. */
interface Told {
  /** Events with pieces, by message and part, in order. */
  readonly changes: Map<string, LedgerEvent[]>;
  readonly orphans: Set<string>;
  /** Calls without a result, by the message that made them. */
  readonly open: Map<string, LedgerEvent[]>;
  /** Identities of calls that were run again: their later events do not change history. */
  readonly again: Set<string>;
  summaryText: string | undefined;
  inForce: LedgerEvent | undefined;
}

function key(message: string | undefined, part: number | undefined): string {
  return `${part ?? 0}/${message ?? ""}`;
}

function push(map: Map<string, LedgerEvent[]>, at: string, event: LedgerEvent): void {
  const list = map.get(at);
  if (list) list.push(event);
  else map.set(at, [event]);
}

function hear(told: Told, event: LedgerEvent): void {
  const { subject, detail } = event;
  if (detail?.fault === "rerun") told.again.add(subject.identity ?? "");
  if (detail?.pieces && !told.again.has(subject.identity ?? "/"))
    push(told.changes, key(subject.message, subject.part), event);
  if (detail?.reason === "orphan-result") told.orphans.add(key(subject.message, subject.part));
  if (detail?.reason === "no-result") push(told.open, subject.message ?? "", event);
  if (detail?.text !== undefined) told.summaryText = detail.text;
}

function isSummary(event: LedgerEvent): boolean {
  return event.action === "fired" || event.action === "summary-applied" || event.action === "summary-cut";
}

function changed(part: ToolResultPart, events: readonly LedgerEvent[]): ToolResultPart {
  let result = part;
  for (const event of events) {
    const shown = joinPieces(resultText(result), event.detail?.pieces ?? []);
    // An outcome that the loop made stands in for the tool's: nothing of the recorded one is left.
    if (event.action === "fault") result = { ...result, isError: true, parts: [text(shown)] };
    else result = { ...result, parts: withText(result.parts, shown) };
  }
  return result;
}

/** The fixed result that repair puts in for an open call; its text is the engine's. */
function repaired(lead: Message, event: LedgerEvent, recording: Recording): Message {
  const batch = recording.batches[recording.batchOf[recording.indexOfId.get(lead.id) ?? -1] ?? -1];
  const call = batch?.calls.find(({ identity }) => identity === event.subject.identity);
  return missingResult(lead, event.subject.call ?? "", call?.position ?? 0);
}

function explainMessage(message: Message, told: Told): Message[] {
  if (message.role !== "tool") return [message];
  const parts = message.parts.flatMap((part, at): Part[] => {
    if (part.type !== "tool-result") return [part];
    if (told.orphans.has(key(message.id, at))) return [];
    const events = told.changes.get(key(message.id, at));
    return [events ? changed(part, events) : part];
  });
  return parts.length === 0 ? [] : [{ ...message, parts }];
}

function summaryMessages(told: Told, recording: Recording): Message[] {
  const detail = told.inForce?.detail;
  if (!detail) return [];
  const summary: Message = {
    id: `summary:${detail.coversThrough}`,
    role: "user",
    parts: [text(told.summaryText ?? "")],
  };
  const lifted =
    detail.lifted === undefined
      ? undefined
      : recording.thread.messages[recording.indexOfId.get(detail.lifted) ?? -1];
  return lifted ? [summary, lifted] : [summary];
}

/**
 * The messages of a step's request, told from raw history by the ledger alone (policies, invariant 9). `events` are
 * all that had happened when the request went out; `first` is where the step's own begin.
 */
export function explainRequest(
  recording: Recording,
  events: readonly LedgerEvent[],
  first: number,
  end: number,
): Message[] {
  const told: Told = {
    changes: new Map(),
    orphans: new Set(),
    open: new Map(),
    again: new Set(),
    summaryText: undefined,
    inForce: undefined,
  };
  events.forEach((event, at) => {
    hear(told, event);
    if (at >= first && isSummary(event)) told.inForce = event;
  });
  const messages = summaryMessages(told, recording);
  for (let index = told.inForce?.detail?.covered ?? 0; index < end; index++) {
    messages.push(...explainMessage(recording.thread.messages[index] as Message, told));
    const batch = recording.batches[recording.batchOf[index] as number];
    const lead = batch?.tiedTo === index ? recording.thread.messages[batch.from] : undefined;
    for (const event of lead ? (told.open.get(lead.id) ?? []) : [])
      messages.push(repaired(lead as Message, event, recording));
  }
  return messages;
}
