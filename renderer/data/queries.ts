import type { AppInfo, Params, ProfileRow, SampleRow } from "../../core/contract/methods.ts";
import type { ResultForm } from "../../core/model/profile.ts";
import type { RunWeights, StepPair } from "../../core/model/weights.ts";
import type { LanePlace, SearchHit, TranscriptRow } from "../../core/contract/rows.ts";
import type {
  MaskedBody,
  MessageAddress,
  MessageBody,
  RequestDiff,
  RequestLayout,
  WhyCard,
} from "../../core/contract/run-view.ts";
import type { Host } from "../../core/contract/rpc.ts";
import { useHost } from "./host-context.tsx";
import { MessageTable, type Outline } from "./message-table.ts";
import type { Loader, Weigh } from "./query-cache.ts";
import { type Query, useQuery } from "./use-query.ts";

/** The keys of the cache by what they are of, so that a change can drop its own. */
export const KEYS = {
  library: "library",
  samples: "samples",
  profiles: "profiles",
  info: "info",
  outline: (transcript: number, thread: string) => `outline/${transcript}/${thread}`,
  body: (transcript: number, thread: string) => `body/${transcript}/${thread}/`,
  run: (run: string, step: number) => `run/${run}/${step}/`,
} as const;

/** How many characters of a body a row shows at first. */
export const ROW_CHARS = 4000;

/** A key for an address: an attacker's id cannot run into another field. */
export function addressKey(at: MessageAddress): string {
  if ("index" in at) return `i${at.index}`;
  return "special" in at ? `s${at.special}` : `n${at.inserted}`;
}

/** A step of a run. */
export interface RunPlace {
  readonly run: string;
  readonly step: number;
}

/** Every transcript of the library, newest first. */
export function useLibrary(): Query<readonly TranscriptRow[]> {
  const host = useHost();
  return useQuery(KEYS.library, (signal) => host.call("library.list", {}, { signal }));
}

/** The built-in sample sessions. */
export function useSamples(): Query<readonly SampleRow[]> {
  const host = useHost();
  return useQuery(KEYS.samples, (signal) => host.call("library.samples", {}, { signal }));
}

/** Presets and saved profiles. */
export function useProfiles(): Query<readonly ProfileRow[]> {
  const host = useHost();
  return useQuery(KEYS.profiles, (signal) => host.call("profile.list", {}, { signal }));
}

/** What the host is and can do. */
export function useAppInfo(): Query<AppInfo> {
  const host = useHost();
  return useQuery(KEYS.info, (signal) => host.call("app.info", {}, { signal }));
}

/** What a key has more where results are told as the model saw them. */
function formKey(results: ResultForm): string {
  return results === "full" ? "" : `?${results}`;
}

/** Asks for a thread without its bodies; its rows are asked for as they are looked at. */
export async function loadOutline(
  host: Host,
  asked: Params<"thread.outline">,
  signal?: AbortSignal,
): Promise<Outline> {
  const head = await host.call("thread.outline", asked, signal ? { signal } : {});
  const load = (from: number, to: number) => host.call("thread.messages", { ...asked, from, to });
  return { ...head, messages: new MessageTable(head.messages, load) };
}

/** What is asked of the host through the cache: the key of its answer, and how it is loaded and weighed. */
export interface Question<T> {
  readonly key: string;
  readonly load: Loader<T>;
  readonly weigh?: Weigh<T>;
}

/** The question for a thread without its bodies. */
export function outlineQuestion(host: Host, asked: Params<"thread.outline">): Question<Outline> {
  const key = KEYS.outline(asked.transcript, asked.thread) + formKey(asked.results ?? "full");
  return { key, load: (signal) => loadOutline(host, asked, signal) };
}

/** A thread without its bodies. `results` is the form of those of which the recording holds two. */
export function useOutline(
  transcript: number | undefined,
  thread: string | undefined,
  results: ResultForm = "full",
): Query<Outline> {
  const host = useHost();
  const asked =
    transcript !== undefined && thread !== undefined ? { transcript, thread, results } : undefined;
  const question = asked && outlineQuestion(host, asked);
  return useQuery(question?.key, (signal) => question!.load(signal), { keep: false });
}

/** The other lanes of a transcript beside one of them. */
export function useLanes(
  transcript: number | undefined,
  thread: string | undefined,
): Query<readonly LanePlace[]> {
  const host = useHost();
  const asked = transcript !== undefined && thread !== undefined ? { transcript, thread } : undefined;
  const key = asked && `lanes/${asked.transcript}/${asked.thread}`;
  return useQuery(key, (signal) => host.call("thread.lanes", asked!, { signal }), { keep: false });
}

/**
 * The messages of a run by what they weighed over all requests, the heaviest `most` of them; with two steps, what of
 * it lies between them, too. While the next answer loads the one before stays: it names its own steps.
 */
