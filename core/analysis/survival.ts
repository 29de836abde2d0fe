import type { Run } from "../engine/run.ts";
import type { Message } from "../model/message.ts";
import { FACT_KINDS, type Fact, type FactKind, type Survival } from "../model/run-answers.ts";
import { type StatedFact, factsOf } from "./facts.ts";
import { textsOf } from "./needle.ts";

/** No more facts of a kind than these are listed; all are counted. */
const LISTED = 200;

interface Gathered {
  readonly fact: StatedFact;
  readonly first: number;
  times: number;
}

function gather(messages: readonly Message[], covered: readonly number[]): Gathered[] {
  const found = new Map<string, Gathered>();
  for (const index of covered)
    for (const fact of factsOf(messages[index] as Message)) {
      const key = `${fact.kind} ${fact.text}`;
      const known = found.get(key);
      if (known) known.times++;
      else found.set(key, { fact, first: index, times: 1 });
    }
  return [...found.values()];
}

/** Lines are cut and flattened on their way into a summary: their beginning is what is looked for. */
const LINE_CHARS = 60;

function flat(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** What a text is taken apart at: names, paths and numbers stay whole. */
const BETWEEN = /[^\w.,/@+~-]+/;
const EDGES = /^[.,]+|[.,]+$/g;

function numberIn(text: string): string {
  return /^\d[\d,.]*\d/.exec(text)?.[0].replace(EDGES, "") ?? text;
}

/** The words of texts: a fact that is one of them is told there. */
function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of text.split(BETWEEN)) if (word.length > 1) words.add(word.replace(EDGES, ""));
  return words;
}

/** The summary, in which a fact may stand in any surroundings. */
class InSummary {
  private readonly plain: string;
  private readonly flat: string;
  private readonly words: ReadonlySet<string>;

  constructor(text: string) {
    this.plain = text;
    this.flat = flat(text);
    this.words = wordsOf([text]);
  }

  says({ kind, text }: StatedFact): boolean {
    if (kind === "number") return this.words.has(numberIn(text));
    return kind === "error" || kind === "decision"
      ? this.flat.includes(beginning(text))
      : this.plain.includes(text);
  }
}

function beginning(line: string): string {
  return flat(line).replace(/…$/, "").slice(0, LINE_CHARS);
}

/** The other messages of the request: many, so that they are read once, into the words and the lines that they state. */
class InMessages {
  private readonly words: ReadonlySet<string>;
  private readonly stated: ReadonlySet<string>;

  constructor(messages: readonly Message[]) {
    this.words = wordsOf(messages.flatMap(textsOf));
    this.stated = new Set(messages.flatMap(factsOf).map(({ kind, text }) => `${kind} ${beginning(text)}`));
  }

  says({ kind, text }: StatedFact): boolean {
    if (this.stated.has(`${kind} ${beginning(text)}`)) return true;
    return (
      kind !== "error" && kind !== "decision" && this.words.has(kind === "number" ? numberIn(text) : text)
    );
  }
}

function countsOf(kind: FactKind, facts: readonly Fact[]): Survival {
  const own = facts.filter((fact) => fact.kind === kind);
  const kept = own.filter((fact) => fact.kept).length;
  const sent = own.filter((fact) => !fact.kept && fact.sent).length;
  return { kind, total: own.length, kept, sent, lost: own.length - kept - sent };
}

/** Lost ones first, then those that more messages state. */
function ranked(a: Fact, b: Fact): number {
  const grade = ({ kept, sent }: Fact): number => (kept ? 2 : sent ? 1 : 0);
  return grade(a) - grade(b) || b.times - a.times || a.first - b.first;
}

/** What became of the facts of covered messages. */
export interface SurvivalCheck {
  readonly survival: readonly Survival[];
  readonly facts: readonly Fact[];
  readonly factCount: number;
}

/** Facts of covered messages, and whether the summary says them. */
type Held = Omit<Fact, "sent">;

interface Known {
  readonly covered: number;
  readonly facts: readonly Held[];
}

const known = new WeakMap<Message, Known>();

function summaryText({ parts }: Message): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The facts held against the summary: once for each summary, as its text and what it covers stay the same. */
function heldBySummary(
  messages: readonly Message[],
  covered: readonly number[],
  summary: Message,
): readonly Held[] {
  const found = known.get(summary);
  if (found?.covered === covered.length) return found.facts;
  const said = new InSummary(summaryText(summary));
  const facts = gather(messages, covered).map(({ fact, first, times }): Held => ({
    ...fact,
    first,
    times,
    kept: said.says(fact),
  }));
  known.set(summary, { covered: covered.length, facts });
  return facts;
}

/** Holds the facts that covered messages state against the summary, and against what else is sent. */
export function survivalOf(
  messages: readonly Message[],
  covered: readonly number[],
  summary: Message,
  others: readonly Message[],
): SurvivalCheck {
  const inOthers = new InMessages(others);
  const facts = heldBySummary(messages, covered, summary).map((fact): Fact => ({
    ...fact,
    sent: !fact.kept && inOthers.says(fact),
  }));
  const listed = FACT_KINDS.flatMap((kind) =>
    facts
      .filter((fact) => fact.kind === kind)
      .toSorted(ranked)
      .slice(0, LISTED),
  );
  return {
    survival: FACT_KINDS.map((kind) => countsOf(kind, facts)),
    facts: listed,
    factCount: facts.length,
  };
}

/** No summary: nothing to hold against it. */
export const NO_SURVIVAL: SurvivalCheck = { survival: [], facts: [], factCount: 0 };

/** Indices of the messages that a summary stands for: all before `end` but the lifted one. */
export function coveredBy(run: Run, end: number, lifted: number | undefined): number[] {
  const most = Math.min(end, run.recording.thread.messages.length);
  return Array.from({ length: most }, (_, at) => at).filter((at) => at !== lifted);
}
