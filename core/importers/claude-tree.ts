import { ClaudeLines, ClaudeTree } from "./claude-branch.ts";
import type { ClaudeNode } from "./claude-node.ts";
import type { Notebook } from "./notebook.ts";

const UNKNOWN_PARENT = "lines whose parent is not in the file: joined to the line before them";
const CYCLE = "lines whose parents go round in a circle: read as the start of a branch";

/**
 * Sorts the lines of a session into lanes: the trees that hold a message or a mark. `byUuid` gives the position of a
 * line.
 */
export function claudeTrees(
  nodes: readonly ClaudeNode[],
  byUuid: ReadonlyMap<string, number>,
  notes: Notebook,
): ClaudeTree[] {
  const parents = resolveParents(nodes, byUuid, notes);
  const groups = groupByRoot(findRoots(parents, nodes, notes));
  const told = groups.filter((members) => members.some((index) => nodes[index]?.entry !== undefined));
  const lines = new ClaudeLines(nodes, parents);
  return told.map((members) => new ClaudeTree(members, lines));
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
