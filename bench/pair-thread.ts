import type { Message } from "../core/model/message.ts";
import type { Thread } from "../core/model/thread.ts";
import { dice, output, size } from "./session.ts";

/**
 * A thread of about so many messages: calls with a result each, and a user message every forty. Made, not recorded;
 * the same for the same arguments.
 */
export function pairThread(count: number, seed = 1): Thread {
  const roll = dice(seed);
  const messages: Message[] = [];
  const add = (role: Message["role"], parts: Message["parts"]): void =>
    void messages.push({ id: `m${messages.length + 1}`, role, parts });
  while (messages.length < count) {
    if (messages.length % 40 === 0) add("user", [{ type: "text", text: output(roll, 200) }]);
    const callId = `call-${messages.length}`;
    const command = `run step ${messages.length}`;
    const said = { type: "text", text: output(roll, 150) } as const;
    add("assistant", [said, { type: "tool-call", callId, name: "bash", arguments: { command } }]);
    const parts = [{ type: "text", text: output(roll, size(roll)) }] as const;
    add("tool", [{ type: "tool-result", callId, isError: false, parts }]);
  }
  return { id: "made", lane: "main", system: "You work in a shell.", tools: [], messages };
}
