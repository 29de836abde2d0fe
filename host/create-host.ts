import { shown } from "./files/shown.ts";
import path from "node:path";
import type { AppInfo, ImportProgress, ImportResult, ImportSource } from "../core/contract/methods.ts";
import { questionHandlers } from "../core/contract/run-questions.ts";
import type { FolderProgress, FolderResult, FolderSource } from "../core/contract/folder.ts";
import { type Handlers, HostError } from "../core/contract/rpc.ts";
import type { SentRun } from "../core/contract/step-columns.ts";
import { AppEvents } from "./app-events.ts";
import { prepareFolder } from "./data-folder.ts";
import { failureOf } from "./failure.ts";
import { type HomePort, ownHome } from "./discovery/home-port.ts";
import type { FollowTimes } from "./files/follow.ts";
import { profileInFile } from "./files/profile-file.ts";
import { holdsMany, withoutLogs } from "./folders/find.ts";
import { FolderTally } from "./folders/folder-tally.ts";
import type { FolderFact } from "./folders/import-folder.ts";
import { sampleRows, sampleText } from "./files/samples.ts";
import { Uploads } from "./files/uploads.ts";
import { Follows } from "./follows.ts";
import type { CallerWire } from "./jobs/calls.ts";
import { Gate } from "./jobs/gate.ts";
import type { EngineJobs, EngineSetup } from "./jobs/engine-jobs.ts";
import { JobThread } from "./jobs/job-thread.ts";
import type { FolderOrder, ImportOrder, LibraryJobs, LibrarySetup } from "./jobs/library-jobs.ts";
import { LocalFiles } from "./local-files.ts";
import type { RunInputs } from "./library/runs.ts";
import { serve } from "./serve.ts";
import { appVersion } from "./version.ts";

/** How a host is started. */
export interface HostSetup {
  /** The data folder, absolute. */
  readonly folder: string;
  readonly shell: AppInfo["shell"];
  /** Where logs of agents are looked for; without it, the home folder of whoever runs this. */
  readonly home?: HomePort;
  /** How fast a followed file is looked at. */
  readonly followTimes?: Partial<FollowTimes>;
  /** Is told in one line what became of a followed file: for who started the host without a window in sight. */
  readonly tell?: (line: string) => void;
}

/** How files are opened. */
export interface OpenOptions {
  /** True to go on with them as they grow. */
  readonly follow?: boolean;
}

/** A running host: it keeps the contract for any number of windows. */
export interface AppHost {
  /** Resolves when the library is open. Rejects with a HostError that says what to do. */
  ready(): Promise<void>;
  /** Serves one window. Gives what ends that. */
  serve(wire: CallerWire): () => void;
  /** Imports files and tells every window, those that connect later, too. Never rejects. */
  open(files: readonly string[], options?: OpenOptions): Promise<void>;
  readonly uploads: Uploads;
  /** Ends the threads, in order. */
  stop(): Promise<void>;
}

/** Reading a large file makes much short-lived garbage: it is cleared early instead of piling up. */
const readingLimits = { maxYoungGenerationSizeMb: 32 };

/** What the calls work with. */
interface Parts {
  readonly setup: HostSetup;
  readonly library: JobThread<LibraryJobs>;
  readonly engine: JobThread<EngineJobs>;
  readonly events: AppEvents;
  readonly uploads: Uploads;
  readonly local: LocalFiles;
  readonly follows: Follows;
}

/** Only the desktop shell may name files: a page in a browser hands their bytes over. */
async function orderOf({ setup, uploads, local }: Parts, source: ImportSource): Promise<ImportOrder> {
  switch (source.kind) {
    case "upload":
      return { kind: "path", temporary: true, ...uploads.take(source.upload) };
    case "path":
      if (setup.shell !== "electron")
        throw new HostError("bad_input", "This window cannot open files by path: drop the file instead");
      if (!path.isAbsolute(source.path))
        throw new HostError("bad_input", "The path of a file must be absolute");
      return source;
    case "sample":
      return { kind: "text", sample: true, ...(await sampleText(source.sample)) };
    case "discovered":
      return { kind: "path", path: local.pathOf(source.id) };
    case "text":
      return source;
  }
}

