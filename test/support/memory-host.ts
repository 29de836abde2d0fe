import { sentRun } from "../../core/contract/step-columns.ts";
import { outlineHead } from "../../core/contract/message-columns.ts";
import { rawBody, requestBody } from "../../core/analysis/body.ts";
import { maskedRawBody, maskedRequestBody } from "../../core/analysis/masked-body.ts";
import { requestDiff } from "../../core/analysis/diff-text.ts";
import { requestLayout } from "../../core/analysis/layout.ts";
import { lanesBeside } from "../../core/analysis/lanes.ts";
import { outlineRows, placesOf, threadRow } from "../../core/analysis/outline.ts";
import { runView } from "../../core/analysis/run-view.ts";
import { weightsOf } from "../../core/analysis/weights.ts";
import { why } from "../../core/analysis/why.ts";
import { connectHost } from "../../core/contract/client.ts";
import type { Connection, LinkState } from "../../core/contract/connection.ts";
import type { AppEvent, ImportResult, MethodName, Params, ProfileRow } from "../../core/contract/methods.ts";
import type { DiscoveredApp, FollowableRow } from "../../core/contract/local-files.ts";
import { answerRun, questionHandlers } from "../../core/contract/run-questions.ts";
import type { SearchHit, TranscriptRow } from "../../core/contract/rows.ts";
import { type FromHost, type Handlers, HostError, type ToHost } from "../../core/contract/rpc.ts";
import { replay } from "../../core/engine/replay.ts";
import type { Run } from "../../core/engine/run.ts";
import { FORMATS } from "../../core/importers/importer.ts";
import { ArraySink, type ReadFile } from "../../core/importers/read-all.ts";
import { createReader } from "../../core/importers/read.ts";
import { resultText } from "../../core/model/part.ts";
import type { BadSpan } from "../../core/model/report.ts";
import { withResults } from "../../core/model/seen.ts";
import type { Thread } from "../../core/model/thread.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { PRESETS } from "../../core/policies/presets.ts";
import { serve } from "../../host/serve.ts";
import { Signal } from "../../renderer/connect/signal.ts";
import { decode, encode, readText } from "./import-text.ts";

/** A call that a window made. */
export interface SeenCall {
  readonly method: MethodName;
  readonly params: unknown;
}

interface Kept {
  readonly text: string;
  readonly row: TranscriptRow;
  readonly threads: readonly Thread[];
}

/**
 * A host in memory for tests of the window: the real importers, engine and analyses behind the real contract, with
 * nothing stored and no thread of its own.
 */
export class MemoryHost {
  readonly calls: SeenCall[] = [];
  readonly link = new Signal<LinkState>({ kind: "open" });
  readonly connection: Connection;
  /** What a look for logs on this machine finds. */
  discovered: readonly DiscoveredApp[] = [];
  /** The transcripts whose files are known by their path. */
  followable: readonly FollowableRow[] = [];
  readonly #kept = new Map<number, Kept>();
  readonly #hidden = new Set<number>();
  readonly #runs = new Map<string, Run>();
  readonly #settings = new Map<string, unknown>();
  readonly #profiles = new Map<string, ProfileRow>();
  readonly #watchers = new Set<(event: AppEvent) => void>();
  #gate: Promise<void> = Promise.resolve();
  #next = 1;

  constructor() {
    for (const { name, about, profile } of PRESETS) {
      this.#profiles.set(name, { id: name, name, preset: true, profile, about });
    }
    const host = this.#connect();
    this.connection = {
      host,
      link: this.link,
      reconnect: () => this.link.set({ kind: "open" }),
      folderOf: async ({ name }) => ({ kind: "uploads", name, files: [] }),
      sourceOf: async (file) => ({ kind: "text", name: file.name, text: await (file as File).text() }),
    };
  }

  /** Imports a text as a file of that name. */
  add(name: string, text: string): ImportResult {
    return this.#keep(name, text, readText(text));
  }

