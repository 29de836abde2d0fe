import type { ImportSource } from "../../core/contract/methods.ts";
import type { Host } from "../../core/contract/rpc.ts";
import type { Watchable } from "./signal.ts";
import type { LinkState } from "./status.ts";

/** How a file's way to the host is watched and stopped. Bytes of the file. */
export interface HandOver {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The window's one connection: the host, its link, and the way that a file takes to it. Chosen once at the root. */
export interface Connection {
  readonly host: Host;
  readonly link: Watchable<LinkState>;
  /** Tries again at once when the link is lost. */
  reconnect(): void;
  /** Makes a dropped or chosen file something that `library.import` takes. Throws HostError. */
  sourceOf(file: File, options?: HandOver): Promise<ImportSource>;
}
