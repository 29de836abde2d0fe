import { chatRecord } from "./chat-record.ts";
import { ChatSession } from "./chat-session.ts";
import type { Vendor } from "./dialect.ts";
import type { FormatId, Importer } from "./importer.ts";

/** What the first records of a file say about who wrote it. */
interface Votes {
  readonly own: number;
  readonly unsure: number;
  readonly all: number;
}

/** Where a request keeps its messages, whose elements each say whose they are. */
const LISTS: Readonly<Record<Vendor, string>> = {
  openai: "messages",
  anthropic: "messages",
  responses: "input",
  gemini: "contents",
};

/** An importer for the chats of a vendor. `ambiguous` says that it takes those that either could have written. */
export function chatImporter(format: FormatId, vendor: Vendor, ambiguous: boolean): Importer {
  return {
    format,
    recognise(records) {
      const { own, unsure, all } = votes(records, vendor);
      if ((own + unsure) * 2 < all) return { score: 0, because: "" };
      if (own > 0)
        return { score: 0.5 + (0.4 * own) / all, because: `${own} of ${all} records have its shapes` };
      const taken = ambiguous && unsure > 0;
      return taken
        ? { score: 0.4, because: `${unsure} of ${all} records are messages` }
        : { score: 0, because: "" };
    },
    open: (sink) => new ChatSession(sink, vendor),
    streams: (path) => path.length === 0 || path.join(".") === LISTS[vendor],
  };
}

/** Counts records; of a list as the whole document, its elements. */
function votes(records: readonly unknown[], vendor: Vendor): Votes {
  const single = records.length === 1 ? chatRecord(records[0]) : undefined;
  const counted: readonly unknown[] = single?.kind === "list" ? single.items.slice(0, 50) : records;
  let own = 0;
  let unsure = 0;
  for (const record of counted) {
    const read = chatRecord(record);
    if (!read || read.kind === "list") continue;
    if (read.vendor === vendor) own++;
    else if (read.vendor === undefined) unsure++;
  }
  return { own, unsure, all: counted.length };
}
