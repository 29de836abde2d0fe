import { hash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import type { ByteSource, FilePart } from "../files/source.ts";
import { containerOf } from "../files/content.ts";
import { readText } from "../files/text-pieces.ts";
import type { Database } from "./database.ts";
import { PartNames, TextPrefixes } from "./text-prefixes.ts";
import { exportRaw } from "./raw.ts";
import { stopIfAborted } from "./stop-if-aborted.ts";

/** A text that is longer than a stored one is recognised by so many of its first bytes before all are compared. */
const headBytes = 4096;

/** A stored transcript that a longer text begins with. */
export interface Shorter {
  readonly id: number;
  /** Bytes of its text. */
  readonly bytes: number;
  /** The first bytes of the longer text that are those of the stored one, in place: parts of it may grow, too. */
  readonly kept: number;
}

interface Row {
  readonly id: number;
  /** Of the text. */
  readonly bytes: number;
  readonly sha256: string;
  readonly head: string;
  readonly parts: string | null;
  readonly packed: number;
}

/** A row, and the files that its text is made of: one without a name where it is one. */
interface Candidate extends Row {
  readonly files: readonly FilePart[];
}

/**
 * The fingerprint of the first bytes of a source's text; `` where its first file has fewer: a longer version of it would
 * have others. Rejects when the source cannot be read.
 */
export async function headOf(source: ByteSource): Promise<string> {
  const head = new Uint8Array(headBytes);
  if (!source.parts && (await containerOf(source)) === "plain") {
    if (source.bytes < headBytes) return "";
    await source.read(head, 0);
    return hash("sha256", head);
  }
  let filled = 0;
  let parts = 0;
  await readText(source, {
    push(bytes) {
      if (parts > 1) return false;
      const some = bytes.subarray(0, headBytes - filled);
      head.set(some, filled);
      filled += some.length;
      return filled < headBytes;
    },
    part: () => void parts++,
  });
  return filled < headBytes ? "" : hash("sha256", head);
}

/** Transcripts that an older version stored have no fingerprint yet. */
function storedHead(db: Database, { id, head }: Row): string {
  if (head !== "") return head;
  const [first] = exportRaw(db, id);
  const made = first ? hash("sha256", first.subarray(0, headBytes)) : "";
  db.prepare("update transcript set head = ? where id = ?").run(made, id);
  return made;
}

function filesOf({ parts, bytes }: Row): readonly FilePart[] {
  return parts === null ? [{ name: "", bytes }] : (JSON.parse(parts) as FilePart[]);
}

async function candidatesOf(db: Database, source: ByteSource): Promise<Candidate[]> {
  const rows = db
    .prepare<[], Row>(
      `select id, coalesce(text_bytes, bytes) as bytes, sha256, head, parts,
         exists (select 1 from packed_chunk where packed_chunk.transcript = transcript.id) as packed
       from transcript where bytes > 0 and removed = 0 and sample = 0`,
    )
    .all()
    .map((row) => ({ ...row, files: filesOf(row) }));
  if (rows.length === 0) return [];
  const head = await headOf(source);
  return rows.filter((row) => (row.files[0]?.bytes ?? 0) < headBytes || storedHead(db, row) === head);
}

/** The hashes of the files that a stored text is made of. Rejects when it was cancelled. */
async function storedHashes(
  db: Database,
  candidate: Candidate,
  signal: AbortSignalLike,
): Promise<ReadonlyMap<string, string>> {
  const names = new PartNames();
  const known = candidate.parts === null && candidate.packed === 0;
  if (known) return new Map([[names.next(""), candidate.sha256]]);
  const prefixes = new TextPrefixes();
  const files = candidate.files.map(({ name, bytes }) => ({ name: names.next(name), bytes }));
  for (const { name, bytes } of files) prefixes.want(name, bytes);
  const text = exportRaw(db, candidate.id);
  let piece: Uint8Array = new Uint8Array();
  for (const { name, bytes } of files) {
    prefixes.part(name);
    for (let left = bytes; left > 0;) {
      if (piece.length === 0) {
        await turn();
        stopIfAborted(signal);
        piece = (text.next().value as Buffer | undefined) ?? new Uint8Array(left);
      }
      const some = piece.subarray(0, left);
      prefixes.push(some);
      piece = piece.subarray(some.length);
      left -= some.length;
    }
  }
  return new Map(files.map(({ name, bytes }) => [name, prefixes.hash(name, bytes) ?? ""]));
}

/** True when every stored file is the beginning of one of the longer text. */
async function beginsWith(
  db: Database,
  longer: TextPrefixes,
  candidate: Candidate,
  signal: AbortSignalLike,
): Promise<boolean> {
  const names = new PartNames();
  const files = candidate.files.map(({ name, bytes }) => ({ name: names.next(name), bytes }));
  if (names.repeated || longer.bytes <= candidate.bytes) return false;
  if (files.some(({ name, bytes }) => longer.hash(name, bytes) === undefined)) return false;
  const stored = await storedHashes(db, candidate, signal);
  return files.every(({ name, bytes }) => longer.hash(name, bytes) === stored.get(name));
}

/** How many of the first bytes stay where they are: up to the end of the first file that is longer now. */
function keptBytes(longer: TextPrefixes, candidate: Candidate): number {
  const names = new PartNames();
  let kept = 0;
  for (const [at, file] of candidate.files.entries()) {
    const now = longer.parts[at];
    if (now?.name !== names.next(file.name)) return kept;
    kept += file.bytes;
    if (now.bytes !== file.bytes) return kept;
  }
  return kept;
}

/** Reads the text of a source for the beginnings of it that candidates are. */
async function prefixesOf(
  source: ByteSource,
  candidates: readonly Candidate[],
  signal: AbortSignalLike,
): Promise<TextPrefixes> {
  const prefixes = new TextPrefixes();
  for (const { files } of candidates) {
    const names = new PartNames();
    for (const { name, bytes } of files) prefixes.want(names.next(name), bytes);
  }
  const names = new PartNames();
  let parts = 0;
  const taker = {
    push(bytes: Uint8Array) {
      prefixes.push(bytes);
      // Of a text that is one file nothing more is to be known.
      return parts > 0 || !prefixes.complete;
    },
    part(name: string) {
      parts++;
      prefixes.part(names.next(name));
    },
  };
  await readText(source, taker, () => stopIfAborted(signal));
  return prefixes;
}

/**
 * The longest stored transcript that a source goes on from: its text, unpacked, begins with all of the stored one; or
 * where either is several files, each file of the stored one is the beginning of the file of its name. Built-in sessions
 * never grow, nor do the transcripts that are to be kept apart.
 */
export async function findShorter(
  db: Database,
  source: ByteSource,
  signal: AbortSignalLike,
  apart: ReadonlySet<number> = new Set(),
): Promise<Shorter | undefined> {
  const candidates = (await candidatesOf(db, source)).filter(({ id }) => !apart.has(id));
  if (candidates.length === 0) return undefined;
  const longer = await prefixesOf(source, candidates, signal);
  for (const candidate of candidates.toSorted((a, b) => b.bytes - a.bytes))
    if (await beginsWith(db, longer, candidate, signal))
      return { id: candidate.id, bytes: candidate.bytes, kept: keptBytes(longer, candidate) };
  return undefined;
}
