import { type Run, type StepRecord, stepOf } from "../engine/run.ts";
import { utf8Length, utf8LengthOf } from "../lib/utf8.ts";
import { briefEvent } from "../ledger/brief.ts";
import type { LedgerEvent, LineRange } from "../model/event.ts";
import type { Message } from "../model/message.ts";
import { type ToolResultPart, resultText } from "../model/part.ts";
import type { RecordedResult } from "../model/recording.ts";
import type { PreviewPart, PreviewReport, PreviewStore, PreviewStretch } from "../model/run-answers.ts";
import { contentSize } from "../model/text-metrics.ts";
import { isPruned, unitAt } from "../policies/request-view.ts";
import { dispositionAt, eventsBefore } from "./layout.ts";
import { Origins, type Stretch, type UnitRange } from "./origins.ts";
import { previewVerdict } from "./preview-verdict.ts";
import { storedTexts } from "./stored-texts.ts";

/** How much of a policy's own text is told. */
const NOTICE_CHARS = 2000;

function newlinesBefore(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Lines of a text that a range of its units touches. */
function linesOf(text: string, { from, to }: UnitRange): LineRange {
  return { from: newlinesBefore(text, from) + 1, to: newlinesBefore(text, Math.max(from, to - 1)) + 1 };
}

function tokensOf(units: number): number {
  return Math.ceil(units / 4);
}

function omitted(original: string, range: UnitRange): PreviewStretch[] {
  if (range.to <= range.from) return [];
  const bytes = utf8LengthOf(original, range.from, range.to);
  return [
    { kind: "omitted", bytes, tokens: tokensOf(range.to - range.from), lines: linesOf(original, range) },
  ];
}

function kindOf({ from, to }: UnitRange, original: string): "head" | "tail" | "middle" {
  if (from === 0) return "head";
  return to === original.length ? "tail" : "middle";
}

function told({ text, range }: Stretch, original: string): PreviewStretch {
  const bytes = utf8Length(text);
  const tokens = tokensOf(text.length);
  if (!range) return { kind: "notice", bytes, tokens, text: text.slice(0, NOTICE_CHARS) };
  return { kind: kindOf(range, original), bytes, tokens, lines: linesOf(original, range) };
}

/** The stretches of a preview with what is left out between them, in reading order. */
export function stretchesOf(shown: Origins, original: string): PreviewStretch[] {
  const out: PreviewStretch[] = [];
  let end = 0;
  for (const stretch of shown.stretches) {
    if (stretch.text === "") continue;
    if (stretch.range) {
      out.push(...omitted(original, { from: end, to: stretch.range.from }));
      end = Math.max(end, stretch.range.to);
    }
    out.push(told(stretch, original));
  }
  return [...out, ...omitted(original, { from: end, to: original.length })];
}

/** The events that changed the text of a result, in order: what a second run of the call did is in the stores alone. */
export function textEvents(
  run: Run,
  id: string,
  { part, call }: RecordedResult,
  step: number,
): LedgerEvent[] {
  const again = run.happenings.find(
    ({ detail, subject }) => detail?.fault === "rerun" && subject.identity === call?.identity,
  )?.seq;
  return eventsBefore(run, id, step).filter(
    ({ subject, detail, seq, action }) =>
      (subject.part ?? 0) === part &&
      detail?.pieces !== undefined &&
      // What is cleared is history, whoever made it.
      (again === undefined || seq < again || action === "cleared"),
  );
}

/** The text that a result's events make of the recorded one. Clearing begins from nothing. */
export function originsOf(original: string, events: readonly LedgerEvent[]): Origins {
  return events.reduce((text, { detail }) => text.joined(detail?.pieces ?? []), Origins.of(original));
}

/** What was stored of a result, and whether it is still there at the step. */
function storeOf(run: Run, step: number, id: string, part: number): PreviewStore {
  const events = eventsBefore(run, id, step).filter((event) => (event.subject.part ?? part) === part);
  const kept = events.findLast(({ detail }) => detail?.stored === "whole" || detail?.stored === "cut");
  if (!kept) {
    const pointed = events.find(({ action }) => action === "pointed");
    return pointed?.subject.path === undefined
      ? { kind: "none" }
      : { kind: "source", path: pointed.subject.path };
  }
  const { path = "", identity = "" } = kept.subject;
  const about = { path, identity, storedBytes: kept.detail?.storedBytes ?? 0 };
  if (!storedTexts(run, step).some((one) => one.path === path && one.identity === identity)) {
    const because = events.findLast(({ action }) => action === "evicted" || action === "dropped");
    return { kind: "gone", ...about, ...(because ? { because: briefEvent(because) } : {}) };
  }
  return { kind: kept.detail?.stored === "whole" ? "whole" : "cut", ...about };
}

/** The n-th result of a call id in a message as it is sent, or undefined where it is not. */
function sentResult(sent: Message | undefined, callId: string, nth: number): ToolResultPart | undefined {
  const same = sent?.parts.filter((part) => part.type === "tool-result" && part.callId === callId) ?? [];
  return same[nth] as ToolResultPart | undefined;
}

/** Results of the same call id before a part of its message. */
function nthOf(message: Message, at: number, callId: string): number {
  return message.parts.slice(0, at).filter((part) => part.type === "tool-result" && part.callId === callId)
    .length;
}

function holds({ view }: StepRecord, index: number): boolean {
  return index >= view.from && index < view.to && !isPruned(view, index);
}

/** Whether a request up to a step held a message. One that was covered at once was never sent in a form of its own. */
function wasHeld(run: Run, step: number, index: number): boolean {
  const { batches, batchOf } = run.recording;
  const first = batches[batchOf[index] ?? -1]?.nextStep ?? step;
  for (let at = first; at <= step; at++) if (holds(stepOf(run, at), index)) return true;
  return false;
}

/** A message as the request of a step holds it, or as the last one did that held it; as it is stored where none did. */
function sentForm(
  run: Run,
  step: number,
  index: number,
): { readonly message?: Message; readonly sent: boolean } {
  const record = stepOf(run, step);
  const { view } = record;
  const id = run.recording.thread.messages[index]?.id;
  const sent = holds(record, index);
  if (!sent && !wasHeld(run, step, index)) return { message: run.stored.at(index), sent };
  const message = (sent ? unitAt(view, index) : view.sent.at(index)).find((one) => one.id === id);
  return { ...(message ? { message } : {}), sent };
}

/** What changed the text, in the order in which it acts: clearing comes last, whenever it was decided. */
function chainOf(events: readonly LedgerEvent[], isCleared: boolean): LedgerEvent[] {
  const chain = events.filter(({ action }) => action !== "cleared");
  const cleared = isCleared ? events.filter(({ action }) => action === "cleared").slice(-1) : [];
  return [...chain, ...cleared];
}

interface Place {
  readonly run: Run;
  readonly step: number;
  readonly index: number;
  readonly raw: Message;
  readonly sent: Message | undefined;
}

function partOf({ run, step, index, raw, sent }: Place, recorded: RecordedResult): PreviewPart | undefined {
  const { part, result, call } = recorded;
  const events = textEvents(run, raw.id, recorded, step);
  const shownResult = sentResult(sent, result.callId, nthOf(raw, part, result.callId));
  if (!shownResult) return undefined;
  const original = resultText(result);
  const chain = chainOf(events, dispositionAt(run, step, index) === "cleared");
  if (chain.length === 0) return undefined;
  const shown = resultText(shownResult);
  const store = storeOf(run, step, raw.id, part);
  return {
    part,
    callId: result.callId.slice(0, 400),
    tool: (call?.part.name ?? "").slice(0, 400),
    disposition: dispositionAt(run, step, index),
    original: contentSize(original),
    shown: contentSize(shown),
    stretches: stretchesOf(originsOf(original, chain), original),
    events: chain.map(briefEvent),
    store,
    verdict: previewVerdict(run, step, { original, shown, events: chain, store }),
  };
}

/**
 * The previews in a message as the request of a step has it, taken apart: what is shown, what is left out, what the
 * policies wrote, and what the store has. A message that nothing was cut from has no parts. Throws RangeError for a
 * message that is not in the request yet, and for one that there is not.
 */
export function previewReport(run: Run, step: number, index: number): PreviewReport {
  const { view } = stepOf(run, step);
  const raw = run.recording.thread.messages[index];
  if (!raw || index >= view.to) throw new RangeError("no such message in this request");
  const batch = run.recording.batches[run.recording.batchOf[index] ?? -1];
  const { message, sent } = sentForm(run, step, index);
  const place = { run, step, index, raw, sent: message };
  const results = batch?.results.filter((one) => one.message === index) ?? [];
  return { index, step, sent, parts: results.flatMap((one) => partOf(place, one) ?? []) };
}
