/**
 * Builds a neutral thread: messages with ids, calls with ids that count.
 * @typedef {{ readonly name: string, readonly input: unknown, readonly result?: string, readonly isError?: boolean }} Call
 */
export class Session {
  /** @type {unknown[]} */
  messages = [];
  #calls = 0;

  /** @param {string} text */
  user(text) {
    this.#add("user", [{ type: "text", text }]);
  }

  /** One step: what the model thought and said, its calls, and their results. A call without a result stays open. @param {{ thinking?: string, text?: string, calls?: readonly Call[] }} step */
  step({ thinking, text, calls = [] }) {
    const made = calls.map((call) => ({ ...call, callId: `call_${++this.#calls}` }));
    this.#add("assistant", [
      ...(thinking ? [{ type: "thinking", text: thinking }] : []),
      ...(text ? [{ type: "text", text }] : []),
      ...made.map(({ callId, name, input }) => ({ type: "tool-call", callId, name, arguments: input })),
    ]);
    const answered = made.filter((call) => call.result !== undefined);
    if (answered.length > 0) this.#add("tool", answered.map(asResult));
  }

  /** @param {string} role @param {readonly unknown[]} parts */
  #add(role, parts) {
    this.messages.push({ id: `${role.charAt(0)}${this.messages.length + 1}`, role, parts });
  }
}

/** @param {Call & { callId: string }} call */
function asResult({ callId, isError = false, result = "" }) {
  return { type: "tool-result", callId, isError, parts: [{ type: "text", text: result }] };
}

/** A tool definition with string parameters. @param {string} name @param {string} description @param {readonly string[]} parameters */
export function tool(name, description, parameters) {
  const properties = Object.fromEntries(parameters.map((one) => [one, { type: "string" }]));
  return { name, description, parameters: { type: "object", properties, required: parameters } };
}

/** The neutral thread file, as a single line of JSONL. @param {unknown} thread */
export function threadFile(thread) {
  return `${JSON.stringify({ ullage: 1, thread })}\n`;
}
