import { nearestName } from "../lib/nearest.ts";
import { DISPOSITIONS } from "../model/disposition.ts";
import { ACTIONS } from "../model/event.ts";
import { POLICY_KINDS } from "../policies/parameters.ts";

/** Kinds of messages that can be asked for. */
export const FIND_KINDS = [
  "user",
  "assistant",
  "tool",
  "call",
  "result",
  "error",
  "thinking",
  "media",
] as const;

/** A kind of message. */
export type FindKind = (typeof FIND_KINDS)[number];

/** How a measure is compared. */
export type FindSign = ">" | ">=" | "<" | "<=" | "=";

/** One condition; `not` turns it about. Sizes in bytes. */
export type FindTerm = { readonly not: boolean } & (
  | { readonly key: "text"; readonly value: string }
  | { readonly key: "kind"; readonly value: FindKind }
  | { readonly key: "rule" | "action" | "is" | "name"; readonly value: string }
  | { readonly key: "step" | "turn"; readonly from: number; readonly to: number }
  | { readonly key: "size" | "tokens"; readonly sign: FindSign; readonly value: number }
);

/** What was asked for, and what of it made no sense. All terms must hold. */
export interface FindQuery {
  readonly terms: readonly FindTerm[];
  readonly problems: readonly string[];
}

/** The keys of the language, with what stands behind them: the help and the chips are drawn from it. */
export const FIND_KEYS: readonly { readonly key: string; readonly form: string; readonly about: string }[] = [
  { key: "kind", form: "kind:tool", about: `the kind of message: ${FIND_KINDS.join(", ")}` },
  { key: "size", form: "size>20kB", about: "bytes as recorded: B, kB, MB, KiB, MiB" },
  { key: "tokens", form: "tokens>=5000", about: "estimated tokens as recorded" },
  { key: "rule", form: "rule:spill", about: "a policy that did something to it" },
  { key: "action", form: "action:evicted", about: "what was done to it" },
  {
    key: "is",
    form: "is:previewed",
    about: `how it stands in the request of the step: ${DISPOSITIONS.join(", ")}`,
  },
  { key: "name", form: "name:read_file", about: "the tool that was called" },
  { key: "step", form: "step:40..60", about: "the step, or a range of steps" },
  { key: "turn", form: "turn:2", about: "the turn, or a range of turns" },
];

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["b", 1],
  ["kb", 1000],
  ["mb", 1e6],
  ["gb", 1e9],
  ["kib", 1024],
  ["mib", 1024 ** 2],
  ["gib", 1024 ** 3],
  ["k", 1000],
  ["m", 1e6],
]);

// A word may hold quoted stretches, in which blanks are its own.
const WORD = /(?:"[^"]*"?|[^\s"])+/g;
const MEASURE = /^(size|tokens)(>=|<=|>|<|=|:)(\d+(?:\.\d+)?)([a-z]*)$/i;
const RANGE = /^(\d+)?(\.\.)?(\d+)?$/;

type Parsed = FindTerm | string;

function unquoted(text: string): string {
  return text.replaceAll('"', "");
}

function oneOf(key: string, value: string, known: readonly string[]): string | undefined {
  if (known.includes(value)) return undefined;
  const near = nearestName(value, known);
  return `${key}: there is no ${value.slice(0, 60)}${near ? `; did you mean ${near}?` : `: one of ${known.join(", ")}`}`;
}

function rangeOf(key: "step" | "turn", value: string, not: boolean): Parsed {
  const found = RANGE.exec(value);
  const [, from, dots, to] = found ?? [];
  if (!found || (from === undefined && to === undefined))
    return `${key}: a number or a range such as ${key}:40..60 is needed`;
  const first = from === undefined ? 1 : Number(from);
  const last = to === undefined ? (dots === undefined ? first : Number.MAX_SAFE_INTEGER) : Number(to);
  return { key, not, from: first, to: last };
}

