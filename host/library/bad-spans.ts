import { setImmediate as turn } from "node:timers/promises";
import type { BadSpanPage } from "../../core/contract/methods.ts";
import type { PartSink } from "../../core/importers/importer.ts";
import { createReader } from "../../core/importers/read.ts";
import type { BadSpan } from "../../core/model/report.ts";
import { decodeUtf8 } from "../files/decode.ts";
import type { Database } from "./database.ts";
import { exportRaw } from "./raw.ts";
import { storedFeed } from "./text-store.ts";

/** Keeps nothing: only what cannot be read is wanted. */
const noSink: PartSink = { keep: () => 0 };

/**
 * The spans of a stored file that cannot be read, those that its report does not list, too: the file is read again.
 * Rejects with `not_found`, or when it was cancelled.
 */
export async function badSpans(
  db: Database,
  { transcript, from, limit }: { transcript: number; from: number; limit: number },
  signal: AbortSignal,
): Promise<BadSpanPage> {
  const spans: BadSpan[] = [];
  let total = 0;
  const bad = (span: BadSpan): void => {
    if (total >= from && spans.length < limit) spans.push(span);
    total++;
  };
  const reader = createReader({ sink: noSink, decode: decodeUtf8, watch: { bad } });
  const feed = storedFeed(db, transcript, reader);
  for (const chunk of exportRaw(db, transcript)) {
    await turn();
    signal.throwIfAborted();
    feed.push(chunk);
  }
  feed.end();
  reader.end();
  return { from, total, spans };
}
