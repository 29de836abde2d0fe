import { type Run, stepOf } from "../engine/run.ts";
import { indexAtUnits } from "../lib/utf8.ts";
import { briefEvent } from "../ledger/brief.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { FindKind, FindSign, FindTerm } from "./find-query.ts";
import { callsOf, type Message, resultsOf } from "../model/message.ts";
import type { Batch } from "../model/recording.ts";
import type { FindReport, FoundMessage } from "../model/run-answers.ts";
import { COLUMN, type Size } from "../model/size.ts";
import { dispositionAt } from "./layout.ts";
import { textsOf } from "./needle.ts";
import { acts, indexOf } from "./run-index.ts";

/** No more messages, and no more events, than these are told; all are counted. */
const MOST = 500;
const BEFORE = 50;
const EXCERPT = 180;

/** A message under question. */
interface Candidate {
  readonly run: Run;
  /** The step whose request `is:` is asked of. */
  readonly at: number;
  readonly index: number;
  readonly message: Message;
  readonly batch: Batch | undefined;
}

type Test = (candidate: Candidate) => boolean;

const KINDS: { readonly [K in FindKind]: (message: Message) => boolean } = {
  user: ({ role }) => role === "user",
  assistant: ({ role }) => role === "assistant",
  tool: ({ role }) => role === "tool",
  call: (message) => callsOf(message).length > 0,
  result: (message) => resultsOf(message).length > 0,
  error: (message) => resultsOf(message).some(({ isError }) => isError),
  thinking: ({ parts }) => parts.some(({ type }) => type === "thinking"),
  media: ({ parts }) =>
    parts.some(
      (part) =>
        part.type === "media" ||
        (part.type === "tool-result" && part.parts.some(({ type }) => type === "media")),
    ),
};

const COMPARE: { readonly [S in FindSign]: (a: number, b: number) => boolean } = {
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  "=": (a, b) => a === b,
};

/**
 * Whether a message by itself is what a term asks for; undefined where only a run can tell. `size` is the message's
 * own, by the columns of COLUMN. A tool is known by its calls alone.
 */
export function messageHolds(message: Message, size: Size, term: FindTerm): boolean | undefined {
  switch (term.key) {
    case "text":
      return holdsText(message, term.value.toLowerCase()) !== term.not;
    case "kind":
      return KINDS[term.value](message) !== term.not;
    case "name":
      return callsOf(message).some(({ name }) => name === term.value) !== term.not;
    case "size":
    case "tokens":
      return COMPARE[term.sign](size[columnOf(term.key)] ?? 0, term.value) !== term.not;
    default:
      return undefined;
  }
}

function columnOf(key: "size" | "tokens"): number {
  return key === "size" ? COLUMN.bytes : COLUMN.tokens;
}

/** The step that a message belongs to: a user message to the one that it asks for. */
function stepOfMessage(batch: Batch | undefined): number {
  return batch?.nextStep ?? 0;
}

function namesOf({ batch, index }: Candidate): string[] {
  if (!batch) return [];
  if (index === batch.from) return batch.calls.map(({ part }) => part.name);
  return batch.results.flatMap(({ message, call }) => (message === index && call ? [call.part.name] : []));
}

function actedOn({ run, message }: Candidate, is: (event: LedgerEvent) => boolean): boolean {
  return (indexOf(run).byMessage.get(message.id) ?? []).some(
    (event) => event.action !== "passed" && is(event),
  );
}

function holdsText(message: Message, wanted: string): boolean {
  return textsOf(message).some((text) => text.toLowerCase().includes(wanted));
}

function testOf(term: FindTerm): Test {
  switch (term.key) {
    case "text": {
      const wanted = term.value.toLowerCase();
      return ({ message }) => holdsText(message, wanted);
    }
    case "kind":
      return ({ message }) => KINDS[term.value](message);
    case "rule":
      return (candidate) => actedOn(candidate, ({ policy }) => policy === term.value);
    case "action":
      return (candidate) => actedOn(candidate, ({ action }) => action === term.value);
    case "is":
      return ({ run, at, index }) =>
        index < stepOf(run, at).view.to && dispositionAt(run, at, index) === term.value;
    case "name":
      return (candidate) => namesOf(candidate).includes(term.value);
    case "step":
      return ({ batch }) => within(stepOfMessage(batch), term);
    case "turn":
      return ({ batch }) => within(batch?.turn ?? 0, term);
    case "size":
    case "tokens": {
      const column = columnOf(term.key);
      return ({ run, index }) => COMPARE[term.sign](run.recording.raw.amount(column, index), term.value);
    }
  }
}

