import { z } from "zod";
import type { MoneyReport, ReportedStep } from "../analysis/money-report.ts";
import type { GroundTruth } from "../model/ground-truth.ts";
import type { BadSpan, ImportReport } from "../model/report.ts";
import type { SensitiveFinding } from "../model/sensitive.ts";
import { type ProfileInput, RESULT_FORMS, type ResultForm } from "../model/profile.ts";
import type { Fault } from "../model/fault.ts";
import { WIRE_PROVIDERS, type WireProvider } from "../wire/options.ts";
import { type FolderProgress, type FolderResult, type FolderSource, folderSource } from "./folder.ts";
import { type DiscoveredApp, discoveredSource, type FollowableRow } from "./local-files.ts";
import type { MaskedBody, MessageBody, RequestDiff, RequestLayout, WhyCard } from "./run-view.ts";
import type {
  AskedWindow,
  FindReport,
  PreviewReport,
  ReadReport,
  StoreReport,
  SummaryReport,
  WireReport,
  WireSize,
} from "../model/run-answers.ts";
import type { OutlineHead } from "./message-columns.ts";
import type { LanePlace, OutlineMessage, SearchHit, TranscriptRow } from "./rows.ts";
import type { SentRun } from "./step-columns.ts";
import type { RunWeights } from "../model/weights.ts";

/** One call of the host: the schema of its parameters; result and events are typed only, as the host is trusted. */
export interface MethodSpec<Params, Result, Event = never> {
  readonly params: z.ZodType<Params>;
  /** Phantom fields: never set. */
  readonly result?: Result;
  readonly event?: Event;
}

function method<Params, Result, Event = never>(params: z.ZodType<Params>): MethodSpec<Params, Result, Event> {
  return { params };
}

const id = z.number().int().nonnegative();
const step = z.number().int().positive();
const threadId = z.string().max(10_000);
const runId = z.string().max(200);
const address = z.union([
  z.object({ index: id }),
  z.object({ special: z.enum(["system", "tools", "summary"]) }),
  z.object({ inserted: z.string().max(10_000) }),
]);
const maxChars = z
  .number()
  .int()
  .positive()
  .max(64 * 2 ** 20);
const resultForm = z.enum(RESULT_FORMS).optional();
/** Checked in full by the core's profile check, which names the field; here only that it is an object. */
const profile = z.custom<ProfileInput>(
  (value) => typeof value === "object" && value !== null,
  "a profile object",
);
const faults = z.array(
  z.custom<Fault>((value) => typeof value === "object" && value !== null, "a fault object"),
);

/** Where an import comes from. An `upload` is the id that POST /upload gave. */
export const importSource = z.union([
  z.object({ kind: z.literal("path"), path: z.string().max(10_000) }),
  z.object({ kind: z.literal("upload"), upload: z.string().max(200) }),
  z.object({ kind: z.literal("text"), name: z.string().max(1000), text: z.string().max(48 * 2 ** 20) }),
  z.object({ kind: z.literal("sample"), sample: z.string().max(200) }),
  discoveredSource,
]);

/** Where an import comes from. */
export type ImportSource = z.infer<typeof importSource>;

/** How far an import is. `phase` goes from reading to storing; bytes are of the file. */
export interface ImportProgress {
  readonly phase: "reading" | "storing";
  readonly done: number;
  readonly total: number;
  readonly lines: number;
  /** How the first messages begin that were read, so that somebody sees early whether it is what was meant. */
  readonly first?: readonly string[];
}

/**
 * What an import did. `duplicate` when the very same bytes were in the library: then nothing was stored. `grownFrom`
 * when its text goes on from one of so many bytes that was there: its transcript has grown. What came is the rest of
 * `report.bytes`, which counts the text of a packed file too.
 */
export interface ImportResult {
  readonly transcript: TranscriptRow;
  readonly duplicate: boolean;
  readonly grownFrom?: number;
  readonly report: ImportReport;
}

/** Bytes of a transcript's file as it was imported, from `offset` on. */
export interface RawBytes {
  readonly offset: number;
  /** Base64. Fewer bytes than asked for at the end of the file. */
  readonly data: string;
  /** Bytes of the whole file. */
  readonly total: number;
}

