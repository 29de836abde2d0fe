/** How a made-up thread is made: so many calls, each with a result of so many lines. */
export interface MadeUp {
  readonly calls: number;
  readonly lines?: number;
}

function resultOf(at: number, lines: number): string {
  return Array.from(
    { length: lines },
    (_, line) => `line ${line + 1} of result ${at}, with a few words in it`,
  ).join("\n");
}

/** A thread file with one task, calls that read files, and a last answer: `calls + 1` steps. */
export function madeUpThread({ calls, lines = 40 }: MadeUp): string {
  const messages: unknown[] = [
    { role: "user", parts: [{ type: "text", text: "Read every file, then report." }] },
  ];
  for (let at = 1; at <= calls; at++) {
    const call = { type: "tool-call", callId: `c${at}`, name: "look", arguments: { at } };
    const result = { type: "tool-result", callId: `c${at}`, isError: false };
    messages.push({ role: "assistant", parts: [{ type: "text", text: `I look at file ${at}.` }, call] });
    messages.push({
      role: "tool",
      parts: [{ ...result, parts: [{ type: "text", text: resultOf(at, lines) }] }],
    });
  }
  messages.push({ role: "assistant", parts: [{ type: "text", text: "Everything was read." }] });
  return JSON.stringify({ ullage: 1, thread: { system: "Be careful.", messages } });
}
