import type { ContentPart, MediaPart } from "../model/part.ts";
import { text } from "../model/part.ts";

const DATA_URL = /^data:([^;,]{0,200})(?:;[^;,]{0,200}){0,8}?;base64,/;

/** Inline media, base64. */
export function media(mediaType: string, data: string, name?: string): MediaPart {
  return name === undefined ? { type: "media", mediaType, data } : { type: "media", mediaType, name, data };
}

/** Media behind an address: a `data:` URL is inline; a link is kept as text that names it, never fetched. */
export function mediaFromUrl(url: string, what: string, name?: string): ContentPart {
  const found = DATA_URL.exec(url);
  if (!found) return text(`[${what}: ${url}]`);
  return media(
    found[1] === "" || found[1] === undefined ? "application/octet-stream" : found[1],
    url.slice(found[0].length),
    name,
  );
}
