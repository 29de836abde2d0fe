import type { ContentPart, MediaPart, Part } from "../../core/model/part.ts";

/** Texts shorter than this many UTF-16 units stay in the JSON of their parts. */
const inlineUnits = 512;

/** Takes a long text and gives the number by which the batch knows it. */
export type TakePiece = (text: string) => number;
/** Gives the text of a number again. */
export type GivePiece = (piece: number) => string;

/**
 * A text, or the number of the piece that it became. A text with a lone surrogate stays in the JSON, which can
 * carry it: UTF-8 cannot.
 */
function place(text: string, take: TakePiece): string | number {
  return text.length < inlineUnits || !text.isWellFormed() ? text : take(text);
}

function encodeContent(part: ContentPart, take: TakePiece): object {
  if (part.type === "text") return { ...part, text: place(part.text, take) };
  return part.data === undefined ? part : { ...part, data: place(part.data, take) };
}

function encodePart(part: Part, take: TakePiece): object {
  switch (part.type) {
    case "tool-call":
      return part;
    case "tool-result":
      return { ...part, parts: part.parts.map((inner) => encodeContent(inner, take)) };
    case "thinking":
      return { ...part, text: place(part.text, take) };
    default:
      return encodeContent(part, take);
  }
}

/** Parts as one line of JSON in which long texts are numbers. */
export function encodeParts(parts: readonly Part[], take: TakePiece): string {
  return JSON.stringify(parts.map((part) => encodePart(part, take)));
}

/** A part as it was encoded: texts may be numbers. */
type Encoded<P> = Omit<P, "text" | "data" | "parts"> & {
  text?: string | number;
  data?: string | number;
  parts?: Encoded<ContentPart>[];
};

function restore(part: Encoded<Part> | Encoded<MediaPart>, give: GivePiece): Part {
  if (typeof part.text === "number") part.text = give(part.text);
  if (typeof part.data === "number") part.data = give(part.data);
  if (part.parts) for (const inner of part.parts) restore(inner as Encoded<MediaPart>, give);
  return part as Part;
}

/** The parts of a line that `encodeParts` wrote. */
export function decodeParts(line: string, give: GivePiece): Part[] {
  const parts = JSON.parse(line) as Encoded<Part>[];
  return parts.map((part) => restore(part, give));
}
