import type { Run } from "../engine/run.ts";
import { joinPieces } from "../ledger/pieces.ts";
import { indexAtBytes } from "../lib/utf8.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { PreviewStore, PreviewVerdict } from "../model/run-answers.ts";
import { Origins } from "./origins.ts";
import { type StoredText, storedTexts } from "./stored-texts.ts";

/** What a preview is held against. */
interface Held {
  readonly original: string;
  /** The text of the result as it is sent. */
  readonly shown: string;
  /** The events that changed the text, in order. */
  readonly events: readonly LedgerEvent[];
  readonly store: PreviewStore;
}

function apply(text: string, events: readonly LedgerEvent[]): string {
  return events.reduce((now, { detail }) => joinPieces(now, detail?.pieces ?? []), text);
}

/** The first unit in which two texts differ; undefined when they are the same. */
function firstDifference(a: string, b: string): number | undefined {
  if (a === b) return undefined;
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** The text that the storing event saw, as the store has it: without the note that a capped file ends with. */
function storedOf({ text, kept }: StoredText): string {
  return kept === undefined ? text : text.slice(0, indexAtBytes(text, kept));
}

/** Whether the stretches of a preview that lie in the first units of a text are those of the text. */
function partialDifference(
  stored: string,
  events: readonly LedgerEvent[],
  shown: string,
): number | undefined {
  const padded = stored.padEnd(Math.max(stored.length, longest(events)), "\0");
  const made = events.reduce((text, { detail }) => text.joined(detail?.pieces ?? []), Origins.of(padded));
  let at = 0;
  for (const { text, range } of made.stretches) {
    const known = range ? Math.max(0, Math.min(text.length, stored.length - range.from)) : text.length;
    const differs = firstDifference(text.slice(0, known), shown.slice(at, at + known));
    if (differs !== undefined) return at + differs;
    at += text.length;
  }
  return at === shown.length ? undefined : at;
}

/** How long a text is at least that the first of the events cut. */
function longest(events: readonly LedgerEvent[]): number {
  const pieces = events[0]?.detail?.pieces ?? [];
  return pieces.reduce((most, piece) => (typeof piece === "string" ? most : Math.max(most, piece.to)), 0);
}

function againstRecording({ original, shown, events }: Held): PreviewVerdict {
  const at = firstDifference(apply(original, events), shown);
  return {
    against: "recording",
    holds: at === undefined,
    partial: false,
    ...(at === undefined ? {} : { at }),
  };
}

/**
 * Makes a preview again from the bytes that the store has, and holds it against what is sent; from the recorded bytes
 * where no store has them, and where a store keeps another form of them (the parts of a response that had several).
 */
export function previewVerdict(run: Run, step: number, held: Held): PreviewVerdict {
  const { original, shown, events, store } = held;
  const keeps = events.findIndex(({ subject }) => subject.path !== undefined && subject.path === store.path);
  const found = storedTexts(run, step).find(
    (one) => one.path === store.path && one.identity === store.identity,
  );
  if (!found || keeps < 0 || (store.kind !== "whole" && store.kind !== "cut")) return againstRecording(held);
  const stored = storedOf(found);
  const seen = apply(original, events.slice(0, keeps));
  // Several parts are stored as JSON: the preview was made from their text.
  if (store.kind === "whole" && stored !== seen && found.store === "file") return againstRecording(held);
  const rest = events.slice(keeps);
  const partial = store.kind === "cut";
  const at = partial ? partialDifference(stored, rest, shown) : firstDifference(apply(stored, rest), shown);
  return { against: "store", holds: at === undefined, partial, ...(at === undefined ? {} : { at }) };
}
