import { headWithinUnits } from "../lib/text-lines.ts";
import { utf8LengthOf } from "../lib/utf8.ts";
import type { Message } from "../model/message.ts";

const FRAME = "[Summary of the conversation so far]\n";

/** A summary message as it is sent, whether its body had to be cut, and the UTF-8 bytes of the body that went. */
export interface FramedSummary {
  readonly message: Message;
  readonly body: string;
  readonly text: string;
  readonly cut: boolean;
  readonly cutBytes: number;
}

/** UTF-16 units that a body may have within `maxTokens` chars4, frame included. */
export function bodyRoom(maxTokens: number): number {
  const room = maxTokens * 4 - FRAME.length;
  return room > 0 ? room : maxTokens * 4;
}

/** Frames a body within `maxTokens` chars4: only the body is cut, and a frame that does not fit is left out. */
export function frameSummary(body: string, coversThrough: string, maxTokens: number): FramedSummary {
  const frame = maxTokens * 4 > FRAME.length ? FRAME : "";
  const kept = headWithinUnits(body, bodyRoom(maxTokens));
  const text = frame + kept;
  const message: Message = { id: `summary:${coversThrough}`, role: "user", parts: [{ type: "text", text }] };
  const cutBytes = utf8LengthOf(body, kept.length, body.length);
  return { message, body: kept, text, cut: kept.length < body.length, cutBytes };
}
