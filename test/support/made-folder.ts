import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonl } from "./import-text.ts";

/** Writes files by their names below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** A line of a Claude Code session. */
export function claudeLine(uuid: string, text: string, more: object = {}): object {
  const message = { role: "user", content: text };
  return { parentUuid: null, sessionId: "s-1", uuid, type: "user", isSidechain: false, message, ...more };
}

/** A Claude Code project: a session, two sub-agents below it and an older one beside it, each with its own words. */
export const claudeProject: Readonly<Record<string, string>> = {
  "project/s-1.jsonl": jsonl([claudeLine("u1", "main words")]).trimEnd(),
  "project/s-1/subagents/agent-a1.jsonl": jsonl([
    claudeLine("a1", "first agent", { isSidechain: true, agentId: "a1" }),
  ]),
  "project/s-1/subagents/agent-a1.meta.json": JSON.stringify(
    { agentType: "Explore", description: "Look for storms" },
    null,
    2,
  ),
  "project/s-1/subagents/workflows/w1/agent-b2.jsonl": jsonl([
    claudeLine("b1", "second agent", { isSidechain: true }),
  ]),
  "project/agent-c3.jsonl": jsonl([claudeLine("c1", "third agent", { isSidechain: true, agentId: "c3" })]),
};
