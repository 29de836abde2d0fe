import { shown } from "../../core/lib/shown.ts";
import { createStore } from "zustand/vanilla";
import type { ImportProgress, ImportResult, ImportSource } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import type { Connection, LocalFolder } from "../../core/contract/connection.ts";
import type { FolderResult } from "../../core/contract/folder.ts";

/** Where an import is: on its way to the host, then read, then stored. Bytes of the file. */
export interface JobProgress {
  readonly phase: "sending" | ImportProgress["phase"];
  readonly done: number;
  readonly total: number;
  readonly lines: number;
  /** How the first messages begin, once they were read. */
  readonly first?: readonly string[];
  /** Of a folder: how many transcripts it holds, and how many are done. */
  readonly files?: number;
  readonly filesDone?: number;
}

/** One import that this window started or another one did. */
export interface ImportJob {
  readonly id: number;
  readonly name: string;
  readonly progress: JobProgress;
  /** When its phase began, in milliseconds of the same clock as `performance.now`: each goes through all bytes. */
  readonly began: number;
  readonly state: "running" | "cancelling" | "failed";
  readonly error?: Error;
  /** False for an import of another window: it is only watched. */
  readonly own: boolean;
  /** Asks for its end. It stays in the list until the host has said whether anything of it is stored. */
  readonly cancel: () => void;
}

type SourceOf = (
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
) => Promise<ImportSource>;

type Work<T> = (
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
  onEvent: (event: ImportProgress) => void,
) => Promise<T>;

/** The imports under way and those that failed and were not dismissed yet. */
export class ImportJobs {
  readonly #connection: Connection;
  readonly #jobs = createStore<{ readonly all: readonly ImportJob[] }>()(() => ({ all: [] }));
  #next = 1;
  readonly subscribe = this.#jobs.subscribe;
  readonly list = (): readonly ImportJob[] => this.#jobs.getState().all;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Imports a file that was dropped or chosen. Undefined when it failed or was cancelled: the job says why. */
  file(file: File): Promise<ImportResult | undefined> {
    return this.#run(file.name, file.size, (signal, onProgress) =>
      this.#connection.sourceOf(file, { signal, onProgress }),
    );
  }

  /** Imports everything in a folder. Undefined when it could not be read at all: the job says why. */
  folder(folder: LocalFolder): Promise<FolderResult | undefined> {
    const total = folder.files.reduce((sum, { file }) => sum + file.size, 0);
    return this.#track(folder.name, total, async (signal, onProgress, onEvent) => {
      const source = await this.#connection.folderOf(folder, { signal, onProgress });
      return this.#connection.host.call("library.import-folder", { source }, { signal, onEvent });
    });
  }

  /** Imports pasted text. */
  text(name: string, text: string): Promise<ImportResult | undefined> {
    return this.#run(name, text.length, () => Promise.resolve({ kind: "text", name, text }));
  }

  /** Imports a log that the host found on this machine. */
  discovered(id: string, name: string, bytes: number): Promise<ImportResult | undefined> {
    return this.#run(name, bytes, () => Promise.resolve({ kind: "discovered", id }));
  }

  /** Imports every session of a database that the host found on this machine. */
  discoveredMany(id: string, name: string, bytes: number): Promise<FolderResult | undefined> {
    const source = { kind: "discovered", id } as const;
    return this.#track(name, bytes, (signal, _onProgress, onEvent) =>
      this.#connection.host.call("library.import-folder", { source }, { signal, onEvent }),
    );
  }

  /** Imports a built-in sample session. */
  sample(sample: string, title: string): Promise<ImportResult | undefined> {
    return this.#run(title, 0, () => Promise.resolve({ kind: "sample", sample }));
  }

  /** Shows the progress of another window's import. */
  seen(name: string, progress: JobProgress): void {
    const known = this.list().find((job) => job.name === name && job.state === "running");
    if (known?.own) return;
    if (known) this.#change(known.id, { progress });
    else this.#add({ name, progress, own: false, cancel: () => {} });
    if (progress.total > 0 && progress.done >= progress.total && progress.phase === "storing")
      this.ended(name);
  }

  /** Another window's import has ended. */
  ended(name: string): void {
    this.#jobs.setState({ all: this.list().filter((job) => job.own || job.name !== name) });
  }

  dismiss(id: number): void {
    this.#jobs.setState({ all: this.list().filter((job) => job.id !== id) });
  }

  #run(name: string, total: number, sourceOf: SourceOf): Promise<ImportResult | undefined> {
    return this.#track(name, total, async (signal, onProgress, onEvent) => {
      const source = await sourceOf(signal, onProgress);
      return this.#connection.host.call("library.import", { source }, { signal, onEvent });
    });
  }

  /** Lists a piece of work while it is done. */
  async #track<T>(name: string, total: number, work: Work<T>): Promise<T | undefined> {
    const abort = new AbortController();
    const progress: JobProgress = { phase: "sending", done: 0, total, lines: 0 };
    const cancel = () => {
      this.#change(id, { state: "cancelling" });
      abort.abort();
    };
    const id: number = this.#add({ name, progress, own: true, cancel });
    const sending = (done: number, all: number) =>
      this.#change(id, { progress: { ...progress, done, total: all } });
    try {
      const result = await work(abort.signal, sending, (event) => this.#change(id, { progress: event }));
      this.dismiss(id);
      return result;
    } catch (thrown) {
      this.#failed(id, thrown instanceof Error ? thrown : new Error(String(thrown)));
      return undefined;
    }
  }

  #failed(id: number, error: Error): void {
    if (error instanceof HostError && error.code === "aborted") this.dismiss(id);
    else this.#change(id, { state: "failed", error });
  }

  /** A file's name is its sender's: what could turn it about is escaped before anybody draws it. */
  #add(given: Pick<ImportJob, "name" | "progress" | "own" | "cancel">): number {
    const job = { ...given, name: shown(given.name) };
    const id = this.#next++;
    const began = performance.now();
    this.#jobs.setState({ all: [...this.list(), { ...job, id, began, state: "running" }] });
    return id;
  }

  #change(id: number, change: Partial<ImportJob>): void {
    this.#jobs.setState({ all: this.list().map((job) => (job.id === id ? changed(job, change) : job)) });
  }
}

function changed(job: ImportJob, change: Partial<ImportJob>): ImportJob {
  const isNext = change.progress !== undefined && change.progress.phase !== job.progress.phase;
  return { ...job, ...(isNext ? { began: performance.now() } : {}), ...change };
}
