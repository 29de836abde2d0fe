import type { EventDetail, LedgerEvent, LineRange, Measure, Unit } from "../../../core/model/event.ts";
import { formatBytes, formatCount } from "../../widgets/quantity.tsx";

const SINGULAR: { readonly [U in Unit]: string } = {
  tokens: "token",
  bytes: "byte",
  lines: "line",
  messages: "message",
  results: "result",
};

/** `24,310 tokens`, `1 line`. */
export function formatMeasure({ value, unit }: Measure): string {
  return `${formatCount(value)} ${value === 1 ? SINGULAR[unit] : unit}`;
}

/** How a measured value stands to a limit: the sign that was true. */
export function relationOf(event: LedgerEvent): string | undefined {
  const { measured, limit } = event;
  if (!measured || !limit) return undefined;
  if (limit.comparator === ">=") return measured.value >= limit.value ? "≥" : "<";
  return measured.value > limit.value ? ">" : "≤";
}

/** `24,310 tokens > thresholdTokens 20,000`; undefined where nothing was measured. */
export function comparison(event: LedgerEvent): string | undefined {
  const relation = relationOf(event);
  const { measured, limit } = event;
  if (!measured) return undefined;
  if (!limit || !relation) return formatMeasure(measured);
  const unit = limit.unit === measured.unit ? "" : ` ${limit.unit}`;
  return `${formatMeasure(measured)} ${relation} ${limit.name} ${formatCount(limit.value)}${unit}`;
}

function range({ from, to }: LineRange): string {
  return from === to ? `line ${formatCount(from)}` : `lines ${formatCount(from)}–${formatCount(to)}`;
}

const OWN_WORDS: { readonly [K in keyof EventDetail]?: string } = {
  reason: "Reason",
  stored: "Stored",
  next: "Next piece",
  lost: "Lost",
  fault: "Fault",
  note: "Note",
};

/** Index of a message by its id, where there is one. */
export type IndexOf = (id: string) => number | undefined;

/** A message as it is called everywhere: by its number, or by its id where it has none any more. */
function named(id: string, indexOf: IndexOf): string {
  const index = indexOf(id);
  return index === undefined ? id.slice(0, 400) : `message ${formatCount(index + 1)}`;
}

/** What a summary covers, and what held its cut. */
function coverPairs(
  { coveredFrom, coversThrough, heldBy }: EventDetail,
  indexOf: IndexOf,
): [string, string][] {
  const pairs: [string, string][] = [];
  const from = coveredFrom === undefined ? undefined : indexOf(coveredFrom);
  const to = coversThrough === undefined ? undefined : indexOf(coversThrough);
  if (from !== undefined && to !== undefined && from < to)
    pairs.push(["Covers", `messages ${formatCount(from + 1)}–${formatCount(to + 1)}`]);
  else {
    if (coveredFrom !== undefined) pairs.push(["Covers from", named(coveredFrom, indexOf)]);
    if (coversThrough !== undefined) pairs.push(["Covers through", named(coversThrough, indexOf)]);
  }
  if (heldBy !== undefined) pairs.push(["Cut held by", named(heldBy, indexOf)]);
  return pairs;
}

/** What else an event says, as pairs of a word and a text. The texts may come from the transcript. */
export function detailPairs(detail: EventDetail, indexOf: IndexOf = () => undefined): [string, string][] {
  const pairs = coverPairs(detail, indexOf);
  if (detail.head) pairs.push(["Head shown", range(detail.head)]);
  if (detail.omitted) pairs.push(["Omitted", range(detail.omitted)]);
  if (detail.tail) pairs.push(["Tail shown", range(detail.tail)]);
  if (detail.omittedBytes !== undefined) pairs.push(["Omitted bytes", formatBytes(detail.omittedBytes)]);
  if (detail.storedBytes !== undefined) pairs.push(["Kept in the store", formatBytes(detail.storedBytes)]);
  if (detail.covered !== undefined) pairs.push(["Messages covered", formatCount(detail.covered)]);
  if (detail.cutWanted !== undefined && detail.cutAt !== undefined && detail.cutWanted !== detail.cutAt) {
    const [wanted, at] = [detail.cutWanted, detail.cutAt].map((index) => `message ${formatCount(index + 1)}`);
    pairs.push(["Cut", `wanted before ${wanted}, moved to before ${at}`]);
  }
  if (detail.because !== undefined) pairs.push(["Because of", `event ${formatCount(detail.because)}`]);
  for (const [key, word] of Object.entries(OWN_WORDS)) {
    const value = detail[key as keyof EventDetail];
    if (typeof value === "string" && word !== undefined) pairs.push([word, value.slice(0, 400)]);
  }
  return pairs;
}
