import type { Message } from "../model/message.ts";
import type { FactKind } from "../model/run-answers.ts";
import { notesOfMessage } from "../policies/compressors/message-notes.ts";

/** Texts longer than this are looked at from their beginning and their end only. */
const MOST_CHARS = 40_000;

/** Where no letter, digit or underscore stands before. */
const PATH =
  /(?<![\w/.-])(?:~|\.{1,2})?(?:\/?[\w@.+-]+)?(?:\/[\w@.+-]+)+|(?<![\w/.-])[\w-]+\.[a-z][a-z0-9]{0,5}(?![\w(])/g;
const EXTENSION = /\.[a-z][a-z0-9]{0,5}$/i;
const IDENTIFIER =
  /(?<![\w./-])(?:[a-z]+\d*(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[0-9a-f]{7,40})(?![\w/])/g;
const NUMBER = /(?<![\w.,/#-])\d[\d,.]*\d(?:\s?(?:%|[KMGT]i?B|ms|s|px))?(?![\w/-])/g;

/** A path with a slash says more than one name, or has an extension. */
function isPath(text: string): boolean {
  if (text.length < 4 || text.length > 300 || !/[A-Za-z]/.test(text)) return false;
  return EXTENSION.test(text) || (text.match(/\//g)?.length ?? 0) >= 2;
}

function isIdentifier(text: string): boolean {
  const hex = /^[0-9a-f]+$/.test(text);
  return text.length >= 5 && text.length <= 80 && (!hex || (/\d/.test(text) && /[a-f]/.test(text)));
}

function ends(text: string): string {
  return text.length <= MOST_CHARS
    ? text
    : `${text.slice(0, MOST_CHARS / 2)}\n${text.slice(text.length - MOST_CHARS / 2)}`;
}

function matches(text: string, pattern: RegExp, is: (found: string) => boolean = () => true): string[] {
  return Array.from(text.matchAll(pattern), ([found]) => found.replace(/[.,;:]+$/, "")).filter(is);
}

/** What somebody said or asked for: texts, and the arguments of calls. Results speak through their errors alone. */
function saidIn(message: Message): string {
  const texts = message.parts.map((part) => {
    if (part.type === "text") return part.text;
    if (part.type !== "tool-call") return "";
    return typeof part.arguments === "string" ? part.arguments : strings(part.arguments).join("\n");
  });
  return ends(texts.join("\n"));
}

/** The texts in a JSON value, in order. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(strings);
}

/** One fact that a message states. */
export interface StatedFact {
  readonly kind: FactKind;
  readonly text: string;
}

const known = new WeakMap<Message, readonly StatedFact[]>();

function stated(message: Message): StatedFact[] {
  const said = saidIn(message);
  const notes = notesOfMessage(message);
  const facts = (kind: FactKind, texts: readonly string[]): StatedFact[] =>
    [...new Set(texts)].map((text) => ({ kind, text }));
  return [
    ...facts("path", matches(said, PATH, isPath)),
    ...facts("identifier", matches(said, IDENTIFIER, isIdentifier)),
    ...facts("number", matches(said, NUMBER)),
    ...facts(
      "error",
      notes.results.flatMap(({ errors }) => errors).filter((line) => line.trim() !== ""),
    ),
    ...facts("decision", notes.decisions),
  ];
}

/**
 * The paths, identifiers, numbers, errors and decisions that a message states, each once. Paths, identifiers and
 * numbers are of what was said and asked for, not of all that a tool printed. Found by their form: some are missed,
 * some are none. Worked out once for a message.
 */
export function factsOf(message: Message): readonly StatedFact[] {
  let facts = known.get(message);
  if (!facts) {
    facts = stated(message);
    known.set(message, facts);
  }
  return facts;
}
