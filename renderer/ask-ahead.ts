import type { ThreadRow, TranscriptRow } from "../core/contract/rows.ts";
import { mainThread } from "./data/current.tsx";
import type { HostData } from "./data/host-context.tsx";
import type { Outline } from "./data/message-table.ts";
import { KEYS, layoutQuestion, outlineQuestion, type Question } from "./data/queries.ts";
import type { RunDriver } from "./data/run-driver.ts";
import { arrivalStep } from "./data/telling-step.ts";
import type { DraftStore } from "./state/draft.ts";
import { type SelectionStore, UNCHOSEN } from "./state/selection.ts";

/** The stores that say what is opened, and with which profile. */
export interface OpeningStores {
  readonly selection: SelectionStore;
  readonly draft: DraftStore;
}

/**
 * Asks for what a thread that is opened will show before any of it is drawn: its outline and its run, and once the run
 * is there the request and the messages at its end. The panes ask for the same when they are there; drawing so many of
 * them takes as long as the host's answers. The returned function ends it.
 */
export function askAhead(data: HostData, stores: OpeningStores): () => void {
  let leave = (): void => {};
  const stop = stores.selection.subscribe((now, before) => {
    if (now.transcript === before.transcript && now.thread === before.thread) return;
    leave();
    leave = askFor(data, stores);
  });
  return () => {
    stop();
    leave();
  };
}

interface Opening {
  readonly transcript: TranscriptRow;
  readonly thread: ThreadRow;
}

/** What is opened, where the library tells it already. */
function openingOf({ cache }: HostData, { selection }: OpeningStores): Opening | undefined {
  const { transcript, thread } = selection.getState();
  const rows = cache.read<readonly TranscriptRow[]>(KEYS.library).value;
  const row = rows?.find(({ id }) => id === transcript);
  const found = row && (row.threads.find(({ id }) => id === thread) ?? mainThread(row));
  return row && found && { transcript: row, thread: found };
}

function ensure<T>({ cache }: HostData, { key, load, weigh }: Question<T>): void {
  cache.ensure(key, load, weigh);
}

function askFor(data: HostData, stores: OpeningStores): () => void {
  const opening = openingOf(data, stores);
  if (!opening) return () => {};
  const { profile, faults } = stores.draft.getState();
  const asked = { transcript: opening.transcript.id, thread: opening.thread.id };
  const outline = outlineQuestion(data.host, {
    ...asked,
    results: profile.results === "seen" ? "seen" : "full",
  });
  ensure(data, outline);
  const driver = data.runs.of(asked.transcript, asked.thread);
  const arrive = () => arriveAt(data, stores, driver, outline);
  const leave = driver.watch(arrive);
  driver.ask({ profile, faults });
  return leave;
}

/** Goes to the step that says most when the run is there, and asks for what is drawn of it. */
function arriveAt(
  data: HostData,
  { selection }: OpeningStores,
  driver: RunDriver,
  outline: ReturnType<typeof outlineQuestion>,
): void {
  const state = driver.read();
  const step = arrivalStep(state);
  if (!state.run || step === undefined || selection.getState().step !== UNCHOSEN) return;
  const row = state.run.steps.at(step - 1);
  selection.getState().goToStep(step);
  if (!row) return;
  ensure(data, layoutQuestion(data.host, { run: state.run.run, step }));
  // Columns are opened at the end of the request: looking at a row asks for those around it.
  data.cache.read<Outline>(outline.key).value?.messages.at(row.message - 1);
}
