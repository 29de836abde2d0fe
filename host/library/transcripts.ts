import { shown } from "../files/shown.ts";
import { HostError } from "../../core/contract/rpc.ts";
import type { ThreadRow, TranscriptRow } from "../../core/contract/rows.ts";
import { FORMATS, type FormatId } from "../../core/importers/importer.ts";
import type { ImportReport } from "../../core/model/report.ts";
import type { SensitiveFinding } from "../../core/model/sensitive.ts";
import type { Database } from "./database.ts";

interface StoredTranscript {
  readonly id: number;
  readonly name: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly imported_at: number;
  readonly sample: number;
  readonly indexed: number;
  readonly report: string;
  readonly sensitive: string | null;
}

const columns = "id, name, format, bytes, sha256, imported_at, sample, indexed, report, sensitive";

/** A format's name for people. */
export function formatLabel(format: string): string {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format as FormatId] : format;
}

function reportOf({ report, sensitive }: StoredTranscript): ImportReport {
  const read = JSON.parse(report) as ImportReport;
  return sensitive === null ? read : { ...read, sensitive: JSON.parse(sensitive) as SensitiveFinding[] };
}

function rowOf(stored: StoredTranscript, threads: readonly ThreadRow[]): TranscriptRow {
  return {
    id: stored.id,
    // What a file is called is its sender's: everybody is told the name with what could turn it about escaped.
    name: shown(stored.name),
    format: stored.format,
    formatLabel: formatLabel(stored.format),
    bytes: stored.bytes,
    sha256: stored.sha256,
    importedAt: stored.imported_at,
    sample: stored.sample === 1,
    indexed: stored.indexed === 1,
    threads,
    report: reportOf(stored),
  };
}

/** Every transcript that is not removed, the newest first. */
export function listTranscripts(db: Database): TranscriptRow[] {
  const rows = db
    .prepare<[], StoredTranscript>(
      `select ${columns} from transcript where removed = 0 order by imported_at desc, id desc`,
    )
    .all();
  const threads = new Map<number, ThreadRow[]>(rows.map(({ id }) => [id, []]));
  const all = db.prepare<[], { transcript: number; summary: string }>(
    "select transcript, summary from thread order by transcript, position",
  );
  for (const { transcript, summary } of all.iterate())
    threads.get(transcript)?.push(JSON.parse(summary) as ThreadRow);
  return rows.map((row) => rowOf(row, threads.get(row.id) ?? []));
}

function threadRows(db: Database, transcript: number): ThreadRow[] {
  return db
    .prepare<[number], { summary: string }>(
      "select summary from thread where transcript = ? order by position",
    )
    .all(transcript)
    .map(({ summary }) => JSON.parse(summary) as ThreadRow);
}

/** One transcript, removed or not, with the rows of its threads where they are known already. Throws `not_found`. */
export function transcriptRow(db: Database, id: number, threads?: readonly ThreadRow[]): TranscriptRow {
  const row = db
    .prepare<[number], StoredTranscript>(`select ${columns} from transcript where id = ?`)
    .get(id);
  if (!row) throw new HostError("not_found", `There is no transcript ${id} in the library`);
  return rowOf(row, threads ?? threadRows(db, id));
}

/** Hides a transcript; `owner` is the process that can still undo it. Throws `not_found`. */
export function hideTranscript(db: Database, id: number, owner: number): void {
  const { changes } = db
    .prepare("update transcript set removed = ? where id = ? and removed = 0")
    .run(owner, id);
  if (changes === 0) throw new HostError("not_found", `There is no transcript ${id} in the library`);
}

/** Undoes `hideTranscript`. Throws `not_found` when it is gone for good. */
export function restoreTranscript(db: Database, id: number): void {
  const { changes } = db.prepare("update transcript set removed = 0 where id = ? and removed >= 0").run(id);
  if (changes === 0) throw new HostError("not_found", `Transcript ${id} has been deleted for good`);
}

/** The transcript of a file that is in the library already, even if it was removed: then it is back. */
export function findByHash(db: Database, sha256: string): number | undefined {
  const row = db.prepare<[string], { id: number }>("select id from transcript where sha256 = ?").get(sha256);
  if (!row) return undefined;
  db.prepare("update transcript set removed = 0 where id = ?").run(row.id);
  return row.id;
}
