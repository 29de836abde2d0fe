/** A line of a Claude Code session. */
export function claudeLine(uuid: string, parentUuid: string | null, more: object): string {
  return `${JSON.stringify({ uuid, parentUuid, sessionId: "quay", ...more })}\n`;
}

/** What a user typed, or results of calls. */
export function userLine(uuid: string, parentUuid: string | null, content: unknown): string {
  return claudeLine(uuid, parentUuid, { type: "user", message: { role: "user", content } });
}

/** A response with one call of a tool, and the line that answers it. */
export function callLines(id: string, parentUuid: string, text: string): string {
  const content = [{ type: "tool_use", id: `call-${id}`, name: "Soundings", input: { pier: id } }];
  const message = { id: `msg-${id}`, role: "assistant", content, stop_reason: "tool_use" };
  const answer = [{ type: "tool_result", tool_use_id: `call-${id}`, content: text }];
  return (
    claudeLine(`ask-${id}`, parentUuid, { type: "assistant", message }) +
    userLine(`answer-${id}`, `ask-${id}`, answer)
  );
}

/** A response that is words alone. */
export function sayLine(id: string, parentUuid: string, text: string): string {
  const message = {
    id: `msg-${id}`,
    role: "assistant",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
  };
  return claudeLine(`say-${id}`, parentUuid, { type: "assistant", message });
}

/** A session of so many calls, each answered by the one before; it ends with the last answer. */
export function quaySession(calls: number): string {
  let text = userLine("start", null, "Sound the harbour, pier by pier.");
  for (let at = 1; at <= calls; at++)
    text += callLines(
      String(at),
      at === 1 ? "start" : `answer-${at - 1}`,
      `${at} fathoms of water\n`.repeat(40),
    );
  return text;
}
