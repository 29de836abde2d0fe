import type { ClaudeNode } from "./claude-node.ts";
import { SiblingLines } from "./claude-siblings.ts";

/** One tree of lines: the branch that the session went on with, and those that it left. */
export class ClaudeTree {
  readonly lane: string;
  /** Position of the last line that holds something. */
  readonly last: number;
  readonly #members: readonly number[];
  readonly #nodes: readonly ClaudeNode[];
  readonly #parents: Int32Array;
  /** Positions that a branch was given for. */
  readonly #given = new Set<number>();
  #siblings: SiblingLines | undefined;
  /** What stands behind this place among the members has been given, or is no message. */
  #from: number;

  /** `members` are positions, in file order; at least one holds something. */
  constructor(members: readonly number[], nodes: readonly ClaudeNode[], parents: Int32Array) {
    this.#members = members;
    this.#nodes = nodes;
    this.#parents = parents;
    this.#from = members.length;
    this.lane = nodes[members[0] ?? -1]?.lane ?? "";
    this.last = members.findLast((index) => nodes[index]?.entry !== undefined) ?? -1;
  }

  /** The lines of the live branch in file order: the path from the last leaf up, with what belongs to it. */
  live(): ClaudeNode[] {
    const path = this.#path(this.last);
    // Few lines are off the live path: an index of all lines would cost more than all else together.
    const off = this.#messages().filter((index) => !path.has(index));
    return this.#give(path, new SiblingLines(off, this.#nodes));
  }

  /** The branch that was left last, and of which no other holds the end; undefined when there is none. */
  nextLeft(): ClaudeNode[] | undefined {
    const leaf = this.#nextLeaf();
    if (leaf === undefined) return undefined;
    this.#siblings ??= new SiblingLines(this.#messages(), this.#nodes);
    return this.#give(this.#path(leaf), this.#siblings);
  }

  /** How many ends of branches have not been given: messages that no other follows. */
  leftOver(): number {
    const open = this.#members.filter((index) => !this.#given.has(index) && isMessage(this.#nodes[index]));
    const followed = new Set(open.map((index) => this.#parents[index]));
    return open.filter((index) => !followed.has(index)).length;
  }

  #nextLeaf(): number | undefined {
    while (this.#from > 0) {
      const index = this.#members[--this.#from] ?? -1;
      if (!this.#given.has(index) && isMessage(this.#nodes[index])) return index;
    }
    return undefined;
  }

  #messages(): number[] {
    return this.#members.filter((index) => isMessage(this.#nodes[index]));
  }

  #path(leaf: number): Set<number> {
    const path = new Set<number>();
    for (let here = leaf; here >= 0; here = this.#parents[here] ?? -1) path.add(here);
    return path;
  }

  #give(branch: Set<number>, siblings: SiblingLines): ClaudeNode[] {
    siblings.addTo(branch);
    for (const index of branch) this.#given.add(index);
    return [...branch].toSorted((a, b) => a - b).flatMap((index) => this.#nodes[index] ?? []);
  }
}

function isMessage(node: ClaudeNode | undefined): boolean {
  return node?.entry?.kind === "assistant" || node?.entry?.kind === "user";
}
