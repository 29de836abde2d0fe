import type { JsonObject } from "../model/json.ts";
import type { Notes } from "./notes.ts";

/** A message of a body before it has its provider's form. */
export interface WireMessage {
  readonly role: "user" | "assistant";
  readonly blocks: readonly JsonObject[];
  /** True for a message that must not be joined with its neighbours of the same role. */
  readonly apart?: boolean;
}

/** What is said before a conversation that does not begin with a user message. */
export const OPENING = "(The conversation begins here.)";

/** What is said after a conversation that ends with an assistant message. */
export const CLOSING = "Continue.";

function joined(messages: readonly WireMessage[]): WireMessage[] {
  const out: WireMessage[] = [];
  for (const message of messages) {
    const last = out.at(-1);
    if (message.blocks.length === 0) continue;
    if (last?.role === message.role && !last.apart && !message.apart)
      out[out.length - 1] = { role: message.role, blocks: [...last.blocks, ...message.blocks] };
    else out.push(message);
  }
  return out;
}

/**
 * Messages that begin and end with a user's and in which neighbours of one role are joined. `say` makes a text block.
 */
export function alternate(
  messages: readonly WireMessage[],
  say: (text: string) => JsonObject,
  notes: Notes,
): WireMessage[] {
  const turns = joined(messages);
  if (turns[0]?.role !== "user") {
    notes.add("a user message was put first, because the conversation must begin with one");
    turns.unshift({ role: "user", blocks: [say(OPENING)] });
  }
  if (turns.at(-1)?.role !== "user") {
    notes.add("a user message was put last, because the conversation must not end with the assistant's");
    turns.push({ role: "user", blocks: [say(CLOSING)] });
  }
  return turns;
}
