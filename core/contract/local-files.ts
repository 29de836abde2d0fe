import { z } from "zod";

/** A log of an agent that lies on this machine. Nothing of it has been read. */
export interface DiscoveredFile {
  /** Names the file for `library.import`; good until the next list. */
  readonly id: string;
  readonly name: string;
  /** The folders below the agent's own, with slashes. */
  readonly place: string;
  readonly bytes: number;
  /** Last change, milliseconds since 1970. */
  readonly modified: number;
}

/** What was found of one agent. */
export interface DiscoveredApp {
  readonly app: string;
  readonly label: string;
  /** The folders that were looked into. */
  readonly folders: readonly string[];
  /** True when one of them is there. */
  readonly present: boolean;
  /** The newest first. */
  readonly files: readonly DiscoveredFile[];
  /** How many more there are that are not listed. */
  readonly more: number;
  /** Folders that could not be looked into, and links that lead elsewhere, with why. */
  readonly problems: readonly string[];
}

/** A transcript whose file is known by its path: it can be followed while it grows. */
export interface FollowableRow {
  readonly transcript: number;
  readonly following: boolean;
  /** Why the file cannot be read just now. */
  readonly problem?: string;
}

/** A file that `discover.list` listed. */
export const discoveredSource = z.object({ kind: z.literal("discovered"), id: z.string().max(100) });
