import type { Document, DocumentOptions, ParseOptions, ScalarTag, SchemaOptions } from "yaml";
import { parseDocument, visit } from "yaml";
import { bytesOfBase64 } from "./base64.ts";
import type { DamagedStretch, FoundValue, Recovered } from "./json-lines.ts";
import { textOfUtf8 } from "./utf8-decode.ts";

/** How often a document may use an anchor before it is refused: it could unfold without end. */
const MAX_ALIASES = 100;

/** How many aliases a document may hold: each is looked up among everything before it. */
const MOST_ALIASES = 1000;

/** Bytes are read as the text that they are. */
const BINARY: ScalarTag = {
  tag: "tag:yaml.org,2002:binary",
  resolve: (encoded) => textOfUtf8(bytesOfBase64(encoded) ?? new Uint8Array()),
};

type Options = ParseOptions & DocumentOptions & SchemaOptions;

const OPTIONS = {
  schema: "core",
  merge: false,
  prettyErrors: false,
  // The check compares every key with every other one; of two that are the same, the last counts.
  uniqueKeys: false,
  logLevel: "error",
  customTags: [BINARY],
} satisfies Options;

const MANY_ITEMS = 1000;
const TINY = 100;
/** A line that starts an item of a sequence at the left margin. */
const ITEM = /^- /gm;
/** A key at the left margin, or the end of a document: what ends such a sequence. */
const ENDS = /^(?:[^\s#-][^\n]*|\.\.\.|---)$/gm;

/**
 * The items of the sequences that stand under the keys of a YAML document, each read for itself, so that one that is
 * damaged costs no other. A document without any is one value.
 */
export function yamlItems(text: string): Recovered {
  const starts = [...text.matchAll(ITEM)].map(({ index }) => index);
  // Very many items of next to nothing are no cassette: each would cost a parser of its own.
  if (starts.length === 0 || (starts.length > MANY_ITEMS && text.length < starts.length * TINY))
    return whole(text);
  const found = eachItem(text, starts);
  // Anchors may stand in another item.
  const unfolded = found.damaged.some(({ reason }) => reason.includes("alias")) ? whole(text) : undefined;
  return unfolded && unfolded.damaged.length === 0 ? unfolded : found;
}

function eachItem(text: string, starts: readonly number[]): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  const ends = [...text.matchAll(ENDS)].map(({ index }) => index);
  let end = 0;
  for (const [index, from] of starts.entries()) {
    while ((ends[end] ?? text.length) < from) end++;
    const to = Math.min(ends[end] ?? text.length, starts[index + 1] ?? text.length);
    const read = parsed(text.slice(from, to));
    if ("reason" in read) damaged.push({ from, to, reason: read.reason, open: false });
    else if (Array.isArray(read.value)) values.push({ value: read.value[0] as unknown, from, to });
  }
  return { values, damaged };
}

function whole(text: string): Recovered {
  const read = parsed(text);
  const place = { from: 0, to: text.length };
  if ("reason" in read) return { values: [], damaged: [{ ...place, reason: read.reason, open: false }] };
  return { values: [{ value: read.value, ...place }], damaged: [] };
}

/** Brackets, dashes or question marks in a row without end, which the parser would follow down one by one. */
const TOO_DEEP = /(?:[[{?-][^[\]{}'"\n?-]{0,40}){1000}/;
/** Keys that are keys of keys: each level costs the parser as much as all those in it. */
const DEEP_KEYS = /(?:\?[ \t\r\n]+(?:-[ \t\r\n]+){0,9}){20}/;
/** What no text in quotes may escape: the parser tells each for itself, at a price. */
const BAD_ESCAPE = /\\(?:[^0abt\tnvfre "/\\N_LPxuU\r\n]|x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4}))/g;
const MAX_BAD_ESCAPES = 1000;

/** Why a text is not given to the parser, which would take very long over it; undefined for any other. */
function refusal(text: string): string | undefined {
  if (TOO_DEEP.test(text) || DEEP_KEYS.test(text)) return "nested too deeply to be read";
  let bad = 0;
  BAD_ESCAPE.lastIndex = 0;
  while (BAD_ESCAPE.test(text))
    if (++bad > MAX_BAD_ESCAPES) return "more escapes that YAML does not know than are told";
  return undefined;
}

/** Why the aliases of a document cannot be followed: too many, or one that stands in what it names. */
function badAliases(document: Document): string | undefined {
  let aliases = 0;
  let reason: string | undefined;
  visit(document, {
    Alias(_key, { source }, path) {
      aliases++;
      if (path.some((node) => "anchor" in node && node.anchor === source))
        reason = "an alias that holds itself";
      else if (aliases > MOST_ALIASES) reason = `more than ${MOST_ALIASES} aliases`;
      return reason === undefined ? undefined : visit.BREAK;
    },
  });
  return reason;
}

/** A text as a value without tags of a language, or why it is none. */
function parsed(text: string): { readonly value: unknown } | { readonly reason: string } {
  const refused = refusal(text);
  if (refused !== undefined) return { reason: refused };
  const limited = Error as { stackTraceLimit?: number };
  const { stackTraceLimit } = limited;
  try {
    // A damaged text gives very many errors, and nobody asks where in the parser they were made.
    limited.stackTraceLimit = 0;
    const document = parseDocument(text, OPTIONS);
    const [error] = document.errors;
    if (error) return { reason: error.message };
    const unfollowed = badAliases(document);
    if (unfollowed !== undefined) return { reason: unfollowed };
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  } finally {
    if (stackTraceLimit !== undefined) limited.stackTraceLimit = stackTraceLimit;
  }
}
