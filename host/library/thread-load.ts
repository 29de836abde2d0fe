import { HostError } from "../../core/contract/rpc.ts";
import { ArraySink, asThread } from "../../core/importers/read-all.ts";
import { createReader } from "../../core/importers/read.ts";
import type { Thread } from "../../core/model/thread.ts";
import { decodeUtf8 } from "../files/decode.ts";
import type { Database } from "./database.ts";
import { exportRaw } from "./raw.ts";
import { storedFeed } from "./text-store.ts";

/**
 * The threads of a stored transcript, read from the stored file as on the day of its import. Throws `not_found` for
 * one that is not there or was removed for good.
 */
export function loadThreads(db: Database, transcript: number): Thread[] {
  const sink = new ArraySink();
  const reader = createReader({ sink, decode: decodeUtf8 });
  // One snapshot for all pieces, even if the transcript is deleted meanwhile.
  db.transaction(() => {
    const known = db.prepare("select 1 from transcript where id = ? and removed >= 0").get(transcript);
    if (!known) throw new HostError("not_found", `There is no transcript ${transcript} in the library`);
    const feed = storedFeed(db, transcript, reader);
    for (const chunk of exportRaw(db, transcript)) feed.push(chunk);
    feed.end();
  })();
  return reader.end().threads.map((thread) => asThread(thread, sink));
}
