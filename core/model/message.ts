import type { Part, ToolCallPart, ToolResultPart } from "./part.ts";

/** Who a message is from. A system prompt is no message: it belongs to the thread. */
export type Role = "user" | "assistant" | "tool";

/** One neutral message. Immutable: a policy that changes one makes another. */
export interface Message {
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
}

/** The calls of a message, in order. */
export function callsOf(message: Message): ToolCallPart[] {
  return message.parts.filter((part): part is ToolCallPart => part.type === "tool-call");
}

/** The results of a message, in order. */
export function resultsOf(message: Message): ToolResultPart[] {
  return message.parts.filter((part): part is ToolResultPart => part.type === "tool-result");
}
