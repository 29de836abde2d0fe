import { insideJson } from "../ledger/pieces.ts";
import type { Message } from "../model/message.ts";
import type { ContentPart, Part } from "../model/part.ts";

/** A text that is looked for, as it is and as it stands inside a JSON string. */
export interface Needle {
  readonly text: string;
  readonly escaped: string;
}

/** The needle of a text. Case as given. */
export function needleOf(text: string): Needle {
  return { text, escaped: insideJson(text) };
}

/** How often a text holds a needle; one that is not as it is is looked for in its escaped form. */
export function countIn(text: string, { text: plain, escaped }: Needle): number {
  const found = occurrences(text, plain);
  return found > 0 || escaped === plain ? found : occurrences(text, escaped);
}

function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) count++;
  return count;
}

function contentTexts(part: ContentPart): readonly string[] {
  return part.type === "text" ? [part.text] : [part.name ?? "", part.ref?.path ?? ""];
}

function partTexts(part: Part): readonly string[] {
  switch (part.type) {
    case "thinking":
      return [part.text];
    case "tool-call":
      return [
        part.name,
        typeof part.arguments === "string" ? part.arguments : JSON.stringify(part.arguments),
      ];
    case "tool-result":
      return part.parts.flatMap(contentTexts);
    default:
      return contentTexts(part);
  }
}

/** The texts of a message that can be looked into: all but the data of media. */
export function textsOf(message: Message): readonly string[] {
  return message.parts.flatMap(partTexts);
}

/** How often the texts of a message hold a needle. A needle of nothing is nowhere. */
export function countInMessage(message: Message, needle: Needle): number {
  if (needle.text === "") return 0;
  let count = 0;
  for (const text of textsOf(message)) count += countIn(text, needle);
  return count;
}