function within(value: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return value >= from && value <= to;
}

/** The tests of a query, those that look at texts last. */
function testsOf(terms: readonly FindTerm[]): Test[] {
  const ordered = terms.toSorted((a, b) => Number(a.key === "text") - Number(b.key === "text"));
  return ordered.map((term) => {
    const test = testOf(term);
    return term.not ? (candidate) => !test(candidate) : test;
  });
}

/** Marks of a hit for the window: nobody's own text shows them. */
function marked(text: string, from: number, length: number): string {
  const clean = (piece: string): string => piece.replace(/[\ue000\ue001]/g, " ").replace(/\s+/g, " ");
  const start = Math.max(0, from - BEFORE);
  const end = indexAtUnits(text, Math.max(start + EXCERPT, from + length));
  const hit = length > 0 ? `\ue000${clean(text.slice(from, from + length))}\ue001` : "";
  const before = clean(text.slice(start, from));
  const after = clean(text.slice(from + length, end));
  return `${start > 0 ? "…" : ""}${before}${hit}${after}${end < text.length ? "…" : ""}`.trim();
}

/** A line of a message around the longest of the wanted words, or its beginning. */
function excerptOf(message: Message, wanted: readonly string[]): string {
  const texts = textsOf(message);
  for (const word of wanted.toSorted((a, b) => b.length - a.length))
    for (const text of texts) {
      const at = text.toLowerCase().indexOf(word);
      if (at >= 0 && at + word.length <= text.length) return marked(text, at, word.length);
    }
  return marked(texts.find((text) => /\S/.test(text)) ?? "", 0, 0);
}

function foundMessage(
  { run, at, index, message, batch }: Candidate,
  wanted: readonly string[],
): FoundMessage {
  const { raw } = run.recording;
  const isThere = index < stepOf(run, at).view.to;
  return {
    index,
    step: stepOfMessage(batch),
    bytes: raw.amount(COLUMN.bytes, index),
    tokens: raw.amount(COLUMN.tokens, index),
    disposition: isThere ? dispositionAt(run, at, index) : "kept",
    excerpt: excerptOf(message, wanted),
  };
}

const OF_EVENTS: ReadonlySet<FindTerm["key"]> = new Set<FindTerm["key"]>(["rule", "action", "step", "turn"]);

function eventHolds(event: LedgerEvent, term: FindTerm): boolean {
  switch (term.key) {
    case "rule":
      return event.policy === term.value;
    case "action":
      return event.action === term.value;
    case "step":
      return within(event.step, term);
    case "turn":
      return within(event.turn, term);
    default:
      return true;
  }
}

/** Decisions that a query means: by rule, action, step and turn; where it asks of messages too, those about them. */
function eventsFor(run: Run, terms: readonly FindTerm[], found: ReadonlySet<string>): LedgerEvent[] {
  const own = terms.filter(({ key }) => OF_EVENTS.has(key));
  const ofMessages = own.length < terms.length;
  const idle = (event: LedgerEvent): boolean =>
    event.action === "summary-applied" || event.action === "passed";
  return run.happenings.filter(
    (event) =>
      (acts(event) || !idle(event)) &&
      own.every((term) => eventHolds(event, term) !== term.not) &&
      (!ofMessages || found.has(event.subject.message ?? "")),
  );
}

/**
 * Finds messages and decisions of a run. `at` is the step whose request `is:` is asked of. Words are compared without
 * regard to case. A query without terms finds nothing. Throws RangeError for a step that there is not.
 */
export function find(run: Run, at: number, terms: readonly FindTerm[]): FindReport {
  const { thread, batches, batchOf } = run.recording;
  stepOf(run, at);
  const tests = testsOf(terms);
  const candidates = thread.messages.map((message, index): Candidate => ({
    run,
    at,
    index,
    message,
    batch: batches[batchOf[index] ?? -1],
  }));
  const hits =
    terms.length === 0 ? [] : candidates.filter((candidate) => tests.every((test) => test(candidate)));
  const wanted = terms.flatMap((term) =>
    term.key === "text" && !term.not ? [term.value.toLowerCase()] : [],
  );
  const ids = new Set(hits.map(({ message }) => message.id));
  const events = terms.length === 0 ? [] : eventsFor(run, terms, ids);
  return {
    messages: hits.slice(0, MOST).map((hit) => foundMessage(hit, wanted)),
    total: hits.length,
    steps: [...new Set(hits.map(({ batch }) => stepOfMessage(batch)))].filter((step) => step > 0),
    events: events.slice(0, MOST).map(briefEvent),
    eventTotal: events.length,
  };
}
