import type { Json } from "../../core/model/json.ts";
import type { Message } from "../../core/model/message.ts";
import type { ContentPart, MediaPart, Part } from "../../core/model/part.ts";

/** A part of a message as it is drawn. All of it is somebody else's: text only. */
export type BodyBlock =
  | { readonly kind: "text"; readonly title: string; readonly text: string; readonly isError?: boolean }
  | { readonly kind: "thinking"; readonly title: string; readonly text: string }
  | { readonly kind: "call"; readonly title: string; readonly name: string; readonly arguments: Json }
  | { readonly kind: "media"; readonly title: string; readonly media: MediaPart };

function contentBlock(part: ContentPart, title: string, isError: boolean): BodyBlock {
  if (part.type === "media") return { kind: "media", title: mediaTitle(part), media: part };
  return isError
    ? { kind: "text", title, text: part.text, isError }
    : { kind: "text", title, text: part.text };
}

/** Media type and name, as recorded. */
function mediaTitle(media: MediaPart): string {
  return media.name === undefined ? media.mediaType : `${media.mediaType}, ${media.name}`;
}

function partBlocks(part: Part): BodyBlock[] {
  switch (part.type) {
    case "text":
      return [{ kind: "text", title: "Text", text: part.text }];
    case "thinking":
      return [{ kind: "thinking", title: "Thinking", text: part.text }];
    case "tool-call":
      return [{ kind: "call", title: "Call", name: part.name, arguments: part.arguments }];
    case "media":
      return [contentBlock(part, "", false)];
    case "tool-result":
      return part.parts.map((inner) => contentBlock(inner, part.isError ? "Error" : "Result", part.isError));
  }
}

/** The parts of a message in order, results opened up. */
export function bodyBlocks(message: Message): BodyBlock[] {
  return message.parts.flatMap(partBlocks);
}

/** A block as plain text: what is copied, and what a short view shows. */
export function blockText(block: BodyBlock): string {
  switch (block.kind) {
    case "text":
    case "thinking":
      return block.text;
    case "call":
      return `${block.name} ${JSON.stringify(block.arguments, null, 2)}`;
    case "media":
      return `[${block.title}]`;
  }
}

/** A whole message as plain text. */
export function messageText(message: Message): string {
  return bodyBlocks(message).map(blockText).join("\n\n");
}
