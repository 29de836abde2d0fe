import { utf8Length } from "../lib/utf8.ts";
import type { ContentPart } from "../model/part.ts";
import { metricsOf } from "../model/text-metrics.ts";

/** A part with its keys in the order in which it is measured and saved. */
function ordered(part: ContentPart): object {
  if (part.type === "text") return { type: part.type, text: part.text };
  const { type, mediaType, name, data, ref } = part;
  return {
    type,
    mediaType,
    ...(name === undefined ? {} : { name }),
    ...(data === undefined ? {} : { data }),
    ...(ref ? { ref: { id: ref.id, path: ref.path, bytes: ref.bytes } } : {}),
  };
}

/** Whether an output is a single text. Several texts count as multipart. */
export function isSingleText(parts: readonly ContentPart[]): boolean {
  return parts.length === 1 && parts[0]?.type === "text";
}

/** An output as it is saved: its text when it is a single one, else the JSON of its parts. */
export function responseText(parts: readonly ContentPart[]): string {
  return isSingleText(parts) ? metricsOf(parts).text : JSON.stringify(parts.map(ordered));
}

/** Bytes of an output: of a single text, or of the JSON of its parts (policies, 2.3). */
export function responseBytes(parts: readonly ContentPart[]): number {
  const metrics = metricsOf(parts);
  if (isSingleText(parts)) return metrics.bytes;
  return metrics.memo("response-bytes", () => utf8Length(responseText(parts)));
}