/** Some of the spans of a file that could not be read, in order of the file. */
export interface BadSpanPage {
  readonly from: number;
  readonly total: number;
  readonly spans: readonly BadSpan[];
}

/** How many bytes of a file one call may ask for. */
export const MOST_RAW_BYTES = 2 ** 20;

/** What the host is and can do: the window asks for capabilities, never for the kind of shell. */
export interface AppInfo {
  readonly version: string;
  readonly node: string;
  readonly sqlite: string;
  readonly shell: "browser" | "electron";
  readonly capabilities: { readonly paths: boolean; readonly upload: boolean };
  /** Folder of the library, for the about box. */
  readonly dataDir: string;
}

/** A built-in session that can be opened with one click. */
export interface SampleRow {
  readonly id: string;
  readonly title: string;
  readonly shows: string;
}

/** A stored or built-in profile. */
export interface ProfileRow {
  readonly id: string;
  readonly name: string;
  readonly preset: boolean;
  readonly profile: ProfileInput;
  readonly about: string;
}

/** What the host tells every window. `opened` and `profile` are of files that were asked for on the command line. */
export type AppEvent =
  | { readonly kind: "library" }
  | { readonly kind: "profiles" }
  | { readonly kind: "opened"; readonly transcript: number }
  | { readonly kind: "profile"; readonly name: string; readonly profile: ProfileInput }
  | { readonly kind: "import"; readonly name: string; readonly progress: ImportProgress }
  | { readonly kind: "failed"; readonly name: string; readonly message: string }
  /** A followed file has grown, and its transcript with it. */
  | { readonly kind: "grown"; readonly transcript: number }
  /** A followed file was cut, or another took its place: that one is followed now. */
  | { readonly kind: "replaced"; readonly transcript: number; readonly by: number; readonly name: string }
  /** A followed file was deleted or moved away; it is followed on if it comes back. */
  | { readonly kind: "gone"; readonly transcript: number; readonly name: string }
  /** A folder that was asked for on the command line or in a menu has been imported. */
  | { readonly kind: "folder"; readonly result: FolderResult }
  /** Which transcripts are followed, or can be, has changed. */
  | { readonly kind: "following" };

/** How a stored result is read: by lines, from a start such as `LINE` or `LINE:BYTE`, or by a search. */
export interface ReadParams {
  run: string;
  step: number;
  target: string;
  offset?: number | undefined;
  limit?: number | undefined;
  start?: string | undefined;
  search?: string | undefined;
  maxChars: number;
}

const rawBodyParams = z.object({
  transcript: id,
  thread: threadId,
  at: address,
  maxChars,
  results: resultForm,
});
/** Which recorded message is read, and how much of it. */
type RawBodyParams = z.infer<typeof rawBodyParams>;
const sentBodyParams = z.object({ run: runId, step, at: address, maxChars });
/** Which message of a request is read, and how much of it. */
type SentBodyParams = z.infer<typeof sentBodyParams>;

const none = z.object({});

