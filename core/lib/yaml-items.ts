import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions } from "yaml";
import { parseDocument } from "yaml";
import { bytesOfBase64 } from "./base64.ts";
import type { DamagedStretch, FoundValue, Recovered } from "./json-lines.ts";
import { textOfUtf8 } from "./utf8-decode.ts";

/** How often a document may use an anchor before it is refused: it could unfold without end. */
const MAX_ALIASES = 100;

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
  logLevel: "error",
  customTags: [BINARY],
} satisfies Options;

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
  if (starts.length === 0) return whole(text);
  const found = eachItem(text, starts);
  // Anchors may stand in another item.
  const unfolded = found.damaged.some(({ reason }) => reason.includes("alias")) ? whole(text) : undefined;
  return unfolded && unfolded.damaged.length === 0 ? unfolded : found;
}

function eachItem(text: string, starts: readonly number[]): Recovered {
  const values: FoundValue[] = [];
  const damaged: DamagedStretch[] = [];
  for (const [index, from] of starts.entries()) {
    const to = endOf(text, from, starts[index + 1] ?? text.length);
    const read = parsed(text.slice(from, to));
    if ("reason" in read) damaged.push({ from, to, reason: read.reason, open: false });
    else if (Array.isArray(read.value)) values.push({ value: read.value[0] as unknown, from, to });
  }
  return { values, damaged };
}

function endOf(text: string, from: number, next: number): number {
  ENDS.lastIndex = from + 1;
  const found = ENDS.exec(text);
  return found ? Math.min(found.index, next) : next;
}

function whole(text: string): Recovered {
  const read = parsed(text);
  const place = { from: 0, to: text.length };
  if ("reason" in read) return { values: [], damaged: [{ ...place, reason: read.reason, open: false }] };
  return { values: [{ value: read.value, ...place }], damaged: [] };
}

/** A text as a value without tags of a language, or why it is none. */
function parsed(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    const document = parseDocument(text, OPTIONS);
    const [error] = document.errors;
    if (error) return { reason: error.message };
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
