import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { workerData } from "node:worker_threads";
import type { FolderProgress } from "../../core/contract/folder.ts";
import type { AbortSignalLike } from "../../core/contract/rpc.ts";
import { fileSource } from "../files/file-source.ts";
import { type ByteSource, textSource } from "../files/source.ts";
import { wholeLines } from "../files/whole-lines.ts";
import { findAmong, findIn } from "../folders/find.ts";
import type { Found } from "../folders/found.ts";
import { type FolderFact, importFound } from "../folders/import-folder.ts";
import { badSpans } from "../library/bad-spans.ts";
import { sqliteVersion } from "../library/database.ts";
import { importTranscript } from "../library/import.ts";
import { Library } from "../library/library.ts";
import { listProfiles, removeProfile, saveProfile } from "../library/profiles.ts";
import { condemn, purge } from "../library/purge.ts";
import { rawPiece } from "../library/raw.ts";
import { recordRun } from "../library/runs.ts";
import { search } from "../library/search.ts";
import { SearchIndex } from "../library/search-index.ts";
import { sightingsOf } from "../library/sightings.ts";
import { getSetting, setSetting } from "../library/settings.ts";
import { hideTranscript, listTranscripts, restoreTranscript } from "../library/transcripts.ts";
import { measureNatively } from "../measure.ts";
import { isAlive } from "./alive.ts";
import { Gate } from "./gate.ts";
import { handOverTo } from "./hand-over.ts";
import { atMost } from "./at-most.ts";
import type { JobHandlers } from "./job.ts";
import { doJobs, notify } from "./job-worker.ts";
import type { FolderOrder, ImportOrder, LibraryJobs, LibraryNotice, LibrarySetup } from "./library-jobs.ts";

const { folder } = workerData as LibrarySetup;
measureNatively();

/** How long a stop may go on deleting, in milliseconds; the next start does the rest. */
const purgeTime = 2000;

/** How long a followed file must be quiet before it is prepared for search, in milliseconds. */
const quietTime = 3000;

interface Opened {
  readonly library: Library;
  readonly index: SearchIndex;
}

let opened: Opened | undefined;

