import type { PositionSet } from "../lib/position-set.ts";
import type { ClaudeNode } from "./claude-node.ts";

/**
 * Parallel calls make branch points that are no alternatives: the other lines of a response, and the results of its
 * calls that a path does not pass through, belong to the branch too.
 */
export class SiblingLines {
  readonly #candidates: readonly number[];
  readonly #nodes: readonly ClaudeNode[];
  #byResponse: Map<string, number[]> | undefined;
  #byCall: Map<string, number[]> | undefined;

  /** `candidates` are the positions of the lines that may belong to a branch, in file order. */
  constructor(candidates: readonly number[], nodes: readonly ClaudeNode[]) {
    this.#candidates = candidates;
    this.#nodes = nodes;
  }

  /** Adds to a branch what belongs to it beside its path. */
  addTo(branch: PositionSet): void {
    if (this.#candidates.length === 0) return;
    const lines = this.#linesOf(branch.positions);
    for (const index of lines) branch.add(index);
    this.#addResults(branch);
  }

  #linesOf(path: readonly number[]): number[] {
    const responses = new Set<string>();
    for (const index of path) {
      const entry = this.#nodes[index]?.entry;
      if (entry?.kind === "assistant") responses.add(entry.response);
    }
    const byResponse = (this.#byResponse ??= this.#index(responseOf));
    return [...responses].flatMap((response) => byResponse.get(response) ?? []);
  }

  /** A line of results joins when every call that it answers waits for one. */
  #addResults(branch: PositionSet): void {
    const open = this.#openCalls(branch);
    const byCall = (this.#byCall ??= this.#index(answeredCalls));
    const candidates = new Set([...open.keys()].flatMap((callId) => byCall.get(callId) ?? []));
    for (const index of [...candidates].toSorted((a, b) => a - b)) {
      const answered = branch.has(index) ? [] : answeredCalls(this.#nodes[index]);
      if (answered.length === 0 || !answered.every((callId) => (open.get(callId) ?? 0) > 0)) continue;
      for (const callId of answered) open.set(callId, (open.get(callId) ?? 0) - 1);
      branch.add(index);
    }
  }

  /** How many calls of each id a branch leaves without a result: those that do. */
  #openCalls(branch: PositionSet): Map<string, number> {
    const open = new Map<string, number>();
    const count = (callId: string, change: number) => open.set(callId, (open.get(callId) ?? 0) + change);
    for (const index of branch.positions) {
      const entry = this.#nodes[index]?.entry;
      if (entry?.kind === "assistant") for (const callId of entry.callIds) count(callId, 1);
      if (entry?.kind === "user") for (const { callId } of entry.results) count(callId, -1);
    }
    for (const [callId, waiting] of open) if (waiting <= 0) open.delete(callId);
    return open;
  }

  #index(keysOf: (node: ClaudeNode | undefined) => readonly string[]): Map<string, number[]> {
    const index = new Map<string, number[]>();
    for (const at of this.#candidates)
      for (const key of keysOf(this.#nodes[at])) {
        const same = index.get(key);
        if (same) same.push(at);
        else index.set(key, [at]);
      }
    return index;
  }
}

function responseOf(node: ClaudeNode | undefined): readonly string[] {
  return node?.entry?.kind === "assistant" ? [node.entry.response] : [];
}

function answeredCalls(node: ClaudeNode | undefined): readonly string[] {
  return node?.entry?.kind === "user" ? node.entry.results.map(({ callId }) => callId) : [];
}
