import { counted, countedIn } from "../lib/counted.ts";
import type { Action, LedgerEvent, Limit, Measure } from "../model/event.ts";

function amount({ value, unit }: Measure): string {
  return countedIn(value, unit);
}

/** Whether a measure is past a limit, as the limit compares. */
export function isPastLimit(measured: Measure, limit: Limit): boolean {
  return limit.comparator === ">=" ? measured.value >= limit.value : measured.value > limit.value;
}

/** "24,310 tokens > thresholdTokens 20,000", or what there is of it. */
export function comparison(event: LedgerEvent): string {
  const { measured, limit } = event;
  if (!measured || !limit) return "";
  const passed = event.action === "passed";
  const acts = limit.comparator ?? ">";
  const sign = passed ? (acts === ">" ? "≤" : "<") : acts;
  const holds = isPastLimit(measured, limit);
  return `${amount(measured)} ${holds === passed ? acts : sign} ${limit.name} ${counted(limit.value)}`;
}

const WHAT: { readonly [A in Action]: string } = {
  passed: "looked at it and let it pass",
  offloaded: "stored it and showed its first lines",
  cut: "cut it",
  evicted: "evicted its stored copy to make room",
  dropped: "let it go",
  restored: "went back to what it was before the blocked turn",
  spilled: "wrote it to a file and kept head and tail",
  pointed: "pointed back at the file that was read",
  "fell-back": "could not store it and fell back",
  limited: "limited it",
  discarded: "discarded it after an excerpt",
  aborted: "aborted the call",
  externalised: "moved its media to the store",
  paged: "showed its first page",
  "page-read": "gave a page of it",
  fired: "replaced older messages with a summary",
  refused: "refused the summary",
  "summary-applied": "sent the stored summary in their place",
  "summary-cut": "cut the summary to its bound",
  "summary-void": "found the summary void",
  pruned: "left older turns out",
  cleared: "cleared it",
  repaired: "repaired the pair",
  denied: "denied the call",
  asked: "asked for approval",
  alarm: "raised an alarm",
  warned: "warned",
  fault: "met a switched-on fault",
};

/** What reasons mean, for people. Unknown ones are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  reader: "it is what a reader gave back",
  rich: "it holds more than text",
  off: "spilling is off",
  "no-gain": "nothing would be saved",
  "one-page": "one window holds all of it",
  "tool-failure": "it is a tool's failure",
  "no-media": "it holds no inline media",
  "no-scope": "nobody said whose files they are",
  "upload-failed": "it could not be saved",
  "nothing-left": "nothing older is left to clear",
  "clear-at-least": "too little would be gained",
  "current-turn": "the current turn alone is over it",
  inputs: "the inputs of the call",
  structured: "it is structured: a part of it would not parse",
  "no-room": "not even the notice fits",
  "ranged-read": "the read asked for a range",
  "session-cap": "the session's files are full",
  "store-unwritable": "the file could not be written",
  "on-send": "as it was sent, not in history",
  "store-full": "the store is over its bound",
  "summary-covers": "a summary covers the result that named it",
  "cannot-fit": "too little is left to cover: the rest does not fit under the trigger",
  empty: "it was blank",
  failed: "the compressor failed",
  "not-smaller": "it was no smaller than what it replaces",
  "no-such-message": "the message that it reaches to is gone",
  "no-result": "no result was recorded",
  "orphan-result": "no outstanding call has its id",
  "output-block": "the turn's output was blocked",
};

function reasonOf(event: LedgerEvent): string {
  const reason = event.detail?.reason;
  if (reason === undefined) return "";
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason;
}

function alarmOf(event: LedgerEvent): string {
  return event.detail?.lost === "task"
    ? "the task, the first user message, is no longer sent as a message of its own"
    : "the newest user message is no longer sent as a message of its own";
}

/** One sentence about an event: who did what, by which numbers, and why. Plain text. */
export function sentenceOf(event: LedgerEvent): string {
  const parts = [`${event.policy} ${WHAT[event.action]}`];
  const numbers = comparison(event);
  if (numbers !== "") parts.push(`: ${numbers}`);
  const why = event.action === "alarm" ? alarmOf(event) : reasonOf(event);
  if (why !== "") parts.push(` (${why})`);
  return `${parts.join("")}.`;
}
