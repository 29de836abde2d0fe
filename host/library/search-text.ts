import type { ContentPart, Part } from "../../core/model/part.ts";

function contentText(part: ContentPart): string {
  return part.type === "text" ? part.text : (part.name ?? "");
}

function partText(part: Part): string {
  switch (part.type) {
    case "tool-call":
      return `${part.name} ${typeof part.arguments === "string" ? part.arguments : JSON.stringify(part.arguments)}`;
    case "tool-result":
      return part.parts.map(contentText).join("\n");
    case "thinking":
      return part.text;
    default:
      return contentText(part);
  }
}

/** What search looks at in a message: its texts, reasoning, calls and results, never the data of media. */
export function searchText(parts: readonly Part[]): string {
  return parts.map(partText).join("\n");
}
