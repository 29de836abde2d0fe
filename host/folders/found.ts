import type { RefusedFile } from "../../core/contract/folder.ts";
import type { PassedOver } from "../../core/contract/passed-over.ts";
import type { ByteSource } from "../files/source.ts";

/** A file below a folder. Its bytes lie at a path that the host itself chose or listed, never at one that a file names. */
export interface FoundFile {
  /** Its path below the folder, with slashes: for people, and to tell which files belong together. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** What one transcript is read from: a file, or several that belong together. */
export interface FoundTranscript {
  readonly name: string;
  /** Size in bytes, as far as it is known before it is opened. */
  readonly bytes: number;
  /** Rejects with a HostError. The source is the caller's to close. */
  open(): Promise<ByteSource>;
}

/** What lies in a folder. */
export interface Found {
  readonly transcripts: readonly FoundTranscript[];
  readonly passedOver: PassedOver;
  /** What is called like one and cannot be read, and folders that cannot be listed. */
  readonly refused: readonly RefusedFile[];
  /** True when there was more than is looked at. */
  readonly more: boolean;
  /** Lets go of what was opened to look inside. */
  close(): void;
}
