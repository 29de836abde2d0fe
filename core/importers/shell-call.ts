import type { ToolCallPart } from "../model/part.ts";

/** A command that an agent wrote in its text instead of calling a tool. */
export function shellCall(command: string): ToolCallPart {
  return { type: "tool-call", callId: "", name: "shell", arguments: { command } };
}