function measureOf(word: string, not: boolean): Parsed | undefined {
  const [, key = "", sign = "", digits = "", unit = ""] = MEASURE.exec(word) ?? [];
  if (key === "") return undefined;
  const times = UNITS.get(unit.toLowerCase());
  if (times === undefined) return `${key}: ${unit} is no unit; B, kB, MB, KiB and MiB are`;
  const value = Math.round(Number(digits) * times);
  return {
    key: key.toLowerCase() as "size" | "tokens",
    not,
    sign: (sign === ":" ? ">=" : sign) as FindSign,
    value,
  };
}

const KNOWN: { readonly [K in "kind" | "rule" | "action" | "is"]: readonly string[] } = {
  kind: FIND_KINDS,
  rule: [...POLICY_KINDS, "repair", "engine", "fault"],
  action: ACTIONS,
  is: DISPOSITIONS,
};

function keyed(key: string, value: string, not: boolean): Parsed | undefined {
  switch (key) {
    case "step":
    case "turn":
      return rangeOf(key, value, not);
    case "size":
    case "tokens":
      return `${key}: a comparison such as ${key}>5000 is needed`;
    case "kind":
    case "rule":
    case "action":
    case "is":
      return oneOf(key, value, KNOWN[key]) ?? ({ key, not, value } as FindTerm);
    case "name":
      return value === "" ? "name: the name of a tool is needed" : { key, not, value };
    default:
      return undefined;
  }
}

function termOf(word: string): Parsed | undefined {
  const not = word.length > 1 && word.startsWith("-");
  const bare = not ? word.slice(1) : word;
  const measure = measureOf(bare, not);
  if (measure !== undefined) return measure;
  const colon = /^([a-z]+)([:<>=])(.*)$/s.exec(bare);
  const term = colon?.[1] === undefined ? undefined : keyed(colon[1], unquoted(colon[3] ?? ""), not);
  if (term !== undefined) return term;
  const text = unquoted(bare);
  return text === "" ? undefined : { key: "text", not, value: text };
}

/**
 * Reads a query: words and "phrases" that must occur, and conditions such as `kind:tool size>20kB rule:spill
 * step:40..60`; a minus before one turns it about. Whatever is typed is a query: what is no condition is text, and a
 * condition that cannot be read is told as a problem.
 */
export function parseFind(query: string): FindQuery {
  const parsed = Array.from(query.matchAll(WORD), ([word]) => termOf(word)).filter(
    (one) => one !== undefined,
  );
  return {
    terms: parsed.filter((one): one is FindTerm => typeof one !== "string"),
    problems: parsed.filter((one): one is string => typeof one === "string"),
  };
}

/** The words of a query that are text, as they were typed, without its conditions. */
export function textOfFind(query: string): string {
  const words = Array.from(query.matchAll(WORD)).filter(([word]) => {
    const term = termOf(word);
    return typeof term === "object" && term.key === "text" && !term.not;
  });
  const last = words.at(-1);
  // A blank after the last word says that it is whole.
  const open = last !== undefined && query.endsWith(last[0]);
  return words.map(([word]) => word).join(" ") + (open || words.length === 0 ? "" : " ");
}

function rangeText(from: number, to: number): string {
  if (from === to) return String(from);
  return to === Number.MAX_SAFE_INTEGER ? `${from}..` : `${from}..${to}`;
}

/** A word that would be read as a condition is quoted from its first letter on. */
function textWord(value: string): string {
  const plain = /^[^\s":<>=-][^\s":<>=]*$/.test(value);
  return plain ? value : `"${value}"`;
}

/** A term as it is typed. Read again, it is the same term. */
export function formatTerm(term: FindTerm): string {
  const sign = term.not ? "-" : "";
  switch (term.key) {
    case "text":
      return sign + textWord(term.value);
    case "step":
    case "turn":
      return `${sign}${term.key}:${rangeText(term.from, term.to)}`;
    case "size":
    case "tokens":
      return `${sign}${term.key}${term.sign}${term.value}`;
    default:
      return `${sign}${term.key}:${/\s/.test(term.value) ? `"${term.value}"` : term.value}`;
  }
}

/** A query as it is typed. */
export function formatFind(terms: readonly FindTerm[]): string {
  return terms.map(formatTerm).join(" ");
}
