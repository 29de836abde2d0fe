import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { HostError } from "../../core/contract/rpc.ts";

/** What an import ends with that was cancelled. */
export function cancelled(): HostError {
  return new HostError("aborted", "The import was cancelled; nothing of it was stored");
}

/** Throws when an import was cancelled. */
export function stopIfAborted(signal: AbortSignalLike): void {
  if (signal.aborted) throw cancelled();
}