  /** Keeps every answer back until the returned function is called. */
  hold(): () => void {
    let release = () => {};
    this.#gate = new Promise((done) => {
      release = done;
    });
    return release;
  }

  tell(event: AppEvent): void {
    for (const watcher of this.#watchers) watcher(event);
  }

  /** How often a call was made. */
  count(method: MethodName): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  setting(key: string): unknown {
    return this.#settings.get(key);
  }

  #connect() {
    let toWindow: (message: FromHost) => void = () => {};
    let toHost: (message: ToHost) => void = () => {};
    const plain = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;
    serve(
      {
        post: (message) => queueMicrotask(() => toWindow(plain(message))),
        onMessage: (listener) => {
          toHost = listener;
        },
      },
      this.#handlers(),
    );
    return connectHost({
      post: (message) => {
        if (message.t === "call") this.calls.push({ method: message.m, params: message.p });
        queueMicrotask(() => toHost(plain(message)));
      },
      onMessage: (listener) => {
        toWindow = listener;
      },
    });
  }

  #keep(name: string, text: string, file: ReadFile): ImportResult {
    const id = this.#next++;
    const { format, report, threads } = file;
    const row: TranscriptRow = {
      id,
      name,
      format,
      formatLabel: FORMATS[format],
      bytes: text.length,
      sha256: String(id).padStart(64, "0"),
      importedAt: 0,
      sample: false,
      indexed: true,
      threads: threads.map(threadRow),
      report,
    };
    this.#kept.set(id, { row, threads, text });
    this.tell({ kind: "library" });
    return { transcript: row, duplicate: false, report };
  }

  #thread(transcript: number, name: string): Thread {
    const thread = this.#kept.get(transcript)?.threads.find(({ id }) => id === name);
    if (!thread) throw new HostError("not_found", "There is no such thread");
    return thread;
  }

  #run(id: string): Run {
    const run = this.#runs.get(id);
    if (!run) throw new HostError("not_found", "There is no such run");
    return run;
  }

  #start({ transcript, thread: name, profile: input, faults = [] }: Params<"run.start">) {
    const thread = this.#thread(transcript, name);
    const { profile, problems } = checkProfile(input, thread);
    if (!profile)
      throw new HostError(
        "bad_input",
        problems.errors.map((one) => `${one.param}: ${one.reason}`).join("; "),
      );
    const id = `run-${this.#next++}`;
    const run = replay(thread, profile, { faults });
    this.#runs.set(id, run);
    return sentRun(runView(run, { run: id, transcript, milliseconds: 1, problems }));
  }

  #search({ query, limit, transcript }: Params<"library.search">): SearchHit[] {
    const all = [...this.#kept.values()].filter(
      ({ row }) => transcript === undefined || row.id === transcript,
    );
    const hits = all.flatMap(({ row, threads }) => threads.flatMap((thread) => hitsOf(row, thread, query)));
    return hits.slice(0, limit);
  }

  #bytes({ transcript, offset, length }: Params<"library.bytes">) {
    const bytes = Buffer.from(this.#kept.get(transcript)?.text ?? "");
    const data = bytes.subarray(offset, offset + length).toString("base64");
    return { offset, data, total: bytes.length };
  }

  #badSpans(transcript: number, from: number, limit: number) {
    const spans: BadSpan[] = [];
    const bad = (span: BadSpan) => void spans.push(span);
    const reader = createReader({ sink: new ArraySink(), decode, watch: { bad } });
    reader.push(encode(this.#kept.get(transcript)?.text ?? ""));
    reader.end();
    return { from, total: spans.length, spans: spans.slice(from, from + limit) };
  }

  #follow(transcript: number, on: boolean): null {
    this.followable = this.followable.map((row) =>
      row.transcript === transcript ? { ...row, following: on } : row,
    );
    this.tell({ kind: "following" });
    return null;
  }

  #save({ id = `own-${this.#next++}`, profile }: Params<"profile.save">): ProfileRow {
    const row = { id, name: profile.name ?? id, preset: false, profile, about: "" };
    this.#profiles.set(id, row);
    this.tell({ kind: "profiles" });
    return row;
  }

  #handlers(): Handlers {
    const done = (_done: unknown) => null;
    return gated(() => this.#gate, {
      "app.info": () => ({
        version: "0.0.0",
        node: "24",
        sqlite: "3",
        shell: "browser",
        capabilities: { paths: false, upload: true },
        dataDir: "memory",
      }),
      "app.watch": (_, { emit, signal }) => this.#watch(emit, signal),
      "settings.get": ({ key }) => this.#settings.get(key) ?? null,
      "settings.set": ({ key, value }) => done(this.#settings.set(key, value)),
      "library.list": () =>
        [...this.#kept.values()].map(({ row }) => row).filter(({ id }) => !this.#hidden.has(id)),
      "library.samples": () => [{ id: "one", title: "A long result", shows: "What offload does with it" }],
      "library.import": ({ source }) => this.#import(source),
      "library.import-folder": async ({ source }) => {
        const name = source.kind === "path" ? source.path : "name" in source ? source.name : source.id;
        return {
          name,
          transcripts: [],
          refused: [],
          passedOver: { count: 0, names: [] },
          more: false,
          cancelled: false,
        };
      },
      "library.remove": ({ transcript }) =>
        done(this.#hidden.add(transcript) && this.tell({ kind: "library" })),
      "library.restore": ({ transcript }) =>
        done(this.#hidden.delete(transcript) && this.tell({ kind: "library" })),
      "library.bytes": (params) => this.#bytes(params),
      "library.sensitive": ({ transcript }) => this.#kept.get(transcript)?.row.report.sensitive ?? [],
      "library.bad-spans": ({ transcript, from, limit }) => this.#badSpans(transcript, from, limit),
      "discover.list": () => this.discovered,
      "library.followable": () => this.followable,
      "library.follow": ({ transcript, on }) => this.#follow(transcript, on),
      "library.search": (params) => this.#search(params),
      "thread.outline": ({ transcript, thread, results = "full" }) =>
        outlineHead(withResults(this.#thread(transcript, thread), results), transcript),
      "thread.messages": ({ transcript, thread, from, to, results = "full" }) =>
        outlineRows(withResults(this.#thread(transcript, thread), results), from, to),
      "thread.places": ({ transcript, thread, ids }) => placesOf(this.#thread(transcript, thread), ids),
      "thread.body": ({ transcript, thread, at, maxChars, results = "full" }) =>
        rawBody(withResults(this.#thread(transcript, thread), results), at, maxChars),
      "thread.copy": ({ transcript, thread, at, maxChars, results = "full" }) =>
        maskedRawBody(withResults(this.#thread(transcript, thread), results), at, maxChars),
      "thread.lanes": ({ transcript, thread }) =>
        lanesBeside(this.#kept.get(transcript)?.threads ?? [], thread),
      "run.weights": ({ run, most, between }) => weightsOf(this.#run(run), run, most, between),
      "profile.list": () => [...this.#profiles.values()],
      "profile.save": (params) => this.#save(params),
      "profile.remove": ({ id }) => done(this.#profiles.delete(id) && this.tell({ kind: "profiles" })),
      "run.start": (params) => this.#start(params),
      "run.request": ({ run, step }) => requestLayout(this.#run(run), run, step),
      "run.body": ({ run, step, at, maxChars }) => requestBody(this.#run(run), step, at, maxChars),
      "run.copy": ({ run, step, at, maxChars }) => maskedRequestBody(this.#run(run), step, at, maxChars),
      "run.why": ({ run, step, at }) => why(this.#run(run), step, at),
      ...questionHandlers(async (question, params) => answerRun(question, this.#run(params.run), params)),
      "run.diff": ({ from, to }) => requestDiff(this.#run(from.run), from.step, this.#run(to.run), to.step),
    });
  }

  #import(source: Params<"library.import">["source"]): ImportResult {
    if (source.kind !== "text") throw new HostError("bad_input", `no ${source.kind} here`);
    try {
      return this.add(source.name, source.text);
    } catch (error) {
      throw new HostError("bad_input", `${source.name}: ${(error as Error).message}`);
    }
  }

  #watch(
    emit: (event: AppEvent) => void,
    signal: { addEventListener(type: "abort", ended: () => void): void },
  ) {
    this.#watchers.add(emit);
    return new Promise<null>((resolve) =>
      signal.addEventListener("abort", () => {
        this.#watchers.delete(emit);
        resolve(null);
      }),
    );
  }
}

/** Handlers that wait for a gate before they answer. */
function gated(gate: () => Promise<void>, handlers: Handlers): Handlers {
  const wrap = ([name, handler]: [string, unknown]) => [
    name,
    async (params: unknown, context: unknown) => {
      await gate();
      return (handler as (params: unknown, context: unknown) => unknown)(params, context);
    },
  ];
  return Object.fromEntries(Object.entries(handlers).map(wrap)) as Handlers;
}

function hitsOf(row: TranscriptRow, thread: Thread, query: string): SearchHit[] {
  return thread.messages.flatMap((message, at) => {
    const text = message.parts
      .map((part) => (part.type === "text" ? part.text : part.type === "tool-result" ? resultText(part) : ""))
      .join("\n");
    const from = text.toLowerCase().indexOf(query.toLowerCase());
    if (from < 0) return [];
    const excerpt = `${text.slice(Math.max(0, from - 20), from)}\uE000${text.slice(from, from + query.length)}\uE001`;
    return [
      {
        transcript: row.id,
        transcriptName: row.name,
        thread: thread.id,
        message: at,
        role: message.role,
        excerpt,
      },
    ];
  });
}
