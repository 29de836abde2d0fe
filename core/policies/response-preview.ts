import { insideJson, joinPieces } from "../ledger/pieces.ts";
import { headWithinBytes, lineEndWithin } from "../lib/text-lines.ts";
import { indexAtUnits, utf8Length } from "../lib/utf8.ts";
import type { ContentSize, Piece } from "../model/event.ts";
import type { ContentPart } from "../model/part.ts";
import type { RespondLimitConfig } from "../model/profile.ts";
import { contentSize, metricsOf } from "../model/text-metrics.ts";
import { isSingleText } from "./response-size.ts";

/** What the model sees instead of an output: the JSON, its pieces, and where the excerpt of the text ends. */
export interface ResponsePreview {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly excerptEnd: number;
  readonly size: ContentSize;
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

/** The first line of a multipart excerpt: how many texts, images and files there are, never their bytes. */
function inventory(parts: readonly ContentPart[]): string {
  if (isSingleText(parts)) return "";
  const texts = parts.filter(({ type }) => type === "text").length;
  const images = parts.filter((part) => part.type === "media" && /^image\//i.test(part.mediaType)).length;
  const files = parts.length - texts - images;
  return `${counted(texts, "text")}, ${counted(images, "image")}, ${counted(files, "file")}\n`;
}

/**
 * The JSON object with an excerpt between what `head` and `tail` say, within `maxResponseBytes` as it is escaped; or
 * undefined where it does not fit even without an excerpt. Found by bisection: escapes make the size depend on the
 * content.
 */
export function responsePreview(
  parts: readonly ContentPart[],
  head: object,
  tail: object,
  config: RespondLimitConfig,
): ResponsePreview | undefined {
  const { text } = metricsOf(parts);
  const before = `${JSON.stringify(head).slice(0, -1)},"excerpt":"`;
  const after = `",${JSON.stringify(tail).slice(1)}`;
  const room = config.maxResponseBytes - utf8Length(before) - utf8Length(after);
  if (room < 0) return undefined;
  const told = insideJson(headWithinBytes(inventory(parts), config.maxSummaryBytes));
  const said = utf8Length(told) <= room ? told : "";
  const left = config.maxSummaryBytes - utf8Length(inventory(parts));
  const most = said === told && left > 0 ? headWithinBytes(text, left).length : 0;
  const end = longestWithin(text, most, room - utf8Length(said));
  const pieces: Piece[] = [
    before + said,
    ...(end > 0 ? [{ from: 0, to: end, as: "json" } as const] : []),
    after,
  ];
  const shown = joinPieces(text, pieces);
  return { text: shown, pieces, excerptEnd: end, size: contentSize(shown) };
}

/** The end of the longest beginning of a text, up to `most`, whose escaped form is within `bytes`. */
function longestWithin(text: string, most: number, bytes: number): number {
  const fits = (end: number): boolean =>
    utf8Length(insideJson(text.slice(0, indexAtUnits(text, end)))) <= bytes;
  if (fits(most)) return most;
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return lineEndWithin(text, indexAtUnits(text, low));
}
