import { RESULT_FORMS } from "../../core/model/profile.ts";
import { fits, LONGEST_TEXT, MOST_NAMED, typedText, wholeNumber } from "./addressed-names.ts";
import { BLOCK_FORMS, READ_MODES, type ReadBack, type Reading, SHOWN_BODIES } from "./reading.ts";

/** More is asked for no oftener than this: with each time, eight times as much of a text is loaded. */
const MOST_OFTEN = 9;
/** A place in a text that is a block or a node of its tree: `r2`, `s0-3-1`. */
const PLACE = /^[rs]\d{1,6}(?:-\d{1,6})*$/;

/** Writes what is not as at first: `show=raw&form=seen&more=1-0&as=r0*json&tree=r0-2-1&rest=r0-2*3&part=2`. */
export function setReading(fields: URLSearchParams, reading: Reading): void {
  const { shown, form, more, part } = reading;
  if (shown !== "both") fields.set("show", shown);
  if (form !== undefined) fields.set("form", form);
  if (more.raw + more.sent > 0) fields.set("more", `${often(more.raw)}-${often(more.sent)}`);
  setList(fields, "as", pairs(reading.forms));
  setList(fields, "tree", [...reading.nodes]);
  setList(fields, "rest", pairs(new Map([...reading.children].map(([at, times]) => [at, often(times)]))));
  if (part !== undefined) fields.set("part", String(part));
  setReadBack(fields, reading.back);
}

/** Reads the same: what is not told, or makes no sense, is as at first. */
export function parseReading(fields: URLSearchParams): Reading {
  const [raw, sent] = (fields.get("more") ?? "").split("-").map(times);
  const forms = parsePairs(fields.get("as"), (told) => BLOCK_FORMS.find((one) => one === told));
  return {
    shown: SHOWN_BODIES.find((one) => one === fields.get("show")) ?? "both",
    form: RESULT_FORMS.find((one) => one === fields.get("form")),
    more: { raw: raw ?? 0, sent: sent ?? 0 },
    forms: new Map(forms),
    nodes: new Set(listOf(fields.get("tree")).filter((one) => PLACE.test(one))),
    children: new Map(parsePairs(fields.get("rest"), (told) => times(told) || undefined)),
    part: wholeNumber(fields.get("part"), 0),
    back: parseReadBack(fields),
  };
}

/** `read=lines&lines=50-20&text=WORDS&from=START`: the way through a long original is told by its last pages. */
function setReadBack(fields: URLSearchParams, { mode, offset, limit, search, starts }: ReadBack): void {
  if (mode !== "page") fields.set("read", mode);
  if (offset !== undefined && limit !== undefined) fields.set("lines", `${offset}-${limit}`);
  const text = typedText(search ?? "");
  if (text !== undefined) fields.set("text", text);
  const last = starts.slice(-MOST_NAMED);
  if (fits(last)) for (const start of last) fields.append("from", start);
}

function parseReadBack(fields: URLSearchParams): ReadBack {
  const [offset, limit] = (fields.get("lines") ?? "").split("-").map((one) => wholeNumber(one, 1));
  const both = offset !== undefined && limit !== undefined;
  const starts = fields.getAll("from");
  return {
    mode: READ_MODES.find((one) => one === fields.get("read")) ?? "page",
    offset: both ? offset : undefined,
    limit: both ? limit : undefined,
    search: typedText(fields.get("text")),
    starts: fits(starts) ? starts : [],
  };
}

function often(count: number): number {
  return Math.min(count, MOST_OFTEN);
}

function times(text: string): number {
  return often(wholeNumber(text, 0) ?? 0);
}

/** In an order of their own: whoever came there another way looks at the same. */
function setList(fields: URLSearchParams, name: string, entries: readonly string[]): void {
  if (entries.length === 0) return;
  const text = entries.toSorted().slice(0, MOST_NAMED).join(".");
  if (text.length <= LONGEST_TEXT) fields.set(name, text);
}

function listOf(text: string | null): readonly string[] {
  return text === null || text.length > LONGEST_TEXT ? [] : text.split(".", MOST_NAMED);
}

function pairs(of: ReadonlyMap<string, string | number>): readonly string[] {
  return [...of].map(([at, value]) => `${at}*${value}`);
}

function parsePairs<T>(
  text: string | null,
  read: (told: string) => T | undefined,
): readonly (readonly [string, T])[] {
  return listOf(text).flatMap((entry) => {
    const [at = "", told = ""] = entry.split("*");
    const value = PLACE.test(at) ? read(told) : undefined;
    return value === undefined ? [] : [[at, value] as const];
  });
}
