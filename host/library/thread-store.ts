import type { ThreadRow } from "../../core/contract/rows.ts";
import type { ImportedThread } from "../../core/importers/importer.ts";
import { chars4 } from "../../core/model/counter.ts";
import type { ToolDefinition } from "../../core/model/tool.ts";
import type { Database, Statement } from "./database.ts";
import type { FigureSink } from "./part-figures.ts";
import { writeSkeleton } from "./skeleton.ts";

function titleOf(thread: ImportedThread, figures: FigureSink): string {
  if (thread.title) return thread.title;
  const shared = thread.branch?.shared ?? 0;
  const first = thread.messages.find(({ role }, at) => role === "user" && at >= shared);
  return first ? figures.excerpt(first.kept) : thread.lane;
}

/** A thread's row in the list: the same that the core works out from a loaded thread. */
function rowOf(thread: ImportedThread, figures: FigureSink): ThreadRow {
  const { tokens, calls, results } = figures.sum(thread.messages);
  const { messages, turns, steps } = rolesOf(thread);
  const row = {
    id: thread.id,
    lane: thread.lane,
    title: titleOf(thread, figures),
    messages,
    turns,
    steps,
    toolCalls: calls,
    toolResults: results,
    tokens: chars4.count(thread.system ?? "") + tokensOf(thread.tools) + tokens,
  };
  return thread.branch ? { ...row, branch: thread.branch } : row;
}

/** Each definition is one text, its JSON without spaces. */
function tokensOf(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, tool) => sum + chars4.count(JSON.stringify(tool)), 0);
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

const columns = ["transcript", "position", "name", "summary", "first_message", "messages", "skeleton"];
/** So many lanes are stored by one statement: most of what a short one takes is the statement. */
const rowsAtOnce = 40;

function insertOf(db: Database, rows: number): Statement<unknown[]> {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const values = Array.from({ length: rows }, () => row).join(", ");
  return db.prepare(`insert into thread (${columns.join(", ")}) values ${values}`);
}

/** Stores lanes, some at once; what is still waited with is stored at the end. Their content stays in the raw file. */
export class ThreadStore {
  private readonly figures: FigureSink;
  // Prepared once for all: a file may hold very many, and what is prepared is let go of late.
  private readonly one: Statement<unknown[]>;
  private readonly some: Statement<unknown[]>;
  private next: number;
  /** Values of the lanes that wait, row by row. */
  private waiting: unknown[] = [];

  constructor(db: Database, figures: FigureSink) {
    this.figures = figures;
    this.one = insertOf(db, 1);
    this.some = insertOf(db, rowsAtOnce);
    this.next = nextMessage(db);
  }

  /** Takes a lane and gives its row. */
  add({ transcript, position, thread }: PlacedThread): ThreadRow {
    const row = rowOf(thread, this.figures);
    const { id, messages } = row;
    const { next, waiting } = this;
    waiting.push(transcript, position, id, JSON.stringify(row), next, messages, writeSkeleton(thread));
    this.next = next + messages;
    if (waiting.length === rowsAtOnce * columns.length) this.some.run(waiting.splice(0));
    return row;
  }

  /** After the last lane. */
  end(): void {
    const { waiting } = this;
    while (waiting.length > 0) this.one.run(waiting.splice(0, columns.length));
  }
}
