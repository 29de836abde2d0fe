import type { ClaudeNode } from "./claude-node.ts";
import type { Notebook } from "./notebook.ts";

const UNKNOWN_PARENT = "lines whose parent is not in the file: joined to the line before them";
const CYCLE = "lines whose parents go round in a circle: read as the start of a branch";

/** A thread of the session: the lines of its live branch, in file order. */
export interface LiveBranch {
  readonly lane: string;
  /** Uuid of the branch's first line. */
  readonly root: string;
  readonly live: readonly ClaudeNode[];
  /** Message lines of the same tree that the live branch left behind. */
  readonly abandoned: number;
  /** Position of its last line in the file. */
  readonly last: number;
}

/**
 * Sorts the lines of a session into lanes and finds the live branch of each: the path from its last leaf up. `byUuid`
 * gives the position of a line.
 */
export function liveBranches(
  nodes: readonly ClaudeNode[],
  byUuid: ReadonlyMap<string, number>,
  notes: Notebook,
): LiveBranch[] {
  const parents = resolveParents(nodes, byUuid, notes);
  const groups = groupByRoot(findRoots(parents, nodes, notes));
  const branches = groups.map((members) => liveBranch(members, nodes, parents));
  return branches.filter((branch) => branch !== undefined);
}

/** Position of every line's parent, -1 for a root. A parent in another lane is none. */
function resolveParents(
  nodes: readonly ClaudeNode[],
  byUuid: ReadonlyMap<string, number>,
  notes: Notebook,
): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  const lastOfLane = new Map<string, number>();
  for (const [at, node] of nodes.entries()) {
    const before = lastOfLane.get(node.lane) ?? -1;
    lastOfLane.set(node.lane, at);
    const known = node.parent ?? (node.parentUuid === null ? -1 : undefined);
    const parent = known ?? laterParent(node, at, before, byUuid, notes);
    if (nodes[parent]?.lane === node.lane) parents[at] = parent;
  }
  return parents;
}

/** The parent of a line that names one further on, or none, or one that is not there: then the line before. */
function laterParent(
  node: ClaudeNode,
  at: number,
  before: number,
  byUuid: ReadonlyMap<string, number>,
  notes: Notebook,
): number {
  if (typeof node.parentUuid !== "string") return before;
  const later = byUuid.get(node.parentUuid);
  if (later !== undefined && later !== at) return later;
  if (before >= 0) notes.add("doubt", UNKNOWN_PARENT, node.line);
  return before;
}

/** The root of every line. A circle is cut where it was entered. */
function findRoots(parents: Int32Array, nodes: readonly ClaudeNode[], notes: Notebook): Int32Array {
  const roots = new Int32Array(parents.length).fill(-1);
  const seenFrom = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    const top = climb(start, parents, roots, seenFrom);
    if (at(roots, top) < 0 && at(parents, top) >= 0) {
      notes.add("doubt", CYCLE, nodes[top]?.line);
      parents[top] = -1;
    }
    paint(start, at(roots, top) < 0 ? top : at(roots, top), parents, roots);
  }
  return roots;
}

/** Up from a line: to a root, to a line whose root is known, or to where a circle closes. */
function climb(start: number, parents: Int32Array, roots: Int32Array, seenFrom: Int32Array): number {
  let here = start;
  while (at(roots, here) < 0 && at(seenFrom, here) !== start && at(parents, here) >= 0) {
    seenFrom[here] = start;
    here = at(parents, here);
  }
  return here;
}

function paint(start: number, root: number, parents: Int32Array, roots: Int32Array): void {
  for (let here = start; here >= 0 && at(roots, here) < 0; here = at(parents, here)) roots[here] = root;
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? -1;
}

function groupByRoot(roots: Int32Array): number[][] {
  const groups = new Map<number, number[]>();
  for (let index = 0; index < roots.length; index++) {
    const members = groups.get(at(roots, index));
    if (members) members.push(index);
    else groups.set(at(roots, index), [index]);
  }
  return [...groups.values()];
}

/** The live branch of one tree; undefined when nothing in it is a message or a mark. */
function liveBranch(
  members: readonly number[],
  nodes: readonly ClaudeNode[],
  parents: Int32Array,
): LiveBranch | undefined {
  const leaf = members.findLast((index) => nodes[index]?.entry !== undefined);
  if (leaf === undefined) return undefined;
  const onPath = new Set<number>();
  for (let here = leaf; here >= 0; here = at(parents, here)) onPath.add(here);
  const tree = members.flatMap((index) => nodes[index] ?? []);
  const isLive = members.map((index) => onPath.has(index));
  addSiblings(tree, isLive);
  return {
    lane: tree[0]?.lane ?? "",
    root: tree[0]?.uuid ?? "",
    live: tree.filter((_, index) => isLive[index]),
    abandoned: tree.filter((node, index) => !isLive[index] && isMessage(node)).length,
    last: leaf,
  };
}

function isMessage(node: ClaudeNode): boolean {
  return node.entry?.kind === "assistant" || node.entry?.kind === "user";
}

/**
 * Parallel calls make branch points that are no alternatives: the other lines of a live response, and the results
 * of its calls that the path does not pass through, belong to the thread too.
 */
function addSiblings(tree: readonly ClaudeNode[], isLive: boolean[]): void {
  if (isLive.every(Boolean)) return;
  const responses = new Set<string>();
  for (const [index, { entry }] of tree.entries()) {
    if (isLive[index] && entry?.kind === "assistant") responses.add(entry.response);
  }
  for (const [index, { entry }] of tree.entries()) {
    if (entry?.kind === "assistant" && responses.has(entry.response)) isLive[index] = true;
  }
  addResults(tree, isLive);
}

function addResults(tree: readonly ClaudeNode[], isLive: boolean[]): void {
  const open = openCalls(tree, isLive);
  for (const [index, { entry }] of tree.entries()) {
    if (isLive[index] || entry?.kind !== "user" || entry.results.length === 0) continue;
    if (!entry.results.every(({ callId }) => (open.get(callId) ?? 0) > 0)) continue;
    for (const { callId } of entry.results) open.set(callId, (open.get(callId) ?? 0) - 1);
    isLive[index] = true;
  }
}

/** How many calls of each id the live lines leave without a result. */
function openCalls(tree: readonly ClaudeNode[], isLive: readonly boolean[]): Map<string, number> {
  const open = new Map<string, number>();
  const count = (callId: string, change: number) => open.set(callId, (open.get(callId) ?? 0) + change);
  for (const [index, { entry }] of tree.entries()) {
    if (!isLive[index]) continue;
    if (entry?.kind === "assistant") for (const callId of entry.callIds) count(callId, 1);
    if (entry?.kind === "user") for (const { callId } of entry.results) count(callId, -1);
  }
  return open;
}
