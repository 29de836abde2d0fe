import { z } from "zod";
import { textOfUtf8 } from "../lib/utf8-decode.ts";
import { discoveredSource } from "./local-files.ts";
import type { ImportProgress } from "./methods.ts";
import { type PassedOver, passedOver } from "./passed-over.ts";

/** How many files of a folder are looked at. */
export const MOST_FILES = 20_000;

/** A file that holds no transcript, or could not be read, and why. */
const refusedFile = z.object({ name: z.string().max(4000), message: z.string().max(4000) });

/** A file that holds no transcript, or could not be read, and why. */
export type RefusedFile = z.infer<typeof refusedFile>;

/**
 * Where a folder comes from: its path, a database that `discover.list` listed, or files that were handed over with their
 * paths below it, with slashes, and those that could not be.
 */
export const folderSource = z.union([
  discoveredSource,
  z.object({ kind: z.literal("path"), path: z.string().max(10_000) }),
  z.object({
    kind: z.literal("uploads"),
    name: z.string().max(1000),
    files: z.array(z.object({ upload: z.string().max(200), name: z.string().max(4000) })).max(MOST_FILES),
    refused: z.array(refusedFile).max(MOST_FILES).optional(),
    passedOver: passedOver.optional(),
    /** True when the folder holds more files than were handed over. */
    more: z.boolean().optional(),
  }),
]);

/** Where a folder comes from. */
export type FolderSource = z.infer<typeof folderSource>;

/**
 * What a transcript's file may be called, where one is looked for among others, and the log beside a database. What it
 * is, its content says.
 */
const WANTED = /\.(?:jsonl?|ndjson|ya?ml|har|eval|traj|db|db-wal|gz|zst|zip)$/i;

/** True for a file that is called like a transcript, or like a part of one. */
export function mayBeTranscript(name: string): boolean {
  return WANTED.test(name);
}

/** Of a file that is called otherwise, so many bytes from its beginning tell whether it may be a transcript. */
export const OPENING_BYTES = 1024;

/** An object or an array, and what may stand first in one: many other texts begin with a bracket. */
const JSON_OPENING = /^\uFEFF?\s*(?:\{\s*["}]|\[\s*[[{\]])/;

/** True for the beginning of a file that may be a transcript, whatever the file is called. */
export function opensAsTranscript(head: Uint8Array): boolean {
  return JSON_OPENING.test(textOfUtf8(head.subarray(0, OPENING_BYTES)));
}

/** Folders of tools, with more files than everything else together and no transcript among them. */
const TOOL_FOLDERS = new Set(["node_modules", ".git", ".svn", ".venv", "__pycache__"]);

/** True for a folder that is not looked into, by its name. */
export function isToolFolder(name: string): boolean {
  return TOOL_FOLDERS.has(name);
}

/** Folders in folders are looked into so deep. */
export const MOST_DEPTH = 16;

/** How far the import of a folder is: bytes are of all its transcripts. */
export interface FolderProgress extends ImportProgress {
  readonly files: number;
  readonly filesDone: number;
  /** The one that is being read. */
  readonly name: string;
}

/**
 * A transcript that a folder held. `duplicate` when the very same bytes were in the library, `grown` when it goes on with one
 * that was there before.
 */
export interface FolderTranscript {
  /** Its path below the folder. */
  readonly name: string;
  readonly transcript: number;
  readonly formatLabel: string;
  readonly duplicate: boolean;
  readonly grown: boolean;
  /** Lines that could not be read. */
  readonly bad: number;
}

/** What became of a folder. */
export interface FolderResult {
  readonly name: string;
  readonly transcripts: readonly FolderTranscript[];
  readonly refused: readonly RefusedFile[];
  readonly passedOver: PassedOver;
  /** True when the folder holds more files than are looked at. */
  readonly more: boolean;
  /** True when it was cancelled: what is listed had been stored. */
  readonly cancelled: boolean;
}
