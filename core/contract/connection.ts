import type { FolderSource } from "./folder.ts";
import type { PassedOver } from "./passed-over.ts";
import type { ImportSource } from "./methods.ts";
import type { AbortSignalLike, Host } from "./rpc.ts";

/** Whether the host can be reached. `waiting` is how long until the next try, in milliseconds. */
export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly attempt: number; readonly waiting: number }
  | { readonly kind: "refused"; readonly reason: string };

/** A value that can be watched. `subscribe` gives what ends it. */
export interface Watchable<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A file that the user dropped or chose: a page's File. */
export interface LocalFile {
  readonly name: string;
  readonly size: number;
}

/** A folder that the user dropped or chose, with the files below it. */
export interface LocalFolder {
  readonly name: string;
  /** The folder itself, where the page was given it. */
  readonly root?: LocalFile;
  /** Each with its path below the folder, with slashes. */
  readonly files: readonly { readonly file: LocalFile; readonly name: string }[];
  /** What else there is in it; nothing where that is left out. */
  readonly passedOver?: PassedOver;
  /** True when it holds more files than are looked at. */
  readonly more?: boolean;
}

/** How a file's way to the host is watched and stopped. Bytes of the file. */
export interface HandOver {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignalLike;
}

/** The window's one connection: the host, its link, and the way that a file takes to it. Chosen once at the root. */
export interface Connection {
  readonly host: Host;
  readonly link: Watchable<LinkState>;
  /** Tries again at once when the link is lost. */
  reconnect(): void;
  /** Makes a dropped or chosen file something that `library.import` takes. Rejects with a HostError. */
  sourceOf(file: LocalFile, options?: HandOver): Promise<ImportSource>;
  /** Makes a folder something that `library.import-folder` takes. Rejects with a HostError. */
  folderOf(folder: LocalFolder, options?: HandOver): Promise<FolderSource>;
}
