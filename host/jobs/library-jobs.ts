import type { FolderResult, RefusedFile } from "../../core/contract/folder.ts";
import type {
  ImportProgress,
  ImportResult,
  MethodName,
  Params,
  ProfileRow,
  Result,
} from "../../core/contract/methods.ts";
import type { PassedOver } from "../../core/contract/passed-over.ts";
import type { SearchHit, TranscriptRow } from "../../core/contract/rows.ts";
import type { RunTotals } from "../../core/contract/run-view.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import type { RunInputs } from "../library/runs.ts";
import type { SearchQuery } from "../library/search.ts";
import type { FolderFact } from "../folders/import-folder.ts";
import type { SharedGate } from "./gate.ts";
import type { Job } from "./job.ts";

/** Where the library thread finds what to import. `temporary` files are its own to delete; a `sample` is a built-in session. */
export type ImportOrder =
  | {
      readonly kind: "path";
      readonly path: string;
      readonly name?: string;
      readonly temporary?: boolean;
      /** The line that is being written at the end is left for later. */
      readonly wholeLines?: boolean;
    }
  | { readonly kind: "text"; readonly name: string; readonly text: string; readonly sample?: boolean };

/** What the library thread finds transcripts in: a folder or a database, or files with their paths below a folder. */
export type FolderOrder =
  | { readonly kind: "path"; readonly path: string }
  /** The files are the thread's own to delete. */
  | {
      readonly kind: "files";
      readonly name: string;
      readonly files: readonly NamedFile[];
      /** What a window could not hand over. */
      readonly refused?: readonly RefusedFile[] | undefined;
      /** What a window did not hand over, as it is no transcript. */
      readonly passedOver?: PassedOver | undefined;
      /** True when there was more than a window hands over. */
      readonly more?: boolean | undefined;
    };

/** A file, and its path below the folder that it came from, with slashes. */
export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** An order that may be given up: it passes the gate right before it stores anything. */
export interface Gated<Order> {
  readonly order: Order;
  readonly gate: SharedGate;
}

type ContractJob<M extends MethodName> = Job<Params<M>, Result<M>>;

/** The jobs of the thread that owns the writing connection. */
export interface LibraryJobs {
  /** Opens the library; gives the version of SQLite. */
  ready: Job<null, { readonly sqlite: string }>;
  list: Job<null, readonly TranscriptRow[]>;
  import: Job<Gated<ImportOrder>, ImportResult, ImportProgress>;
  importFolder: Job<Gated<FolderOrder>, FolderResult, FolderFact>;
  remove: Job<number, null>;
  restore: Job<number, null>;
  bytes: ContractJob<"library.bytes">;
  sensitive: ContractJob<"library.sensitive">;
  badSpans: ContractJob<"library.bad-spans">;
  search: Job<SearchQuery, readonly SearchHit[]>;
  getSetting: Job<string, unknown>;
  setSetting: Job<{ readonly key: string; readonly value: unknown }, null>;
  listProfiles: Job<null, readonly ProfileRow[]>;
  saveProfile: Job<{ readonly profile: ProfileInput; readonly id?: string | undefined }, ProfileRow>;
  removeProfile: Job<string, null>;
  recordRun: Job<{ readonly id: string; readonly inputs: RunInputs; readonly totals: RunTotals }, null>;
}

/** What the library thread is started with. */
export interface LibrarySetup {
  readonly folder: string;
}

/** What the library thread says by itself: the list changed. */
export type LibraryNotice = "library";
