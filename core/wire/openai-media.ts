import { dataUrl, IMAGE_TYPES, type InlineMedia } from "./media.ts";

/** What an OpenAI body does with media: an image or a file by data URL, or audio. Undefined for what it cannot hold. */
export type OpenAiMedia =
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "file"; readonly url: string; readonly name: string }
  | { readonly kind: "audio"; readonly data: string; readonly format: "wav" | "mp3" };

/** How media are sent to OpenAI; undefined for a type that it does not take. */
export function openAiMedia(media: InlineMedia | undefined): OpenAiMedia | undefined {
  if (!media) return undefined;
  if (IMAGE_TYPES.includes(media.mediaType)) return { kind: "image", url: dataUrl(media) };
  switch (media.mediaType) {
    case "application/pdf":
      return { kind: "file", url: dataUrl(media), name: media.name || "file.pdf" };
    case "audio/wav":
      return { kind: "audio", data: media.data, format: "wav" };
    case "audio/mp3":
      return { kind: "audio", data: media.data, format: "mp3" };
    default:
      return undefined;
  }
}
