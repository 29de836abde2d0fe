import { pad } from "./seed.mjs";

/** @typedef {import("./session.mjs").Call} Call */

/** Writes a session as a coding agent keeps it: one content block a line, each line naming its parent. */
export class ClaudeLines {
  /** @type {string[]} */
  lines = [];
  /** @type {string | null} */
  #parent = null;
  #count = 0;
  #seconds = 0;

  /** @param {unknown} content */
  user(content) {
    this.#line("user", { message: { role: "user", content } });
  }

  /** @param {{ thinking?: string, text?: string, calls?: readonly Call[], usage: readonly [input: number, cached: number, output: number] }} step */
  step({ thinking, text, calls = [], usage }) {
    const id = `msg_${pad(++this.#count, 4)}`;
    const made = calls.map((call, index) => ({ ...call, id: `toolu_${pad(this.#count, 4)}_${index + 1}` }));
    const blocks = [
      ...(thinking ? [{ type: "thinking", thinking, signature: "" }] : []),
      ...(text ? [{ type: "text", text }] : []),
      ...made.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: call.input })),
    ];
    blocks.forEach((block, index) =>
      this.#block(id, block, usage, index === blocks.length - 1, made.length > 0),
    );
    for (const call of made) if (call.result !== undefined) this.user([result(call)]);
  }

  /** @param {string} id @param {unknown} block @param {readonly [number, number, number]} usage @param {boolean} last @param {boolean} calls */
  #block(id, block, [input, cached, output], last, calls) {
    const stop = calls ? "tool_use" : "end_turn";
    this.#line("assistant", {
      message: {
        id,
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [block],
        stop_reason: last ? stop : null,
        usage: {
          input_tokens: input,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: 0,
          output_tokens: last ? output : 1,
        },
      },
    });
  }

  /** @param {string} type @param {object} rest */
  #line(type, rest) {
    const uuid = `5f0c1e9a-0000-4000-8000-${pad(this.lines.length + 1, 12)}`;
    this.#seconds += 7;
    const timestamp = `2026-03-14T15:${pad(Math.floor(this.#seconds / 60), 2)}:${pad(this.#seconds % 60, 2)}.000Z`;
    const envelope = {
      parentUuid: this.#parent,
      isSidechain: false,
      cwd: "/home/ada/ferrybook",
      sessionId: "5f0c1e9a",
      version: "2.1.40",
      type,
    };
    this.lines.push(JSON.stringify({ ...envelope, ...rest, uuid, timestamp }));
    this.#parent = uuid;
  }
}

/** @param {Call & { id: string }} call */
function result({ id, isError, result: content }) {
  return { type: "tool_result", tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
}