function say(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`);
}

/** Deletes what an earlier host removed or left behind, then goes on with the search index. */
async function tidyUp({ library, index }: Opened): Promise<void> {
  await library.sweep();
  await library.write((db) => condemn(db, process.pid, isAlive));
  await purge(library);
  await index.wake();
}

/** Opens the library with the first job; a failure is the answer of this job, and the next tries again. */
function open(): Opened {
  if (opened) return opened;
  const library = new Library(folder);
  const index = new SearchIndex(library, () => notify("library" satisfies LibraryNotice));
  opened = { library, index };
  void tidyUp(opened).catch((error: unknown) => say("Tidying the library failed", error));
  return opened;
}

/** After a file of more bytes than this the index waits, in milliseconds: somebody is about to look at it. */
const largeBytes = 16 * 2 ** 20;
const openingTime = 4000;

const handOver = handOverTo(folder);

let waking: NodeJS.Timeout | undefined;

/** Goes on with the search index after so many milliseconds, unless another wish comes before. */
function wakeIndex(index: SearchIndex, after: number): void {
  clearTimeout(waking);
  waking = setTimeout(() => {
    void index.wake().catch((error: unknown) => say("Search could not be prepared", error));
  }, after);
}

/** What an order for a folder names: found, and what it is called. Rejects with a HostError. */
async function foundOf(order: FolderOrder): Promise<{ found: Found; name: string }> {
  if (order.kind === "path") return { found: await findIn(order.path), name: path.basename(order.path) };
  const files = await Promise.all(
    order.files.map(async (file) => ({ ...file, bytes: (await stat(file.path)).size })),
  );
  const found = await findAmong(files, true);
  const { name, refused = [], passedOver = found.passedOver, more = false } = order;
  return { found: { ...found, refused, passedOver, more }, name };
}

async function sourceOf(order: ImportOrder): Promise<ByteSource> {
  switch (order.kind) {
    case "path":
      return order.wholeLines
        ? wholeLines(await fileSource(order.path, order.name))
        : fileSource(order.path, order.name);
    case "text":
      return textSource(order.name, order.text);
  }
}

/** A cancel comes as a message, which waits for a turn of this thread; that the work was given up is seen without one. */
function untilGivenUp(signal: AbortSignal, gate: Gate): AbortSignalLike {
  return {
    get aborted() {
      return signal.aborted || gate.givenUp;
    },
    addEventListener: (type, listener, options) => signal.addEventListener(type, listener, options),
  };
}

const handlers: JobHandlers<LibraryJobs> = {
  ready: () => ({ sqlite: sqliteVersion(open().library.reader) }),
  list: () => listTranscripts(open().library.reader),
  async import({ order, gate: shared }, { emit, signal: asked }) {
    const { library, index } = open();
    const gate = new Gate(shared);
    const signal = untilGivenUp(asked, gate);
    const source = await sourceOf(order);
    try {
      return await importTranscript(library, source, {
        signal,
        pass: () => gate.pass(),
        progress: atMost(emit),
        sample: order.kind === "text" && order.sample === true,
        handOver,
      });
    } finally {
      await source.close();
      if (order.kind === "path" && order.temporary) await rm(order.path, { force: true });
      // A file that is written all the time would be indexed all the time.
      const later = order.kind === "path" && order.wholeLines === true;
      wakeIndex(index, later ? quietTime : source.bytes > largeBytes ? openingTime : 0);
    }
  },
  async importFolder({ order, gate: shared }, { emit, signal: asked }) {
    const { library, index } = open();
    const gate = new Gate(shared);
    const signal = untilGivenUp(asked, gate);
    const progress = atMost<FolderProgress>((now) => emit({ kind: "progress", progress: now }));
    const tell = (fact: FolderFact): void =>
      fact.kind === "progress" ? progress(fact.progress) : emit(fact);
    try {
      const { found, name } = await foundOf(order);
      try {
        return await importFound(library, found, { name, signal, gate, tell });
      } finally {
        found.close();
      }
    } finally {
      if (order.kind === "files")
        await Promise.all(order.files.map((file) => rm(file.path, { force: true })));
      wakeIndex(index, 0);
    }
  },
  remove: (id) => open().library.write((db) => (hideTranscript(db, id, process.pid), null)),
  async restore(id) {
    await open().library.write((db) => restoreTranscript(db, id));
    return null;
  },
  bytes: (asked) => rawPiece(open().library.reader, asked),
  sensitive: ({ transcript }) => sightingsOf(open().library.reader, transcript),
  badSpans: (asked, { signal }) => badSpans(open().library.reader, asked, signal),
  search: (query, { signal }) => search(open().library.reader, query, signal),
  getSetting: (key) => getSetting(open().library.reader, key),
  setSetting: ({ key, value }) => open().library.write((db) => (setSetting(db, key, value), null)),
  listProfiles: () => listProfiles(open().library.reader),
  saveProfile: ({ profile, id }) => open().library.write((db) => saveProfile(db, profile, id)),
  removeProfile: (id) => open().library.write((db) => (removeProfile(db, id), null)),
  recordRun: ({ id, inputs, totals }) =>
    open().library.write((db) => (recordRun(db, id, inputs, totals), null)),
};

async function stop(): Promise<void> {
  if (!opened) return;
  const { library, index } = opened;
  clearTimeout(waking);
  await index.stop();
  const until = performance.now() + purgeTime;
  await library.write((db) => condemn(db, process.pid, isAlive));
  await purge(library, () => performance.now() < until);
  await library.close();
}

doJobs<LibraryJobs>(handlers, () =>
  stop().catch((error: unknown) => say("Closing the library failed", error)),
);
