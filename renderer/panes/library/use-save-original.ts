import { useCallback } from "react";
import type { TranscriptRow } from "../../../core/contract/rows.ts";
import { useHost } from "../../data/host-context.tsx";
import { formatBytes } from "../../widgets/quantity.tsx";
import { toast } from "../../widgets/toast.tsx";
import { fromBase64 } from "./raw-text.ts";

/** Bytes of the file that are asked for at once. */
const PIECE = 2 ** 20;
/** What a file system or a shell could take for more than a name. */
const NO_NAME = /[\p{Cc}\p{Cf}\\/:*?"<>|]/gu;

/** Gives the page's user a file of this name. */
function offer(parts: readonly Blob[], name: string): void {
  const link = document.createElement("a");
  const address = URL.createObjectURL(new Blob([...parts], { type: "application/octet-stream" }));
  link.href = address;
  link.download = name.replace(NO_NAME, "_");
  link.click();
  // The browser has taken it by then; the memory is let go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Saves a transcript's file as it was imported, byte for byte. A large one is fetched in pieces and can be stopped. */
export function useSaveOriginal(): (row: TranscriptRow) => Promise<void> {
  const host = useHost();
  return useCallback(
    async (row) => {
      const stop = new AbortController();
      if (row.bytes > 8 * PIECE)
        toast({
          tone: "info",
          title: `Fetching ${row.name}, ${formatBytes(row.bytes)}`,
          action: { label: "Cancel", run: () => stop.abort() },
        });
      try {
        const parts: Blob[] = [];
        for (let offset = 0; offset < row.bytes; offset += PIECE) {
          const asked = { transcript: row.id, offset, length: PIECE };
          const { data } = await host.call("library.bytes", asked, { signal: stop.signal });
          // Each piece a blob of its own: the browser may move it out of the page's memory.
          parts.push(new Blob([fromBase64(data) as Uint8Array<ArrayBuffer>]));
        }
        if (!stop.signal.aborted) offer(parts, row.name);
      } catch (error) {
        if (stop.signal.aborted) return;
        toast({ tone: "error", title: `${row.name} was not saved`, detail: (error as Error).message });
      }
    },
    [host],
  );
}
