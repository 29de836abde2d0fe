import { createHash, hash } from "node:crypto";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { type ByteSource, piecesOf } from "../files/source.ts";
import type { Database } from "./database.ts";
import { exportRaw } from "./raw.ts";
import { stopIfAborted } from "./stop-if-aborted.ts";

/** A file that is longer than a stored one is recognised by so many of its first bytes before all are compared. */
const headBytes = 4096;

/** A stored transcript that a longer file begins with. */
export interface Shorter {
  readonly id: number;
  readonly bytes: number;
}

interface Candidate extends Shorter {
  readonly sha256: string;
  readonly head: string;
}

function firstBytes(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, headBytes);
}

/** The fingerprint of a file's first bytes; `` for a file that has fewer. */
export async function headOf(source: ByteSource): Promise<string> {
  if (source.bytes < headBytes) return "";
  const head = new Uint8Array(headBytes);
  await source.read(head, 0);
  return hash("sha256", head);
}

/** Transcripts that an older version stored have no fingerprint yet. */
function storedHead(db: Database, { id, head }: Candidate): string {
  if (head !== "") return head;
  const [first] = exportRaw(db, id);
  const made = first ? hash("sha256", firstBytes(first)) : "";
  db.prepare("update transcript set head = ? where id = ?").run(made, id);
  return made;
}

async function candidatesOf(db: Database, source: ByteSource): Promise<Candidate[]> {
  const rows = db
    .prepare<[number], Candidate>(
      "select id, bytes, sha256, head from transcript where bytes between 1 and ? and removed = 0 and sample = 0",
    )
    .all(source.bytes - 1);
  if (rows.length === 0) return [];
  const head = await headOf(source);
  return rows.filter((row) => row.bytes < headBytes || storedHead(db, row) === head);
}

/**
 * The longest stored transcript that a file goes on from: the file begins with all of its bytes. Only the part of the
 * file is read that a candidate has. Built-in sessions never grow.
 */
export async function findShorter(
  db: Database,
  source: ByteSource,
  signal: AbortSignalLike,
): Promise<Shorter | undefined> {
  const candidates = (await candidatesOf(db, source)).toSorted((a, b) => a.bytes - b.bytes);
  if (candidates.length === 0) return undefined;
  const whole = createHash("sha256");
  let done = 0;
  let longest: Shorter | undefined;
  for await (const piece of piecesOf(source)) {
    stopIfAborted(signal);
    let used = 0;
    for (let next = candidates[0]; next && next.bytes <= done + piece.length; next = candidates[0]) {
      candidates.shift();
      whole.update(piece.subarray(used, next.bytes - done));
      used = next.bytes - done;
      if (whole.copy().digest("hex") === next.sha256) longest = { id: next.id, bytes: next.bytes };
    }
    if (candidates.length === 0) break;
    whole.update(piece.subarray(used));
    done += piece.length;
  }
  return longest;
}
