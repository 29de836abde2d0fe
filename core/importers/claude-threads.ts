import { BranchBudget, leftBranches, noteBranches } from "./branches.ts";
import { type LaneMessages, laneMessages } from "./claude-lane.ts";
import type { ClaudeNode } from "./claude-node.ts";
import type { ClaudeTitles } from "./claude-session.ts";
import type { ClaudeTree } from "./claude-branch.ts";
import { claudeTrees } from "./claude-tree.ts";
import type { ImportedThread } from "./importer.ts";
import { Notebook } from "./notebook.ts";

/**
 * The threads of a session, the main one first: the live branch that the session ended in. Trees with a root of their
 * own (a conversation begun anew in the same file) and sub-agents are threads of their own, and so are the branches
 * that a lane left.
 */
export function claudeThreads(
  nodes: readonly ClaudeNode[],
  byUuid: ReadonlyMap<string, number>,
  titles: ClaudeTitles,
  notes: Notebook,
): ImportedThread[] {
  const trees = ordered(claudeTrees(nodes, byUuid, notes));
  const names = new Map<string, number>();
  const threads = trees.map((tree) => thread(tree, laneName(tree, names), titles, notes));
  const system = "system prompt: Claude Code does not record it";
  notes.add("missing", system);
  notes.add("missing", "tool definitions: Claude Code does not record them");
  return [...threads, ...allBranches(trees, threads, notes)];
}

/** The branches that the lanes left, as long as there is room for them. */
function allBranches(
  trees: readonly ClaudeTree[],
  lanes: readonly ImportedThread[],
  notes: Notebook,
): ImportedThread[] {
  const budget = new BranchBudget();
  const branches = trees.flatMap((tree, at) => {
    const lane = lanes[at];
    return lane ? leftBranches(lane, branchesOf(tree), budget) : [];
  });
  const unlisted = trees.reduce((sum, tree) => sum + tree.leftOver(), 0);
  noteBranches(notes, branches.length, unlisted);
  return branches;
}

function* branchesOf(tree: ClaudeTree): Generator<LaneMessages> {
  // What its lines give rise to was said of the lane already, or concerns this branch alone.
  for (let left = tree.nextLeft(); left; left = tree.nextLeft()) yield laneMessages(left, new Notebook());
}

/** The session's own lanes before the sub-agents', the one with the last line first; sub-agents as they began. */
function ordered(trees: readonly ClaudeTree[]): ClaudeTree[] {
  const own = trees.filter((tree) => tree.lane === "").toSorted((a, b) => b.last - a.last);
  return [...own, ...trees.filter((tree) => tree.lane !== "")];
}

/** `main`, then `earlier-1`…; a sub-agent by its id, with `~2`… where it began anew. */
function laneName(branch: Pick<ClaudeTree, "lane">, names: Map<string, number>): string {
  const count = (names.get(branch.lane) ?? 0) + 1;
  names.set(branch.lane, count);
  if (branch.lane === "") return count === 1 ? "main" : `earlier-${count - 1}`;
  return count === 1 ? branch.lane : `${branch.lane}~${count}`;
}

function thread(tree: ClaudeTree, lane: string, titles: ClaudeTitles, notes: Notebook): ImportedThread {
  const live = tree.live();
  const { messages, marks } = laneMessages(live, notes);
  const title = tree.lane === "" ? titleOf(live, lane, titles) : titles.agents.get(tree.lane);
  const base = { id: lane, lane, system: null, tools: [], messages, marks };
  return title === undefined ? base : { ...base, title };
}

function titleOf(live: readonly ClaudeNode[], lane: string, titles: ClaudeTitles): string | undefined {
  if (lane === "main" && titles.custom !== undefined) return titles.custom;
  if (lane === "main" && titles.generated !== undefined) return titles.generated;
  const leaf = live.findLast((node) => titles.byLeaf.has(node.uuid));
  return leaf ? titles.byLeaf.get(leaf.uuid) : undefined;
}
