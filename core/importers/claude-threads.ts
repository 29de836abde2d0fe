import { laneMessages } from "./claude-lane.ts";
import type { ClaudeNode } from "./claude-node.ts";
import type { ClaudeTitles } from "./claude-session.ts";
import type { LiveBranch } from "./claude-tree.ts";
import { liveBranches } from "./claude-tree.ts";
import type { ImportedThread } from "./importer.ts";
import type { Notebook } from "./notebook.ts";

const ABANDONED =
  "message lines on branches that the session left (edits, retries): not part of the live thread";

/**
 * The threads of a session, the main one first: the live branch that the session ended in. Branches with a root of
 * their own (a conversation begun anew in the same file) and sub-agents are threads of their own.
 */
export function claudeThreads(
  nodes: readonly ClaudeNode[],
  byUuid: ReadonlyMap<string, number>,
  titles: ClaudeTitles,
  notes: Notebook,
): ImportedThread[] {
  const branches = ordered(liveBranches(nodes, byUuid, notes));
  notes.add(
    "dropped",
    ABANDONED,
    undefined,
    branches.reduce((sum, branch) => sum + branch.abandoned, 0),
  );
  const names = new Map<string, number>();
  const threads = branches.map((branch) => thread(branch, laneName(branch, names), titles, notes));
  const system = "system prompt: Claude Code does not record it";
  notes.add("missing", system);
  notes.add("missing", "tool definitions: Claude Code does not record them");
  return threads;
}

/** The session's own branches before the sub-agents', the one with the last line first; sub-agents as they began. */
function ordered(branches: readonly LiveBranch[]): LiveBranch[] {
  const own = branches.filter((branch) => branch.lane === "").toSorted((a, b) => b.last - a.last);
  return [...own, ...branches.filter((branch) => branch.lane !== "")];
}

/** `main`, then `earlier-1`…; a sub-agent by its id, with `~2`… where it began anew. */
function laneName(branch: LiveBranch, names: Map<string, number>): string {
  const count = (names.get(branch.lane) ?? 0) + 1;
  names.set(branch.lane, count);
  if (branch.lane === "") return count === 1 ? "main" : `earlier-${count - 1}`;
  return count === 1 ? branch.lane : `${branch.lane}~${count}`;
}

function thread(branch: LiveBranch, lane: string, titles: ClaudeTitles, notes: Notebook): ImportedThread {
  const { messages, marks } = laneMessages(branch.live, notes);
  const title = branch.lane === "" ? titleOf(branch, lane, titles) : undefined;
  const base = { id: lane, lane, system: null, tools: [], messages, marks };
  return title === undefined ? base : { ...base, title };
}

function titleOf(branch: LiveBranch, lane: string, titles: ClaudeTitles): string | undefined {
  if (lane === "main" && titles.custom !== undefined) return titles.custom;
  if (lane === "main" && titles.generated !== undefined) return titles.generated;
  const leaf = branch.live.findLast((node) => titles.byLeaf.has(node.uuid));
  return leaf ? titles.byLeaf.get(leaf.uuid) : undefined;
}
