import type { EventDetail, LedgerEvent } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import {
  type MediaPart,
  type Part,
  type ToolResultPart,
  referenceTo,
  resultText,
  withText,
  text,
} from "../model/part.ts";
import { missingResult } from "../model/repair.ts";
import { type Recording, callOfIdentity } from "../model/recording.ts";
import { joinPieces } from "./pieces.ts";

/** What the ledger says of the request of one step, gathered while it is read. */
interface Told {
  /** Events with pieces, by message and part, in order. */
  readonly changes: Map<string, LedgerEvent[]>;
  readonly orphans: Set<string>;
  /** Cleared results by message and part, and identities of calls whose inputs are cleared. */
  readonly cleared: Map<string, LedgerEvent>;
  readonly inputs: Map<string, LedgerEvent>;
  /** Calls without a result, by the message that made them. */
  readonly open: Map<string, LedgerEvent[]>;
  /** Identities of calls that were run again: their later events do not change history. */
  readonly again: Set<string>;
  summaryText: string | undefined;
  inForce: LedgerEvent | undefined;
  /** What this very request leaves out. */
  pruned: NonNullable<EventDetail["pruned"]>;
}

function key(message: string | undefined, part: number | undefined): string {
  return `${part ?? 0}/${message ?? ""}`;
}

function push(map: Map<string, LedgerEvent[]>, at: string, event: LedgerEvent): void {
  const list = map.get(at);
  if (list) list.push(event);
  else map.set(at, [event]);
}

/** Clearing is for good, but a blocked turn takes back what it cleared. */
function hearCleared(told: Told, event: LedgerEvent): void {
  const { subject, detail, action, turn } = event;
  if (action === "cleared" && detail?.reason === "inputs") told.inputs.set(subject.identity ?? "", event);
  else if (action === "cleared") told.cleared.set(key(subject.message, subject.part), event);
  else if (action === "restored")
    for (const map of [told.cleared, told.inputs])
      for (const [at, cleared] of map) if (cleared.turn === turn) map.delete(at);
}

function hear(told: Told, event: LedgerEvent): void {
  const { subject, detail } = event;
  if (event.policy === "clear-tool-uses") return hearCleared(told, event);
  if (detail?.fault === "rerun") told.again.add(subject.identity ?? "");
  if ((detail?.pieces || detail?.media) && !told.again.has(subject.identity ?? "/"))
    push(told.changes, key(subject.message, subject.part), event);
  if (detail?.reason === "orphan-result") told.orphans.add(key(subject.message, subject.part));
  if (detail?.reason === "no-result") push(told.open, subject.message ?? "", event);
  if (detail?.text !== undefined) told.summaryText = detail.text;
}

function isSummary(event: LedgerEvent): boolean {
  return event.action === "fired" || event.action === "summary-applied" || event.action === "summary-cut";
}

/** Parts in which the media that an event tells of became a reference. */
function referenced<P extends Part>(
  parts: readonly P[],
  { subject, detail }: LedgerEvent,
): (P | MediaPart)[] {
  const told = detail?.media;
  return parts.map((part, at) =>
    told && at === told.at && part.type === "media"
      ? referenceTo(part, { id: told.id, path: subject.path ?? "", bytes: told.bytes })
      : part,
  );
}

function changedBy(result: ToolResultPart, event: LedgerEvent): ToolResultPart {
  if (event.detail?.media) return { ...result, parts: referenced(result.parts, event) };
  const shown = joinPieces(resultText(result), event.detail?.pieces ?? []);
  // An outcome that the loop made, or an abort, stands in for the tool's: nothing of the recorded one is left.
  if (event.action === "fault" || event.action === "aborted")
    return { ...result, isError: true, parts: [text(shown)] };
  // A limited response is replaced as a whole; every other policy leaves what is not text.
  if (event.policy === "respond-limit") return { ...result, parts: [text(shown)] };
  return { ...result, parts: withText(result.parts, shown) };
}

/** The fixed result that repair puts in for an open call; its text is the engine's. */
function repaired(lead: Message, event: LedgerEvent, recording: Recording): Message {
  const call = callOfIdentity(recording, event.subject.identity ?? "")?.call;
  return missingResult(lead, event.subject.call ?? "", call?.position ?? 0);
}

/** A user message whose media were externalised before it was stored. */
function explainInput(message: Message, told: Told): Message {
  let { parts } = message;
  message.parts.forEach((_part, at) => {
    for (const event of told.changes.get(key(message.id, at)) ?? []) parts = referenced(parts, event);
  });
  return parts === message.parts ? message : { ...message, parts };
}

/** An assistant message, some of whose calls may have lost their inputs. */
function explainCalls(message: Message, told: Told, { batches, batchOf, indexOfId }: Recording): Message {
  if (told.inputs.size === 0) return message;
  const batch = batches[batchOf[indexOfId.get(message.id) ?? -1] ?? -1];
  const parts = message.parts.map((part): Part => {
    const call = batch?.calls.find((one) => one.part === part);
    return part.type === "tool-call" && told.inputs.has(call?.identity ?? "")
      ? { ...part, arguments: {} }
      : part;
  });
  return { ...message, parts };
}

function explainMessage(message: Message, told: Told, recording: Recording): Message[] {
  if (message.role === "user") return [explainInput(message, told)];
  if (message.role === "assistant") return [explainCalls(message, told, recording)];
  const parts = message.parts.flatMap((part, at): Part[] => {
    if (part.type !== "tool-result") return [part];
    if (told.orphans.has(key(message.id, at))) return [];
    const events = told.changes.get(key(message.id, at));
    const result = events ? events.reduce(changedBy, part) : part;
    const cleared = told.cleared.get(key(message.id, at));
    return [cleared ? { ...result, parts: [text(joinPieces("", cleared.detail?.pieces ?? []))] } : result];
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
  return lifted ? [summary, explainInput(lifted, told)] : [summary];
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
    cleared: new Map(),
    inputs: new Map(),
    open: new Map(),
    again: new Set(),
    summaryText: undefined,
    inForce: undefined,
    pruned: [],
  };
  events.forEach((event, at) => {
    hear(told, event);
    if (at >= first && isSummary(event)) told.inForce = event;
    if (at >= first) told.pruned = event.detail?.pruned ?? told.pruned;
  });
  const messages = summaryMessages(told, recording);
  for (let index = told.inForce?.detail?.covered ?? 0; index < end; index++) {
    if (told.pruned.some(({ from, to }) => index >= from && index < to)) continue;
    messages.push(...explainMessage(recording.thread.messages[index] as Message, told, recording));
    const batch = recording.batches[recording.batchOf[index] as number];
    const lead = batch?.tiedTo === index ? recording.thread.messages[batch.from] : undefined;
    for (const event of lead ? (told.open.get(lead.id) ?? []) : [])
      messages.push(repaired(lead as Message, event, recording));
  }
  return messages;
}
