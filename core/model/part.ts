import type { Json } from "./json.ts";

/** Plain text. */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** The model's reasoning as recorded. `signature` is the provider's opaque proof and is never counted. */
export interface ThinkingPart {
  readonly type: "thinking";
  readonly text: string;
  readonly signature?: string;
  /** The provider sent the reasoning sealed: there is no text, and `signature` is what is sent back in its place. */
  readonly redacted?: true;
}

/** One call that an assistant message makes. Arguments that were no valid JSON are kept as a string. */
export interface ToolCallPart {
  readonly type: "tool-call";
  readonly callId: string;
  readonly name: string;
  readonly arguments: Json;
}

/** One answer to a call, in a message of role `tool`. */
export interface ToolResultPart {
  readonly type: "tool-result";
  readonly callId: string;
  readonly isError: boolean;
  readonly parts: readonly ContentPart[];
}

/** Where externalised media lies: a store's id and virtual path, with the size of the decoded bytes. */
export interface MediaRef {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
}

/** An image, audio or file: inline base64 in `data`, or a reference. A link that was recorded is kept as text, never fetched. */
export interface MediaPart {
  readonly type: "media";
  readonly mediaType: string;
  readonly name?: string;
  readonly data?: string;
  readonly ref?: MediaRef;
}

/** The reference that stands for inline media: type and name stay, the bytes go. */
export function referenceTo(media: MediaPart, ref: MediaRef): MediaPart {
  const { data: _stored, ...rest } = media;
  return { ...rest, ref };
}

/** What a result may hold. */
export type ContentPart = TextPart | MediaPart;

/** What a message may hold. */
export type Part = TextPart | ThinkingPart | ToolCallPart | ToolResultPart | MediaPart;

/** A text part. */
export function text(value: string): TextPart {
  return { type: "text", text: value };
}

/** The text of a result: its text parts joined without a separator (policies, section 0). */
export function resultText(result: { readonly parts: readonly ContentPart[] }): string {
  const { parts } = result;
  if (parts.length === 1 && parts[0]?.type === "text") return parts[0].text;
  let joined = "";
  for (const part of parts) if (part.type === "text") joined += part.text;
  return joined;
}

/** True when a result holds nothing but text. */
export function isPlainText(result: { readonly parts: readonly ContentPart[] }): boolean {
  return result.parts.every((part) => part.type === "text");
}

/**
 * The parts of a result whose text became `replacement`: one text part first, then whatever was not text, in
 * order and untouched.
 */
export function withText(parts: readonly ContentPart[], replacement: string): ContentPart[] {
  return [text(replacement), ...parts.filter((part) => part.type !== "text")];
}
