import type { ThreadRow } from "../../core/contract/rows.ts";
import type { ImportedThread, KeptParts } from "../../core/importers/importer.ts";
import { chars4 } from "../../core/model/counter.ts";
import type { Role } from "../../core/model/message.ts";
import { sizeOfText, sizeOfTools } from "../../core/model/size.ts";
import type { Database } from "./database.ts";
import { type FigureSink, mediaTokens } from "./part-figures.ts";
import { squeezeBytes, unsqueezeBytes } from "./squeeze.ts";

/** What search must know of a stored thread's messages, by their index: role, and the handles of their kept parts. */
export type Skeleton = readonly (readonly [Role, readonly KeptParts[]])[];

function titleOf(thread: ImportedThread, figures: FigureSink): string {
  if (thread.title) return thread.title;
  const own = thread.messages.slice(thread.branch?.shared ?? 0);
  const first = own.find((message) => message.role === "user");
  return first ? figures.excerpt(first.kept) : thread.lane;
}

/** A thread's row in the list: the same that the core works out from a loaded thread. */
function rowOf(thread: ImportedThread, figures: FigureSink): ThreadRow {
  const counting = { counter: chars4, mediaTokens };
  const system = sizeOfText(thread.system ?? "", counting);
  const tools = sizeOfTools(thread.tools, counting);
  const { tokens, bytes, calls, results } = figures.sum(thread.messages);
  return {
    id: thread.id,
    lane: thread.lane,
    title: titleOf(thread, figures),
    ...rolesOf(thread),
    toolCalls: calls,
    toolResults: results,
    tokens: system.tokens + tools.tokens + tokens,
    bytes: system.bytes + tools.bytes + bytes,
    ...(thread.branch ? { branch: thread.branch } : {}),
  };
}

/** A user message starts a turn; what comes before the first belongs to a turn of its own. */
function rolesOf({ messages }: ImportedThread): Pick<ThreadRow, "messages" | "turns" | "steps"> {
  let turns = messages.length > 0 && messages[0]?.role !== "user" ? 1 : 0;
  let steps = 0;
  for (const { role } of messages) {
    if (role === "user") turns++;
    else if (role === "assistant") steps++;
  }
  return { messages: messages.length, turns, steps };
}

function skeletonOf(thread: ImportedThread): Uint8Array {
  // What a branch shares with its lane is found there: search need not find it twice.
  const shared = thread.branch?.shared ?? 0;
  const skeleton: Skeleton = thread.messages.map(({ role, kept }, at) => [role, at < shared ? [] : kept]);
  return squeezeBytes(Buffer.from(JSON.stringify(skeleton)));
}

/** The skeleton that was stored with a thread. */
export function readSkeleton(data: Uint8Array): Skeleton {
  return JSON.parse(unsqueezeBytes(data).toString("utf8")) as Skeleton;
}

/** A lane of a transcript, and its place among the lanes. */
export interface PlacedThread {
  readonly transcript: number;
  readonly position: number;
  readonly thread: ImportedThread;
}

/** The search row of the next message that is stored. */
function nextMessage(db: Database): number {
  const last = db
    .prepare<[], { next: number }>(
      "select first_message + messages as next from thread order by first_message desc limit 1",
    )
    .get();
  return last?.next ?? 1;
}

/** Stores the rows of lanes. Their content stays in the raw file. */
export function threadStore(db: Database, figures: FigureSink): (placed: PlacedThread) => void {
  // Once for all: a file may hold very many, and what is prepared is let go of late.
  const insert = db.prepare(
    `insert into thread (transcript, position, name, summary, first_message, messages, skeleton)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  let next = nextMessage(db);
  return ({ transcript, position, thread }) => {
    const row = rowOf(thread, figures);
    const { id, messages } = row;
    insert.run(transcript, position, id, JSON.stringify(row), next, messages, skeletonOf(thread));
    next += messages;
  };
}
