import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { HostError } from "../../core/contract/rpc.ts";

/** Throws when an import was cancelled. */
export function stopIfAborted(signal: AbortSignalLike): void {
  if (signal.aborted) throw new HostError("aborted", "The import was cancelled; nothing of it was stored");
}
