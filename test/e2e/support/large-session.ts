import { closeSync, openSync, writeSync } from "node:fs";
import { madeUpText, numbers } from "../../support/host-session.ts";

const common = { sessionId: "large", cwd: "/srv/large", version: "2.0.0", isSidechain: false };

function record(at: number, type: "user" | "assistant", content: string | readonly object[]): string {
  const parentUuid = at === 0 ? null : `record-${at - 1}`;
  const whole = {
    id: `msg-${at}`,
    type: "message",
    model: "made-up",
    usage: { input_tokens: 9, output_tokens: 9 },
  };
  const message = { role: type, content, ...(type === "assistant" ? whole : {}) };
  return `${JSON.stringify({ ...common, type, uuid: `record-${at}`, parentUuid, message })}\n`;
}

/** Writes a made-up Claude Code session of at least so many bytes; every result has a text of its own. */
export function writeLargeSession(file: string, bytes: number): void {
  const random = numbers(5);
  const pool = madeUpText(random, 2_000_000);
  const out = openSync(file, "w");
  const slice = (length: number): string => {
    const from = Math.floor(random() * (pool.length - length));
    return pool.slice(from, from + length);
  };
  let written = writeSync(out, record(0, "user", "Sort all of the port's papers."));
  for (let at = 1; written < bytes; at += 2) {
    const call = {
      type: "tool_use",
      id: `toolu_${at}`,
      name: "Read",
      input: { file_path: `/srv/large/${at}.txt` },
    };
    const result = {
      type: "tool_result",
      tool_use_id: `toolu_${at}`,
      content: slice(4000 + (at % 40) * 1000),
    };
    written += writeSync(out, record(at, "assistant", [call]) + record(at + 1, "user", [result]));
  }
  closeSync(out);
}
