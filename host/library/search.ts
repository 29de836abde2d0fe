import { shown } from "../files/shown.ts";
import { setImmediate as turn } from "node:timers/promises";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { messageHolds } from "../../core/analysis/find.ts";
import { type FindTerm, parseFind, textOfFind } from "../../core/analysis/find-query.ts";
import { chars4 } from "../../core/model/counter.ts";
import type { Message } from "../../core/model/message.ts";
import { sizeOf } from "../../core/model/size.ts";
import type { SearchHit } from "../../core/contract/rows.ts";
import { mediaTokens } from "./part-figures.ts";
import type { Database } from "./database.ts";
import { excerptOf } from "./excerpt.ts";
import { PartReader } from "./part-reader.ts";
import { type SearchPhrase, ftsQuery, parseQuery } from "./search-query.ts";
import { searchText } from "./search-text.ts";
import { readSkeleton, type Skeleton } from "./skeleton.ts";

/**
 * What is looked for, in one transcript or in all: in the language of `core/analysis/find-query.ts`. Conditions that
 * only a run can tell are left aside; without a word nothing is found.
 */
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

  /** The place, or undefined where the message is not what the conditions ask for. */
  hit(row: FoundRow, phrases: readonly SearchPhrase[], terms: readonly FindTerm[]): SearchHit | undefined {
    const [role, kept] = this.skeleton(row.thread)[row.message] ?? (["user", []] as const);
    const reader = this.reader(row.transcript);
    const parts = kept.flatMap((handle) => reader.parts(handle));
    if (terms.length > 0 && !holdsAll({ id: "", role, parts }, terms)) return undefined;
    const text = searchText(parts);
    const { transcript, transcriptName, name: thread, message } = row;
    return {
      transcript,
      transcriptName: shown(transcriptName),
      thread,
      message,
      role,
      excerpt: excerptOf(text, phrases),
    };
  }
}

const COUNTING = { counter: chars4, mediaTokens };

function holdsAll(message: Message, terms: readonly FindTerm[]): boolean {
  const size = sizeOf(message, COUNTING);
  return terms.every((term) => messageHolds(message, size, term) !== false);
}

/** Conditions take hits away: so many times more are looked at than are wanted. */
const MORE = 20;

/** Finds messages by their words, the best first. Texts that are not indexed yet are not found. */
export async function search(
  db: Database,
  query: SearchQuery,
  signal: AbortSignalLike,
): Promise<SearchHit[]> {
  const phrases = parseQuery(textOfFind(query.query));
  if (phrases.length === 0) return [];
  // Words are the index's to find; it knows of their forms what a plain comparison does not.
  const terms = parseFind(query.query).terms.filter(({ key, not }) => key !== "text" || not);
  const most = terms.length > 0 ? query.limit * MORE : query.limit;
  const rows = find(db, phrases, { ...query, limit: most });
  const source = new ExcerptSource(db);
  const hits = new Map<FoundRow, SearchHit>();
  // In the order of the library, so that each stored batch is unpacked once.
  for (const row of rows.toSorted((a, b) => a.thread - b.thread || a.message - b.message)) {
    await turn();
    if (signal.aborted) return [];
    const hit = source.hit(row, phrases, terms);
    if (hit) hits.set(row, hit);
  }
  return rows.flatMap((row) => hits.get(row) ?? []).slice(0, query.limit);
}