function importer({ library, engine, events, follows }: Parts) {
  return async (order: ImportOrder, signal?: AbortSignal, onEvent?: (event: ImportProgress) => void) => {
    // Whether it starts is the affair of whoever asks it something.
    engine.call("warm", null).catch(() => undefined);
    const gate = new Gate();
    const options = { settles: { gate }, ...(signal ? { signal } : {}), ...(onEvent ? { onEvent } : {}) };
    const result: ImportResult = await library.call("import", { order, gate: gate.shared }, options);
    events.emit({ kind: "library" });
    if (order.kind === "path" && !order.temporary) follows.know(result.transcript.id, order.path);
    if (result.grownFrom !== undefined) events.emit({ kind: "grown", transcript: result.transcript.id });
    return result;
  };
}

/** Only the desktop shell may name folders, as with files. */
function folderOrderOf({ setup, uploads, local }: Parts, source: FolderSource): FolderOrder {
  if (source.kind === "uploads") {
    const files = source.files.map(({ upload, name }) => ({ path: uploads.take(upload).path, name }));
    const { name, refused, passedOver, more } = source;
    return { kind: "files", name, files, refused, passedOver, more };
  }
  if (source.kind === "discovered") return { kind: "path", path: local.pathOf(source.id) };
  if (setup.shell !== "electron")
    throw new HostError("bad_input", "This window cannot open folders by path: drop the folder instead");
  if (!path.isAbsolute(source.path))
    throw new HostError("bad_input", "The path of a folder must be absolute");
  return source;
}

function folderImporter({ library, events }: Parts) {
  return async (
    order: FolderOrder,
    signal?: AbortSignal,
    onEvent?: (event: FolderProgress) => void,
  ): Promise<FolderResult> => {
    const gate = new Gate();
    const tally = new FolderTally(order.kind === "path" ? path.basename(order.path) : order.name);
    const options = {
      settles: { gate, soFar: tally.cancelled },
      ...(signal ? { signal } : {}),
      onEvent(fact: FolderFact) {
        tally.take(fact);
        if (fact.kind === "progress") onEvent?.(fact.progress);
      },
    };
    try {
      const result = await library.call("importFolder", { order, gate: gate.shared }, options);
      // One that grew is not told apart from one that is new, which no window shows yet.
      for (const { transcript, duplicate } of result.transcripts)
        if (!duplicate) events.emit({ kind: "grown", transcript });
      return result;
    } finally {
      events.emit({ kind: "library" });
    }
  };
}

function libraryHandlers(parts: Parts) {
  const { library, events } = parts;
  const imported = importer(parts);
  const changed = async (kind: "library" | "profiles", work: Promise<unknown>): Promise<null> => {
    await work;
    events.emit({ kind });
    return null;
  };
  return {
    "library.list": () => library.call("list", null),
    "library.samples": () => sampleRows(),
    "library.import": async ({ source }, { emit, signal }) =>
      imported(await orderOf(parts, source), signal as AbortSignal, emit),
    "library.import-folder": ({ source }, { emit, signal }) =>
      folderImporter(parts)(folderOrderOf(parts, source), signal as AbortSignal, emit),
    "library.remove": ({ transcript }) => {
      parts.follows.forget(transcript);
      return changed("library", library.call("remove", transcript));
    },
    "library.restore": ({ transcript }) => changed("library", library.call("restore", transcript)),
    "library.bytes": (asked) => library.call("bytes", asked),
    "library.sensitive": (asked) => library.call("sensitive", asked),
    "library.bad-spans": (asked, { signal }) =>
      library.call("badSpans", asked, { signal: signal as AbortSignal }),
    "discover.list": () => parts.local.list(),
    "library.followable": () => parts.follows.rows(),
    "library.follow": ({ transcript, on }) => (parts.follows.set(transcript, on), null),
    "library.search": (query, { signal }) => library.call("search", query, { signal: signal as AbortSignal }),
    "settings.get": ({ key }) => library.call("getSetting", key),
    "settings.set": (setting) => library.call("setSetting", setting),
    "profile.list": () => library.call("listProfiles", null),
    "profile.remove": ({ id }) => changed("profiles", library.call("removeProfile", id)),
    async "profile.save"(saved) {
      const row = await library.call("saveProfile", saved);
      events.emit({ kind: "profiles" });
      return row;
    },
  } satisfies Partial<Handlers>;
}

/** The window need not wait for it: the engine has the run itself. */
function remember(library: Parts["library"], view: SentRun, inputs: RunInputs): void {
  library.call("recordRun", { id: view.run, inputs, totals: view.totals }).catch((error: unknown) => {
    const { code, message } = failureOf(error, false);
    if (code !== "closed") process.stderr.write(`A run could not be remembered: ${message}\n`);
  });
}

