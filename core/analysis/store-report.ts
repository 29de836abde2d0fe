import { type Run, type StepRecord, stepOf } from "../engine/run.ts";
import { briefEvent } from "../ledger/brief.ts";
import { decisiveEvent } from "../ledger/decisive.ts";
import type { LedgerEvent } from "../model/event.ts";
import type { PolicyConfig, PolicyKind } from "../model/profile.ts";
import type {
  DanglingPointer,
  LostMessage,
  StoreReport,
  StoreRow,
  StoreState,
} from "../model/run-answers.ts";
import { offloadEntries } from "../policies/offload.ts";
import { type OffloadEntry, checkpointBytes } from "../policies/offload-store.ts";
import { isPruned } from "../policies/request-view.ts";
import { type Pointers, pointersOf } from "./pointers.ts";
import { readBack } from "./read-back.ts";
import { type StoreEntry, fileStore, offloadStore } from "./stores.ts";
import { storedTexts } from "./stored-texts.ts";
import { why } from "./why.ts";

type StoreKind = StoreState["store"];

const STORES: readonly StoreKind[] = ["offload", "spill", "file", "page"];

function policyOf<K extends PolicyKind>(run: Run, kind: K) {
  return run.profile.policies.find(
    (policy): policy is Extract<PolicyConfig, { kind: K }> => policy.kind === kind,
  );
}

const measured = new WeakMap<readonly OffloadEntry[], number>();

/** The measure that offload bounds, once for each state of the store. */
function checkpointOf({ state }: StepRecord): number {
  const entries = offloadEntries(state);
  const known = measured.get(entries) ?? checkpointBytes(entries);
  measured.set(entries, known);
  return known;
}

/** Bytes that files of a store take at each step: what was written stays, a path once. */
function fileFill(run: Run, store: StoreKind): number[] {
  const files = run.files.filter((record) => record.store === store);
  const now = new Map<string, number>();
  let bytes = 0;
  let next = 0;
  const fill: number[] = [];
  for (const { step } of run.records()) {
    for (let record = files[next]; record && record.from <= step; record = files[++next]) {
      bytes += record.file.storedBytes - (now.get(record.path) ?? 0);
      now.set(record.path, record.file.storedBytes);
    }
    fill.push(bytes);
  }
  return fill;
}

function fillOf(run: Run, store: StoreKind): number[] {
  return store === "offload" ? Array.from(run.records(), checkpointOf) : fileFill(run, store);
}

function boundOf(run: Run, store: StoreKind, held: number): StoreState["bound"] {
  if (store === "offload") {
    const value = policyOf(run, "offload")?.maxTotalBytes;
    return value === undefined ? undefined : { name: "maxTotalBytes", value, held };
  }
  const value = store === "spill" ? policyOf(run, "spill")?.sessionCapBytes : undefined;
  return value === undefined ? undefined : { name: "sessionCapBytes", value, held };
}

/** The events that took entries away: by step and path, and by step for a turn that was taken back. */
function leavesOf(run: Run): ReadonlyMap<string, LedgerEvent> {
  const leaves = new Map<string, LedgerEvent>();
  for (const event of run.happenings) {
    const { policy, action, step, subject, detail } = event;
    if (policy !== "offload") continue;
    if (action === "evicted" || action === "dropped")
      leaves.set(`${step} ${subject.path}`, briefEvent(event));
    else if (action === "restored" && detail?.note === "offload") leaves.set(`${step}`, briefEvent(event));
  }
  return leaves;
}

/** What rows are made with. */
interface Known {
  readonly run: Run;
  readonly step: number;
  readonly pointers: readonly Pointers[];
  readonly leaves: ReadonlyMap<string, LedgerEvent>;
}

/** The event that took an entry away; none where the call was run again. */
function leftEvent(
  leaves: Known["leaves"],
  { path, leftAtStep, leftBecause }: StoreEntry,
): LedgerEvent | undefined {
  if (leftAtStep === undefined || leftBecause === "replaced") return undefined;
  return leaves.get(`${leftAtStep} ${path}`) ?? leaves.get(`${leftAtStep}`);
}

/** Everything that names an entry: its path, or of a page its identity. */
function referencesTo({ path, identity }: StoreEntry, pointers: readonly Pointers[]): number[] {
  const names = ({ paths, pages }: Pointers): boolean =>
    paths.some((readings) => readings.includes(path)) || pages.includes(identity);
  return [...new Set(pointers.filter(names).map(({ index }) => index))];
}

function rowOf({ run, pointers, leaves }: Known, entry: StoreEntry, victim: boolean): StoreRow {
  const { message, call: _call, ...rest } = entry;
  const because = leftEvent(leaves, entry);
  return {
    ...rest,
    index: message === null ? null : (run.recording.indexOfId.get(message) ?? null),
    ...(because ? { because } : {}),
    references: referencesTo(entry, pointers),
    nextVictim: victim,
  };
}