export function useWeights(run: string | undefined, most: number, between?: StepPair): Query<RunWeights> {
  const host = useHost();
  const steps = between ? `/${between.from}-${between.to}` : "";
  const key = run === undefined ? undefined : `run/${run}/weights/${most}${steps}`;
  return useQuery(key, (signal) => host.call("run.weights", { run: run!, most, between }, { signal }));
}

/** A row that is not as recorded, an event: some 200 bytes each. */
function layoutWeight({ changes, inserted, events }: RequestLayout): number {
  return 1 + changes.length + inserted.length + events.length;
}

/** Text of a body in pieces of 200 bytes. */
function bodyWeight({ bytes, omitted }: MessageBody): number {
  return 1 + Math.max(0, bytes - omitted) / 200;
}

/** The question for the request of a step. */
export function layoutQuestion(host: Host, place: RunPlace): Question<RequestLayout> {
  return {
    key: `${KEYS.run(place.run, place.step)}layout`,
    load: (signal) => host.call("run.request", { ...place }, { signal }),
    weigh: layoutWeight,
  };
}

/** The request of a step, aligned with raw history. The layout before stays, stale, while the next loads. */
export function useLayout(place: RunPlace | undefined): Query<RequestLayout> {
  const host = useHost();
  const question = place && layoutQuestion(host, place);
  return useQuery(question?.key, (signal) => question!.load(signal), { weigh: layoutWeight });
}

/** The body of a message in raw history, as recorded. */
export function useRawBody(
  transcript: number | undefined,
  thread: string | undefined,
  at: MessageAddress | undefined,
  maxChars: number = ROW_CHARS,
  results: ResultForm = "full",
): Query<MessageBody> {
  const host = useHost();
  const asked =
    transcript !== undefined && thread !== undefined && at ? { transcript, thread, at, results } : undefined;
  const start =
    asked && `${KEYS.body(asked.transcript, asked.thread)}${addressKey(asked.at)}${formKey(results)}/`;
  return useQuery(
    start && `${start}${maxChars}`,
    (signal) => host.call("thread.body", { ...asked!, maxChars }, { signal }),
    { keep: start ?? false, weigh: bodyWeight },
  );
}

/** The body of a message as a step's request holds it. */
export function useSentBody(
  place: RunPlace | undefined,
  at: MessageAddress | undefined,
  maxChars: number = ROW_CHARS,
): Query<MessageBody> {
  const host = useHost();
  const asked = place && at ? { ...place, at } : undefined;
  const key = asked && `${KEYS.run(asked.run, asked.step)}body/${addressKey(asked.at)}/${maxChars}`;
  return useQuery(key, (signal) => host.call("run.body", { ...asked!, maxChars }, { signal }), {
    weigh: bodyWeight,
  });
}

/** Asks for as many characters of a body as are shown, to copy them: without its secrets. */
export type CopyBody = (maxChars: number) => Promise<MaskedBody>;

/** Copying of what `useRawBody` shows. */
export function useRawCopy(
  transcript: number | undefined,
  thread: string | undefined,
  at: MessageAddress | undefined,
  results: ResultForm = "full",
): CopyBody | undefined {
  const host = useHost();
  if (transcript === undefined || thread === undefined || !at) return undefined;
  return (maxChars) => host.call("thread.copy", { transcript, thread, at, maxChars, results });
}

/** Copying of what `useSentBody` shows. */
export function useSentCopy(
  place: RunPlace | undefined,
  at: MessageAddress | undefined,
): CopyBody | undefined {
  const host = useHost();
  return place && at && ((maxChars) => host.call("run.copy", { ...place, at, maxChars }));
}

/** The why card of a message at a step. */
export function useWhy(place: RunPlace | undefined, at: MessageAddress | undefined): Query<WhyCard> {
  const host = useHost();
  const asked = place && at ? { ...place, at } : undefined;
  const key = asked && `${KEYS.run(asked.run, asked.step)}why/${addressKey(asked.at)}`;
  return useQuery(key, (signal) => host.call("run.why", asked!, { signal }));
}

/** Two requests as text. */
export function useDiff(from: RunPlace | undefined, to: RunPlace | undefined): Query<RequestDiff> {
  const host = useHost();
  const asked = from && to ? { from, to } : undefined;
  const key = asked && `${KEYS.run(asked.to.run, asked.to.step)}diff/${asked.from.run}/${asked.from.step}`;
  return useQuery(key, (signal) => host.call("run.diff", asked!, { signal }));
}

/** Full-text search; an empty query asks nothing. `transcript` narrows it. */
export function useSearch(
  query: string,
  options: { readonly limit?: number; readonly transcript?: number } = {},
): Query<readonly SearchHit[]> {
  const host = useHost();
  const { limit = 50, transcript } = options;
  const words = query.trim();
  const key = words === "" ? undefined : `search/${transcript ?? ""}/${limit}/${words}`;
  return useQuery(key, (signal) =>
    host.call("library.search", { query: words, limit, transcript }, { signal }),
  );
}
