import type { BranchOf } from "../model/thread.ts";
import type { ImportedThread } from "./importer.ts";
import type { Notebook } from "./notebook.ts";

/** So many branches of a file become threads of their own, the last ones that were left; more are counted only. */
export const MAX_BRANCHES = 100;

/** Messages that the branches of a file may have together, those that they share with their lane too. */
const MAX_BRANCH_MESSAGES = 200_000;

const LISTED = "branches that the session left (edits, retries): each is a thread of its own";
const UNLISTED = "more branches that the session left: counted, but no threads of their own";

/** Says which branches may still become threads: a file of many long ones must not fill the memory. */
export class BranchBudget {
  #branches = MAX_BRANCHES;
  #messages = MAX_BRANCH_MESSAGES;

  /** False once there is no room for one more. */
  get open(): boolean {
    return this.#branches > 0 && this.#messages > 0;
  }

  /** Takes the room of a branch of so many messages. */
  take(messages: number): void {
    this.#branches--;
    this.#messages -= messages;
  }
}

/** The name of a lane's branch, by its number from 1. */
function branchName(of: ImportedThread, number: number): string {
  return of.lane === "main" ? `branch-${number}` : `${of.lane}-branch-${number}`;
}

/**
 * A branch as a thread, or undefined when it holds nothing that its lane does not hold. It has its lane's system
 * prompt and tools, and its own messages after those that the two share.
 */
function branchThread(
  of: ImportedThread,
  number: number,
  { messages, marks }: Left,
): ImportedThread | undefined {
  const shared = sharedStart(of, messages);
  if (shared === messages.length) return undefined;
  const name = branchName(of, number);
  const branch: BranchOf = { of: of.id, shared };
  return { id: name, lane: name, system: of.system, tools: of.tools, messages, marks, branch };
}

/** How many messages at the start are the very same. */
function sharedStart(of: ImportedThread, messages: ImportedThread["messages"]): number {
  const differs = messages.findIndex((message, at) => {
    const other = of.messages[at];
    return !other || other.role !== message.role || !sameHandles(other.kept, message.kept);
  });
  return differs < 0 ? messages.length : differs;
}

function sameHandles(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((handle, at) => handle === b[at]);
}

/** The messages and marks of a branch. */
type Left = Pick<ImportedThread, "messages" | "marks">;

/** The branches that a lane left as threads, as long as there is room for them: no more of them are asked for. */
export function leftBranches(
  of: ImportedThread,
  branches: Iterable<Left>,
  budget: BranchBudget = new BranchBudget(),
): ImportedThread[] {
  const threads: ImportedThread[] = [];
  const all = branches[Symbol.iterator]();
  while (budget.open) {
    const left = all.next();
    if (left.done) break;
    const thread = branchThread(of, threads.length + 1, left.value);
    if (!thread) continue;
    threads.push(thread);
    budget.take(thread.messages.length);
  }
  return threads;
}

/** Says how many branches were listed, and how many there are beside. */
export function noteBranches(notes: Notebook, listed: number, unlisted: number): void {
  notes.add("note", LISTED, undefined, listed);
  notes.add("dropped", UNLISTED, undefined, unlisted);
}
