import { type PositionSet, PositionTable } from "../lib/position-set.ts";
import type { ClaudeNode } from "./claude-node.ts";
import { SiblingLines } from "./claude-siblings.ts";

/** All lines of a session, which its trees share. */
export class ClaudeLines {
  readonly nodes: readonly ClaudeNode[];
  /** Position of every line's parent, -1 for a root. */
  readonly parents: Int32Array;
  /** For the branch that is put together. */
  readonly branches: PositionTable;
  /** Positions that a branch was given for. */
  readonly given: PositionSet;

  constructor(nodes: readonly ClaudeNode[], parents: Int32Array) {
    this.nodes = nodes;
    this.parents = parents;
    this.branches = new PositionTable(nodes.length);
    this.given = new PositionTable(nodes.length).open();
  }

  isMessage(position: number): boolean {
    const kind = this.nodes[position]?.entry?.kind;
    return kind === "assistant" || kind === "user";
  }
}

/** One tree of lines: the branch that the session went on with, and those that it left. */
export class ClaudeTree {
  readonly lane: string;
  /** Position of the last line that holds something. */
  readonly last: number;
  readonly #members: readonly number[];
  readonly #lines: ClaudeLines;
  #siblings: SiblingLines | undefined;
  /** What stands behind this place among the members has been given, or is no message. */
  #from: number;

  /** `members` are positions, in file order; at least one holds something. */
  constructor(members: readonly number[], lines: ClaudeLines) {
    const { nodes } = lines;
    this.#members = members;
    this.#lines = lines;
    this.#from = members.length;
    this.lane = nodes[members[0] ?? -1]?.lane ?? "";
    this.last = members.findLast((index) => nodes[index]?.entry !== undefined) ?? -1;
  }

  /** The lines of the live branch in file order: the path from the last leaf up, with what belongs to it. */
  live(): ClaudeNode[] {
    const path = this.#path(this.last);
    // Few lines are off the live path: an index of all lines would cost more than all else together.
    const off = this.#messages().filter((index) => !path.has(index));
    return this.#give(path, new SiblingLines(off, this.#lines.nodes));
  }

  /** The branch that was left last, and of which no other holds the end; undefined when there is none. */
  nextLeft(): ClaudeNode[] | undefined {
    const leaf = this.#nextLeaf();
    if (leaf === undefined) return undefined;
    this.#siblings ??= new SiblingLines(this.#messages(), this.#lines.nodes);
    return this.#give(this.#path(leaf), this.#siblings);
  }

  /** How many ends of branches have not been given: messages that no other follows. */
  leftOver(): number {
    const open = this.#members.filter((index) => this.#isLeft(index));
    const followed = new Set(open.map((index) => this.#lines.parents[index]));
    return open.filter((index) => !followed.has(index)).length;
  }

  #nextLeaf(): number | undefined {
    while (this.#from > 0) {
      const index = this.#members[--this.#from] ?? -1;
      if (this.#isLeft(index)) return index;
    }
    return undefined;
  }

  /** True for a message that no branch was given for. */
  #isLeft(index: number): boolean {
    return !this.#lines.given.has(index) && this.#lines.isMessage(index);
  }

  #messages(): number[] {
    return this.#members.filter((index) => this.#lines.isMessage(index));
  }

  #path(leaf: number): PositionSet {
    const path = this.#lines.branches.open();
    for (let here = leaf; here >= 0; here = this.#lines.parents[here] ?? -1) path.add(here);
    return path;
  }

  #give(branch: PositionSet, siblings: SiblingLines): ClaudeNode[] {
    const { nodes, given } = this.#lines;
    siblings.addTo(branch);
    for (const index of branch.positions) given.add(index);
    return branch.sorted().map((index) => nodes[index] as ClaudeNode);
  }
}
