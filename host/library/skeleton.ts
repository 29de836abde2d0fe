import type { ImportedThread, KeptParts } from "../../core/importers/importer.ts";
import type { Role } from "../../core/model/message.ts";
import { squeezeBytes, unsqueezeBytes } from "./squeeze.ts";

/** What search must know of a stored thread's messages, by their index: role, and the handles of their kept parts. */
export type Skeleton = readonly (readonly [Role, readonly KeptParts[]])[];

/** The skeleton of a thread whose handles, from its first to its last message, are `from` and those that follow. */
interface Run {
  readonly from: KeptParts;
  /** Of each message a letter for its role, then how many handles it has, unless it has one: `uata2t`. */
  readonly run: string;
}

const letters: Readonly<Record<Role, string>> = { user: "u", assistant: "a", tool: "t" };
const roles = new Map(Object.entries(letters).map(([role, letter]) => [letter, role as Role]));

/** The thread as such a run, if it is one: most are, and a file may hold very many of them. */
function runOf({ messages }: ImportedThread): Run | undefined {
  const from = messages[0]?.kept[0] ?? 0;
  let next = from;
  let run = "";
  for (const { role, kept } of messages) {
    for (const handle of kept) if (handle !== next++) return undefined;
    run += letters[role];
    if (kept.length !== 1) run += String(kept.length);
  }
  return { from, run };
}

function skeletonOf({ messages, branch }: ImportedThread): Skeleton {
  // What a branch shares with its lane is found there: search need not find it twice.
  const shared = branch?.shared ?? 0;
  return messages.map(({ role, kept }, at) => [role, at < shared ? [] : kept]);
}

function ofRun({ from, run }: Run): Skeleton {
  let next = from;
  return Array.from(run.matchAll(/([uat])(\d*)/g), ([, letter = "", count = ""]) => {
    const kept = Array.from({ length: count === "" ? 1 : Number(count) }, () => next++);
    return [roles.get(letter) ?? "user", kept] as const;
  });
}

/** The skeleton of a thread as it is stored with it. */
export function writeSkeleton(thread: ImportedThread): Uint8Array {
  const run = thread.branch ? undefined : runOf(thread);
  return squeezeBytes(Buffer.from(JSON.stringify(run ?? skeletonOf(thread))));
}

/** The skeleton that was stored with a thread. */
export function readSkeleton(data: Uint8Array): Skeleton {
  const stored = JSON.parse(unsqueezeBytes(data).toString("utf8")) as Skeleton | Run;
  return "run" in stored ? ofRun(stored) : stored;
}
