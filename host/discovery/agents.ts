import path from "node:path";
import type { HomePort } from "./home-port.ts";

/** Where an agent keeps its logs. */
export interface Agent {
  readonly app: string;
  readonly label: string;
  /** Folders to look into; those that are not there are passed over. */
  readonly folders: (home: HomePort) => readonly string[];
  /** Which files below a folder are logs, by their path below it, with slashes. */
  readonly isLog: RegExp;
  /** Folders below that need not be looked into, by their path below it. */
  readonly passOver?: RegExp;
  /** How many folders deep logs lie at most. */
  readonly depth: number;
}

/** An absolute path that the environment names, else one below the home folder. */
function folderOf({ home, env }: HomePort, name: string, ...below: readonly string[]): string {
  const named = env[name];
  return named && path.isAbsolute(named) ? named : path.join(home, ...below);
}

/**
 * The agents whose logs are looked for. Only files that hold conversations are listed: none that holds credentials,
 * such as an `auth.json`, can match.
 */
export const AGENTS: readonly Agent[] = [
  {
    app: "claude-code",
    label: "Claude Code",
    folders: (home) => [path.join(folderOf(home, "CLAUDE_CONFIG_DIR", ".claude"), "projects")],
    isLog: /^[^/]+\/(?:[^/]+\.jsonl|[^/]+\/subagents\/(?:[^/]+\/){0,3}agent-[^/]+\.jsonl)$/,
    passOver: /(?:^|\/)tool-results$/,
    depth: 6,
  },
  {
    app: "codex",
    label: "Codex",
    folders: (home) =>
      ["sessions", "archived_sessions"].map((name) =>
        path.join(folderOf(home, "CODEX_HOME", ".codex"), name),
      ),
    isLog: /^(?:\d{4}\/\d{2}\/\d{2}\/)?rollout-[^/]+\.jsonl(?:\.gz|\.zst)?$/,
    depth: 4,
  },
  {
    app: "opencode",
    label: "opencode",
    folders: (home) => [path.join(folderOf(home, "XDG_DATA_HOME", ".local", "share"), "opencode")],
    isLog: /^opencode(?:-[\w.]+)?\.db$/,
    depth: 1,
  },
  {
    app: "pi",
    label: "pi",
    folders: (home) => [path.join(folderOf(home, "PI_CODING_AGENT_DIR", ".pi", "agent"), "sessions")],
    isLog: /^[^/]+\/[^/]+\.jsonl$/,
    depth: 2,
  },
  {
    app: "gemini-cli",
    label: "Gemini CLI",
    folders: (home) => [path.join(home.home, ".gemini", "tmp")],
    isLog: /^[^/]+\/(?:chats\/(?:[^/]+\/)?session-[^/]+\.jsonl?|checkpoint-[^/]+\.json)$/,
    depth: 4,
  },
];
