import { LazyText } from "../lib/lazy-text.ts";
import { headWithinUnits } from "../lib/text-lines.ts";
import { utf8LengthOf } from "../lib/utf8.ts";
import type { Message } from "../model/message.ts";
import type { TextPart } from "../model/part.ts";
import { type Written, written } from "./written.ts";

const FRAME = "[Summary of the conversation so far]\n";

/** A summary message as it is sent, whether its body had to be cut, and the UTF-8 bytes of the body that went. */
export interface FramedSummary extends Written {
  readonly message: Message;
  readonly body: Written;
  readonly cut: boolean;
  readonly cutBytes: number;
}

/** UTF-16 units that a body may have within `maxTokens` chars4, frame included. */
export function bodyRoom(maxTokens: number): number {
  const room = maxTokens * 4 - FRAME.length;
  return room > 0 ? room : maxTokens * 4;
}

/** Frame and body: put together when somebody reads the message, which is made when somebody looks at it. */
class Framed implements FramedSummary {
  readonly body: Written;
  readonly cut: boolean;
  readonly cutBytes: number;
  private readonly frame: string;
  private readonly coversThrough: string;
  private made: string | undefined;
  private sent: Message | undefined;

  constructor(frame: string, body: Written, coversThrough: string, cutBytes: number) {
    this.frame = frame;
    this.body = body;
    this.cut = cutBytes > 0;
    this.cutBytes = cutBytes;
    this.coversThrough = coversThrough;
  }

  get message(): Message {
    this.sent ??= { id: `summary:${this.coversThrough}`, role: "user", parts: [new SummaryPart(this)] };
    return this.sent;
  }

  get text(): string {
    this.made ??= this.frame + this.body.text;
    return this.made;
  }

  get length(): number {
    return this.frame.length + this.body.length;
  }

  /** The frame is ASCII. */
  get bytes(): number {
    return this.frame.length + this.body.bytes;
  }

  get isBlank(): boolean {
    return this.length === 0;
  }
}

/** A part like any other, whose text is that of a summary. */
class SummaryPart extends LazyText implements TextPart {
  readonly type: "text";
  declare readonly text: string;

  constructor(summary: Written) {
    super(summary);
    this.type = "text";
    this.hold("text");
  }
}

/** Frames a body within `maxTokens` chars4: only the body is cut, and a frame that does not fit is left out. */
export function frameSummary(body: Written, coversThrough: string, maxTokens: number): FramedSummary {
  const frame = maxTokens * 4 > FRAME.length ? FRAME : "";
  const room = bodyRoom(maxTokens);
  if (body.length <= room) return new Framed(frame, body, coversThrough, 0);
  const { text } = body;
  const kept = headWithinUnits(text, room);
  return new Framed(frame, written(kept), coversThrough, utf8LengthOf(text, kept.length, text.length));
}