/** Whether an entry is in its store when a step is asked. */
function isLive(run: Run, step: number, store: StoreKind): (entry: StoreEntry) => boolean {
  const keys = new Set(
    storedTexts(run, step)
      .filter((one) => one.store === store)
      .map(({ path, identity }) => JSON.stringify([path, identity])),
  );
  const media = new Set(
    run.files
      .filter(
        (record) => record.store === store && record.from <= step && record.file.mediaType !== undefined,
      )
      .map(({ path, file }) => JSON.stringify([path, file.identity])),
  );
  return ({ path, identity }) => {
    const key = JSON.stringify([path, identity]);
    return keys.has(key) || media.has(key);
  };
}

/** No more rows of entries that left than these are told, the newest; all are counted. */
const MOST_LEFT = 200;

function stateOf(known: Known, store: StoreKind): StoreState {
  const { run, step } = known;
  const all = store === "offload" ? offloadStore(run).entries : fileStore(run, store).entries;
  const past = all.filter((entry) => entry.step <= step);
  const live = isLive(run, step, store);
  const newest = new Map(past.map((entry) => [entry.path, entry]));
  const here = new Set(past.filter((entry) => newest.get(entry.path) === entry && live(entry)));
  // Written in this very step: no request can name it yet.
  const gone = past.filter((entry) => !here.has(entry) && (entry.leftAtStep ?? Infinity) <= step);
  const oldest = store === "offload" ? offloadEntries(stepOf(run, step).state)[0]?.path : undefined;
  const fill = fillOf(run, store);
  const bound = boundOf(run, store, fill[step - 1] ?? 0);
  const rows = [...here].map((entry) => rowOf(known, entry, entry.path === oldest));
  return {
    store,
    live: rows,
    left: gone.slice(-MOST_LEFT).map((entry) => rowOf(known, entry, false)),
    leftCount: gone.length,
    bytes: rows.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    ...(bound ? { bound } : {}),
    fill,
  };
}

/** Mentions of which no reading can be read back, each path of a message once. */
function danglingIn(
  run: Run,
  step: number,
  pointers: readonly Pointers[],
  live: ReadonlySet<string>,
): DanglingPointer[] {
  const found = new Map<string, DanglingPointer>();
  for (const { index, paths } of pointers)
    for (const readings of paths) {
      if (readings.some((path) => live.has(path))) continue;
      const path = readings.at(-1) ?? "";
      const answer = readBack(run, step, path);
      if (answer.isError) found.set(JSON.stringify([index, path]), { index, path, reason: answer.text });
    }
  return [...found.values()];
}

/** Whether a request holds a stored message as a message of its own. */
function isSent(run: Run, step: number, index: number): boolean {
  const { view } = stepOf(run, step);
  return view.lifted?.index === index || (index >= view.from && index < view.to && !isPruned(view, index));
}

function lostIn(run: Run, step: number): LostMessage[] {
  const { view } = stepOf(run, step);
  const { lastUser, thread } = run.recording;
  const task = thread.messages.findIndex((message) => message.role === "user");
  const newest = lastUser[view.to] ?? -1;
  const places: readonly (readonly [LostMessage["what"], number])[] = [
    ["task", task],
    ["newest-user", newest],
  ];
  return places.flatMap(([what, index]): LostMessage[] => {
    if (index < 0 || index >= view.to || isSent(run, step, index)) return [];
    const card = why(run, step, { index });
    const at = decisiveEvent(card.events);
    const event = card.events[at];
    return [
      { what, index, ...(event ? { because: briefEvent(event), sentence: card.sentences[at] ?? "" } : {}) },
    ];
  });
}

/**
 * The stores when a step was asked: what is in them, how full they are, what left and why, who points at what, and
 * whether the request still holds the task and the newest user message. Throws RangeError for no such step.
 */
export function storeReport(run: Run, step: number): StoreReport {
  const pages = storedTexts(run, step).flatMap(({ store, identity }) => (store === "page" ? [identity] : []));
  const pointers = pointersOf(run, step, pages);
  const known: Known = { run, step, pointers, leaves: leavesOf(run) };
  const stores = STORES.map((store) => stateOf(known, store)).filter(
    ({ live, left, bound }) => live.length > 0 || left.length > 0 || bound !== undefined,
  );
  const live = new Set(stores.flatMap((store) => store.live.map(({ path }) => path)));
  return {
    step,
    stores,
    orphans: stores.flatMap((store) =>
      store.live.filter(({ references }) => references.length === 0).map(({ path }) => path),
    ),
    dangling: danglingIn(run, step, pointers, live),
    lost: lostIn(run, step),
  };
}
