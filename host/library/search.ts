import { setImmediate as turn } from "node:timers/promises";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import type { SearchHit } from "../../core/contract/rows.ts";
import type { Database } from "./database.ts";
import { excerptOf } from "./excerpt.ts";
import { PartReader } from "./part-reader.ts";
import { type SearchPhrase, ftsQuery, parseQuery } from "./search-query.ts";
import { searchText } from "./search-text.ts";
import { readSkeleton, type Skeleton } from "./thread-store.ts";

/** What is looked for, in one transcript or in all. */
export interface SearchQuery {
  readonly query: string;
  readonly limit: number;
  readonly transcript?: number | undefined;
}

interface FoundRow {
  readonly thread: number;
  readonly transcript: number;
  readonly transcriptName: string;
  readonly name: string;
  readonly message: number;
}

/** Rows of one transcript lie side by side: an import numbers all its messages at once. */
const rowsOfTranscript = `and message_text.rowid >= (select min(first_message) from thread where transcript = @transcript)
  and message_text.rowid < (select max(first_message + messages) from thread where transcript = @transcript)`;

function find(
  db: Database,
  phrases: readonly SearchPhrase[],
  { limit, transcript }: SearchQuery,
): FoundRow[] {
  const sql = `
    select thread.id as thread, transcript.id as transcript, transcript.name as transcriptName, thread.name,
      message_text.rowid - thread.first_message as message
    from message_text
    join thread on thread.id = (
      select id from thread where first_message <= message_text.rowid and messages > 0
      order by first_message desc limit 1)
    join transcript on transcript.id = thread.transcript and transcript.removed = 0
    where message_text match @match ${transcript === undefined ? "" : rowsOfTranscript}
    order by rank limit @limit`;
  return db.prepare<[object], FoundRow>(sql).all({ match: ftsQuery(phrases), limit, transcript });
}

/** Opens what the excerpts of one search need, each thing once. */
class ExcerptSource {
  private readonly db: Database;
  private readonly skeletons = new Map<number, Skeleton>();
  private readonly readers = new Map<number, PartReader>();

  constructor(db: Database) {
    this.db = db;
  }

  skeleton(thread: number): Skeleton {
    const open = this.skeletons.get(thread);
    if (open) return open;
    const row = this.db
      .prepare<[number], { skeleton: Buffer }>("select skeleton from thread where id = ?")
      .get(thread);
    if (!row) throw new Error("a thread of the library is gone");
    const skeleton = readSkeleton(row.skeleton);
    this.skeletons.set(thread, skeleton);
    return skeleton;
  }

  reader(transcript: number): PartReader {
    const open = this.readers.get(transcript);
    if (open) return open;
    const reader = new PartReader(this.db, transcript);
    this.readers.set(transcript, reader);
    return reader;
  }

  hit(row: FoundRow, phrases: readonly SearchPhrase[]): SearchHit {
    const [role, kept] = this.skeleton(row.thread)[row.message] ?? (["user", []] as const);
    const reader = this.reader(row.transcript);
    const text = searchText(kept.flatMap((handle) => reader.parts(handle)));
    const { transcript, transcriptName, name: thread, message } = row;
    return { transcript, transcriptName, thread, message, role, excerpt: excerptOf(text, phrases) };
  }
}

/** Finds messages by their words, the best first. Texts that are not indexed yet are not found. */
export async function search(
  db: Database,
  query: SearchQuery,
  signal: AbortSignalLike,
): Promise<SearchHit[]> {
  const phrases = parseQuery(query.query);
  if (phrases.length === 0) return [];
  const rows = find(db, phrases, query);
  const source = new ExcerptSource(db);
  const hits = new Map<FoundRow, SearchHit>();
  // In the order of the library, so that each stored batch is unpacked once.
  for (const row of rows.toSorted((a, b) => a.thread - b.thread || a.message - b.message)) {
    await turn();
    if (signal.aborted) return [];
    hits.set(row, source.hit(row, phrases));
  }
  return rows.flatMap((row) => hits.get(row) ?? []);
}
