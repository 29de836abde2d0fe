import type { MediaPart } from "../model/part.ts";
import type { Notes } from "./notes.ts";
import type { WireOptions } from "./options.ts";

/** Media whose bytes are there: a plain media type and canonical base64. */
export interface InlineMedia {
  readonly mediaType: string;
  readonly data: string;
  readonly name: string | undefined;
}

/** Images that most providers take. */
export const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["image/jpg", "image/jpeg"],
  ["audio/mpeg", "audio/mp3"],
  ["audio/x-wav", "audio/wav"],
  ["audio/wave", "audio/wav"],
]);

function plainType(mediaType: string): string {
  const plain = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  return ALIASES.get(plain) ?? plain;
}

/** Canonical base64 of a recorded one, which may be wrapped or of the URL alphabet; undefined for anything else. */
function canonicalBase64(data: string): string | undefined {
  const joined = data
    .replace(/\s+/g, "")
    .replace(/-/g, "+")
    .replace(/_/g, "/")
    .replace(/={1,2}$/, "");
  if (joined.length === 0 || joined.length % 4 === 1 || !/^[A-Za-z0-9+/]+$/.test(joined)) return undefined;
  return joined + "=".repeat((4 - (joined.length % 4)) % 4);
}

/** True for canonical base64 with something in it. */
export function isBase64(text: string): boolean {
  return canonicalBase64(text) === text;
}

/** The bytes of a media part, rehydrated where they were externalised. Undefined where they cannot be had. */
export function inlineMedia(part: MediaPart, { media }: WireOptions): InlineMedia | undefined {
  const data = part.data ?? (part.ref && media?.(part.ref));
  const base64 = data === undefined ? undefined : canonicalBase64(data);
  return base64 === undefined
    ? undefined
    : { mediaType: plainType(part.mediaType), data: base64, name: part.name };
}

/** The same as a data URL. The type is one that the caller knows: a recorded one could hold anything. */
export function dataUrl({ mediaType, data }: InlineMedia): string {
  return `data:${mediaType};base64,${data}`;
}

/** What stands in the place of media that a provider does not take, or whose bytes are not there. */
export function mediaText(part: MediaPart, notes: Notes): string {
  const name = part.name === undefined ? "" : ` ${part.name}`;
  const where = part.ref ? `, stored at ${part.ref.path}` : "";
  notes.add("media that cannot be sent to this provider, or whose bytes are not there, is a text instead");
  return `[${part.mediaType}${name}${where}: not shown]`;
}