/** Every call that a window can make. */
export const methods = {
  "app.info": method<Record<string, never>, AppInfo>(none as z.ZodType<Record<string, never>>),
  /** Never ends by itself: events until it is cancelled. */
  "app.watch": method<Record<string, never>, null, AppEvent>(none as z.ZodType<Record<string, never>>),
  "settings.get": method<{ key: string }, unknown>(z.object({ key: z.string().max(200) })),
  "settings.set": method<{ key: string; value: unknown }, null>(
    z.object({ key: z.string().max(200), value: z.unknown() }) as z.ZodType<{ key: string; value: unknown }>,
  ),
  "library.list": method<Record<string, never>, readonly TranscriptRow[]>(
    none as z.ZodType<Record<string, never>>,
  ),
  "library.samples": method<Record<string, never>, readonly SampleRow[]>(
    none as z.ZodType<Record<string, never>>,
  ),
  "library.import": method<{ source: ImportSource }, ImportResult, ImportProgress>(
    z.object({ source: importSource }),
  ),
  /** A folder, or a database of sessions: everything in it that is a transcript, one after the other. */
  "library.import-folder": method<{ source: FolderSource }, FolderResult, FolderProgress>(
    z.object({ source: folderSource }),
  ),
  /** Hides it; `library.restore` undoes this until the host stops, when it is deleted for good. */
  "library.remove": method<{ transcript: number }, null>(z.object({ transcript: id })),
  "library.restore": method<{ transcript: number }, null>(z.object({ transcript: id })),
  /** The original file, piece by piece; with `text`, what it unpacks to, where it is packed: bad spans lie in that. */
  "library.bytes": method<
    { transcript: number; offset: number; length: number; text?: boolean | undefined },
    RawBytes
  >(
    z.object({
      transcript: id,
      offset: id,
      length: z.number().int().positive().max(MOST_RAW_BYTES),
      text: z.boolean().optional(),
    }),
  ),
  /** Secrets and personal data with their places, which the report in the list of transcripts only counts. */
  "library.sensitive": method<{ transcript: number }, readonly SensitiveFinding[]>(
    z.object({ transcript: id }),
  ),
  /** Every span that could not be read, also those that the report does not list: the file is read again for them. */
  "library.bad-spans": method<{ transcript: number; from: number; limit: number }, BadSpanPage>(
    z.object({ transcript: id, from: id, limit: z.number().int().positive().max(1000) }),
  ),
  /** Looks for logs of agents on this machine: names, sizes and dates. Nothing is read. */
  "discover.list": method<Record<string, never>, readonly DiscoveredApp[]>(
    none as z.ZodType<Record<string, never>>,
  ),
  /** The transcripts whose file is known by its path. */
  "library.followable": method<Record<string, never>, readonly FollowableRow[]>(
    none as z.ZodType<Record<string, never>>,
  ),
  "library.follow": method<{ transcript: number; on: boolean }, null>(
    z.object({ transcript: id, on: z.boolean() }),
  ),
  "library.search": method<
    { query: string; limit: number; transcript?: number | undefined },
    readonly SearchHit[]
  >(
    z.object({
      query: z.string().max(1000),
      limit: z.number().int().positive().max(500),
      transcript: id.optional(),
    }),
  ),
  /** `results` says in which form results are told of which the recording holds two; without it, whole. */
  "thread.outline": method<
    { transcript: number; thread: string; results?: ResultForm | undefined },
    OutlineHead
  >(z.object({ transcript: id, thread: threadId, results: resultForm })),
  /** The rows of the messages [from, to). */
  "thread.messages": method<
    { transcript: number; thread: string; from: number; to: number; results?: ResultForm | undefined },
    readonly OutlineMessage[]
  >(z.object({ transcript: id, thread: threadId, from: id, to: id, results: resultForm })),
  /** Where messages lie, by their ids; null for one that is not there. */
  "thread.places": method<{ transcript: number; thread: string; ids: string[] }, readonly (number | null)[]>(
    z.object({ transcript: id, thread: threadId, ids: z.array(z.string().max(10_000)).max(1000) }),
  ),
  "thread.body": method<RawBodyParams, MessageBody>(rawBodyParams),
  /** The same to be copied: without its secrets. */
  "thread.copy": method<RawBodyParams, MaskedBody>(rawBodyParams),
  /** Where the other lanes of a transcript lie beside one. */
  "thread.lanes": method<{ transcript: number; thread: string }, readonly LanePlace[]>(
    z.object({ transcript: id, thread: threadId }),
  ),
  "profile.list": method<Record<string, never>, readonly ProfileRow[]>(
    none as z.ZodType<Record<string, never>>,
  ),
  "profile.save": method<{ id?: string | undefined; profile: ProfileInput }, ProfileRow>(
    z.object({ id: z.string().max(200).optional(), profile }),
  ),
  "profile.remove": method<{ id: string }, null>(z.object({ id: z.string().max(200) })),
  /** Runs a profile on a thread. The host keeps the last few runs; a run that it dropped is run again when asked for. */
  "run.start": method<
    { transcript: number; thread: string; profile: ProfileInput; faults?: Fault[] | undefined },
    SentRun
  >(z.object({ transcript: id, thread: threadId, profile, faults: faults.optional() })),
  "run.request": method<{ run: string; step: number }, RequestLayout>(z.object({ run: runId, step })),
  "run.body": method<SentBodyParams, MessageBody>(sentBodyParams),
  /** The same to be copied: without its secrets, and what is left of those that a policy cut through. */
  "run.copy": method<SentBodyParams, MaskedBody>(sentBodyParams),
  /** What each message weighed over all requests, the heaviest `most` of them; and what from one step to another. */
  "run.weights": method<
    { run: string; most: number; between?: { from: number; to: number } | undefined },
    RunWeights
  >(
    z.object({
      run: runId,
      most: z.number().int().positive().max(100_000),
      between: z.object({ from: step, to: step }).optional(),
    }),
  ),
  "run.why": method<{ run: string; step: number; at: z.infer<typeof address> }, WhyCard>(
    z.object({ run: runId, step, at: address }),
  ),
  /** When a text was in the window; `step` is the one whose stores are looked into. */
  "run.ask": method<{ run: string; step: number; text: string }, AskedWindow>(
    z.object({ run: runId, step, text: z.string().max(10_000) }),
  ),
  "run.preview": method<{ run: string; step: number; index: number }, PreviewReport>(
    z.object({ run: runId, step, index: id }),
  ),
  /** Reads a stored result back as the model could at the step. `target` is a path or an identity. */
  "run.read": method<ReadParams, ReadReport>(
    z.object({
      run: runId,
      step,
      target: z.string().max(10_000),
      offset: step.optional(),
      limit: step.optional(),
      start: z.string().max(40).optional(),
      search: z.string().max(10_000).optional(),
      maxChars,
    }),
  ),
  "run.summary": method<{ run: string; step: number }, SummaryReport>(z.object({ run: runId, step })),
  "run.stores": method<{ run: string; step: number }, StoreReport>(z.object({ run: runId, step })),
  "run.wire": method<{ run: string; step: number; provider: WireProvider }, WireReport>(
    z.object({ run: runId, step, provider: z.enum(WIRE_PROVIDERS) }),
  ),
  /** How large that body is, without it. */
  "run.wire-size": method<{ run: string; step: number; provider: WireProvider }, WireSize>(
    z.object({ run: runId, step, provider: z.enum(WIRE_PROVIDERS) }),
  ),
  /** What the step and the run cost by a table of prices (`core/model/price.ts`). */
  "run.money": method<{ run: string; step: number; table: unknown }, MoneyReport>(
    z.object({ run: runId, step, table: z.unknown() }) as z.ZodType<{
      run: string;
      step: number;
      table: unknown;
    }>,
  ),
  /** What the provider reported of the recorded step; null where it reported nothing. */
  "run.reported": method<{ run: string; step: number }, ReportedStep | null>(z.object({ run: runId, step })),
  /** What the vendor's own context management took out, beside what the run did. */
  "run.truth": method<{ run: string }, GroundTruth>(z.object({ run: runId })),
  /** Finds by the language of `core/analysis/find-query.ts`. */
  "run.find": method<{ run: string; step: number; query: string }, FindReport>(
    z.object({ run: runId, step, query: z.string().max(1000) }),
  ),
  "run.diff": method<{ from: { run: string; step: number }; to: { run: string; step: number } }, RequestDiff>(
    z.object({ from: z.object({ run: runId, step }), to: z.object({ run: runId, step }) }),
  ),
};

/** The whole contract. */
export type Methods = typeof methods;
/** A call's name. */
export type MethodName = keyof Methods;
/** Parameters of a call. */
export type Params<M extends MethodName> =
  Methods[M] extends MethodSpec<infer P, infer _R, infer _E> ? P : never;
/** Result of a call. */
export type Result<M extends MethodName> =
  Methods[M] extends MethodSpec<infer _P, infer R, infer _E> ? R : never;
/** Events that a call streams while it runs. */
export type EventOf<M extends MethodName> =
  Methods[M] extends MethodSpec<infer _P, infer _R, infer E> ? E : never;
