import { type Run, stepOf } from "../engine/run.ts";
import { indexAtUnits } from "../lib/utf8.ts";
import { chars4 } from "../model/counter.ts";
import type { Message } from "../model/message.ts";
import { type ContentPart, type Part, text } from "../model/part.ts";
import type { MessageAddress, MessageBody } from "../model/run-view.ts";
import { COLUMN, type Counting, sizeOf, sizeOfTools } from "../model/size.ts";
import type { Thread } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { isPruned, toolsOf, unitAt } from "../policies/request-view.ts";

/** Cuts texts until `room` UTF-16 units are used up, and counts what it left out. */
class Room {
  omitted = 0;
  private left: number;

  constructor(left: number) {
    this.left = left;
  }

  text(value: string): string {
    const kept = value.slice(0, indexAtUnits(value, this.left));
    this.left -= kept.length;
    this.omitted += value.length - kept.length;
    return kept;
  }

  content(part: ContentPart): ContentPart {
    return part.type === "text" ? { ...part, text: this.text(part.text) } : part;
  }

  part(part: Part): Part {
    if (part.type === "text" || part.type === "thinking") return { ...part, text: this.text(part.text) };
    return part.type === "tool-result"
      ? { ...part, parts: part.parts.map((inner) => this.content(inner)) }
      : part;
  }
}

function bodyOf(message: Message, counting: Counting, maxChars: number): MessageBody {
  const room = new Room(maxChars);
  const size = sizeOf(message, counting);
  const parts = message.parts.map((part) => room.part(part));
  return {
    message: { ...message, parts },
    tokens: size[COLUMN.tokens] as number,
    bytes: size[COLUMN.bytes] as number,
    omitted: room.omitted,
  };
}

/** The system prompt or the tools as a message of their own, for showing. */
function special(
  tools: readonly ToolDefinition[],
  system: string | null,
  which: "system" | "tools",
): Message {
  const shown = which === "system" ? (system ?? "") : JSON.stringify(tools, null, 2);
  return { id: which, role: "user", parts: [text(shown)] };
}

/** What tools count: each definition as JSON without spaces, however they are shown. */
function withToolSize(body: MessageBody, tools: readonly ToolDefinition[], counting: Counting): MessageBody {
  const { tokens, bytes } = sizeOfTools(tools, counting);
  return { ...body, tokens, bytes };
}

/** A raw message for showing, its texts cut to `maxChars` UTF-16 units in all. Throws RangeError where there is none. */
export function rawBody(thread: Thread, at: MessageAddress, maxChars: number): MessageBody {
  const counting = { counter: chars4, mediaTokens: 1500 };
  if ("special" in at && at.special !== "summary") {
    const body = bodyOf(special(thread.tools, thread.system, at.special), counting, maxChars);
    return at.special === "tools" ? withToolSize(body, thread.tools, counting) : body;
  }
  const message = "index" in at ? thread.messages[at.index] : undefined;
  if (!message) throw new RangeError("no such raw message");
  return bodyOf(message, counting, maxChars);
}

/** A message of an outgoing request for showing. A message that is not sent has no parts. Throws RangeError where there is none. */
export function requestBody(run: Run, step: number, at: MessageAddress, maxChars: number): MessageBody {
  const { view } = stepOf(run, step);
  const { counting } = run.recording;
  const body = bodyOf(requestMessage(run, view, at), counting, maxChars);
  return "special" in at && at.special === "tools" ? withToolSize(body, toolsOf(view), counting) : body;
}

function requestMessage(run: Run, view: ReturnType<typeof stepOf>["view"], at: MessageAddress): Message {
  if ("special" in at) {
    if (at.special !== "summary") return special(toolsOf(view), view.system, at.special);
    if (!view.summary) throw new RangeError("this request has no summary");
    return view.summary.message;
  }
  if ("inserted" in at) return insertedMessage(view, at.inserted);
  if (view.lifted?.index === at.index) return view.lifted.message;
  const raw = run.recording.thread.messages[at.index];
  if (!raw || at.index >= view.to) throw new RangeError("no such message in this request");
  const isSent = at.index >= view.from && !isPruned(view, at.index);
  const sent = isSent ? unitAt(view, at.index).find((message) => message.id === raw.id) : undefined;
  return sent ?? { ...raw, parts: [] };
}

function insertedMessage(view: ReturnType<typeof stepOf>["view"], id: string): Message {
  for (let i = view.from; i < view.to; i++) {
    const found = view.sent.at(i).find((message) => message.id === id);
    if (found) return found;
  }
  throw new RangeError("no such message in this request");
}
