import { requestAt } from "../engine/request.ts";
import { type Run, stepOf } from "../engine/run.ts";
import type { Message } from "../model/message.ts";
import type { ContentPart, Part } from "../model/part.ts";
import type { NeutralRequest } from "../model/request.ts";
import type { RequestDiff } from "../model/run-view.ts";
import { measureBytes } from "../policies/request-view.ts";
import { messageDiff } from "./message-diff.ts";

/** The diff editor is not given more than this in all. */
export const DIFF_BYTES = 3 * 1024 * 1024;

function contentText(part: ContentPart): string {
  if (part.type === "text") return part.text;
  const { mediaType, name, data, ref } = part;
  const what = `${mediaType}${name === undefined ? "" : ` ${name}`}`;
  return ref
    ? `[${what}, ${ref.bytes} bytes at ${ref.path}]`
    : `[${what}, ${data?.length ?? 0} base64 characters]`;
}

function partText(part: Part): string {
  switch (part.type) {
    case "thinking":
      return `[thinking]\n${part.text}`;
    case "tool-call":
      return `[call ${part.name} ${part.callId}]\n${JSON.stringify(part.arguments, null, 2)}`;
    case "tool-result":
      return `[${part.isError ? "error" : "result"} ${part.callId}]\n${part.parts.map(contentText).join("")}`;
    default:
      return contentText(part);
  }
}

function messageText(message: Message): string {
  return `=== ${message.role} ${message.id}\n${message.parts.map(partText).join("\n")}\n`;
}

/** A request as text for reading: system prompt, names of tools, then the messages in order. */
export function requestText({ system, tools, messages }: NeutralRequest): string {
  const offered = tools.map((tool) => tool.name);
  const named = offered.length === 0 ? "" : `=== tools\n${offered.join("\n")}\n`;
  const said = system === null ? "" : `=== system\n${system}\n`;
  return said + named + messages.map(messageText).join("");
}

/** Two requests message by message, and as text. Too large together: no text, so that the editor never freezes. */
export function requestDiff(a: Run, stepA: number, b: Run, stepB: number): RequestDiff {
  const [viewA, viewB] = [stepOf(a, stepA).view, stepOf(b, stepB).view];
  const messages = messageDiff(a, viewA, b, viewB);
  const bytes = measureBytes(viewA) + measureBytes(viewB);
  if (bytes > DIFF_BYTES) return { original: "", modified: "", tooLarge: true, bytes, messages };
  const [original, modified] = [requestText(requestAt(a, stepA)), requestText(requestAt(b, stepB))];
  return { original, modified, tooLarge: false, bytes, messages };
}