function engineHandlers({ library, engine }: Parts) {
  const ask: typeof engine.call = async (name, params, options) => {
    // The engine only reads: the library must be there first.
    await library.call("ready", null);
    return engine.call(name, params, options);
  };
  return {
    ...questionHandlers((question, params) => ask(question, params as never)),
    "thread.outline": (params) => ask("thread.outline", params),
    "thread.messages": (params) => ask("thread.messages", params),
    "thread.places": (params) => ask("thread.places", params),
    "thread.lanes": (params) => ask("thread.lanes", params),
    "run.weights": (params) => ask("run.weights", params),
    "thread.body": (params) => ask("thread.body", params),
    "thread.copy": (params) => ask("thread.copy", params),
    "run.request": (params) => ask("run.request", params),
    "run.body": (params) => ask("run.body", params),
    "run.copy": (params) => ask("run.copy", params),
    "run.why": (params) => ask("run.why", params),
    "run.diff": (params) => ask("run.diff", params),
    async "run.start"(params, { signal }) {
      const { view, inputs } = await ask("run.start", params, { signal: signal as AbortSignal });
      remember(library, view, inputs);
      return view;
    },
  } satisfies Partial<Handlers>;
}

function handlersOf(parts: Parts): Handlers {
  const { setup, library, events } = parts;
  return {
    ...libraryHandlers(parts),
    ...engineHandlers(parts),
    async "app.info"() {
      const { sqlite } = await library.call("ready", null);
      const electron = setup.shell === "electron";
      const capabilities = { paths: electron, upload: !electron };
      const versions = { version: appVersion(), node: process.versions.node, sqlite };
      return { ...versions, shell: setup.shell, capabilities, dataDir: setup.folder };
    },
    "app.watch": (_, { emit, signal }) => events.watch(emit, signal as AbortSignal),
  };
}

async function openFolder(parts: Parts, folder: string): Promise<void> {
  const name = path.basename(folder);
  const onEvent = (progress: FolderProgress): void => parts.events.emit({ kind: "import", name, progress });
  const result = await folderImporter(parts)({ kind: "path", path: folder }, undefined, onEvent);
  parts.events.emit({ kind: "folder", result });
}

async function openFiles(parts: Parts, files: readonly string[], { follow }: OpenOptions): Promise<void> {
  const imported = importer(parts);
  for (const file of await withoutLogs(files)) {
    const name = shown(path.basename(file));
    const profile = await profileInFile(path.resolve(file));
    if (profile) {
      parts.events.emit({ kind: "profile", name, profile });
      continue;
    }
    try {
      if (await holdsMany(path.resolve(file))) {
        await openFolder(parts, path.resolve(file));
        continue;
      }
      const { transcript } = await imported(
        { kind: "path", path: path.resolve(file) },
        undefined,
        (progress) => parts.events.emit({ kind: "import", name, progress }),
      );
      parts.events.emit({ kind: "opened", transcript: transcript.id });
      if (follow) parts.follows.set(transcript.id, true);
    } catch (error) {
      parts.events.emit({ kind: "failed", name, message: failureOf(error, false).message });
    }
  }
}

/** Starts a host. Throws a HostError when its folder cannot be made. */
export function createHost(setup: HostSetup): AppHost {
  prepareFolder(setup.folder);
  const events = new AppEvents();
  const { folder } = setup;
  const changed = (): void => events.emit({ kind: "library" });
  const librarySetup: LibrarySetup = { folder };
  const library = new JobThread<LibraryJobs>("library-worker", librarySetup, changed, readingLimits);
  const engine = new JobThread<EngineJobs>("engine-worker", { folder } satisfies EngineSetup);
  const uploads = new Uploads(folder);
  const follows = new Follows({
    importFile: (order, signal) => {
      const gate = new Gate();
      return library.call("import", { order, gate: gate.shared }, { settles: { gate }, signal });
    },
    emit: (event) => {
      if (event.kind === "grown") changed();
      events.emit(event);
    },
    ...(setup.followTimes ? { times: setup.followTimes } : {}),
    tell: setup.tell,
  });
  const local = new LocalFiles(setup.home ?? ownHome());
  const parts = { setup, library, engine, events, uploads, local, follows };
  const handlers = handlersOf(parts);
  return {
    uploads,
    ready: async () => void (await library.call("ready", null)),
    serve: (wire) => serve(wire, handlers),
    open: (files, options = {}) => openFiles(parts, files, options),
    async stop() {
      follows.stop();
      await engine.stop();
      await library.stop();
      uploads.close();
    },
  };
}
