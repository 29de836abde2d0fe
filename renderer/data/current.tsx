import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { ThreadRow, TranscriptRow } from "../../core/contract/rows.ts";
import type { RunStepRow } from "../../core/contract/run-view.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { ProfileInput, ResultForm } from "../../core/model/profile.ts";
import type { Outline } from "./message-table.ts";
import { type RunPlace, useLibrary, useOutline } from "./queries.ts";
import type { Query } from "./use-query.ts";
import { type RunQuery, useRun } from "./use-run.ts";

/** What the window is asked to show. */
export interface Wanted {
  readonly transcript: number | undefined;
  readonly thread: string | undefined;
  /** From 1; 0 until one is chosen. */
  readonly step: number;
  readonly profile: ProfileInput | undefined;
  readonly faults: readonly Fault[];
}

/** What the window shows: the thread that is open, its run under the draft, and the step. */
export interface Current {
  readonly transcript: TranscriptRow | undefined;
  readonly thread: ThreadRow | undefined;
  readonly library: Query<readonly TranscriptRow[]>;
  readonly outline: Query<Outline>;
  /** The form in which the profile manages results of which the recording holds two. */
  readonly results: ResultForm;
  readonly run: RunQuery;
  /** The step that is shown, from 1; undefined when the thread has none or is not there yet. */
  readonly step: number | undefined;
  /** How many steps the thread has. */
  readonly steps: number;
  /** The row of the step in the run. */
  readonly stepRow: RunStepRow | undefined;
  /** The run and the step, for `useLayout`, `useSentBody`, `useWhy` and `useDiff`. */
  readonly place: RunPlace | undefined;
}

const CurrentContext = createContext<Current | undefined>(undefined);

/** Works out what is shown, once, for every pane below it. */
export function CurrentProvider({
  wanted,
  children,
}: {
  readonly wanted: Wanted;
  readonly children: ReactNode;
}) {
  const value = useWorkedOut(wanted);
  return <CurrentContext.Provider value={value}>{children}</CurrentContext.Provider>;
}

/** What the window shows. Throws outside a CurrentProvider. */
export function useCurrent(): Current {
  const value = useContext(CurrentContext);
  if (!value) throw new Error("useCurrent outside a CurrentProvider");
  return value;
}

function useWorkedOut(wanted: Wanted): Current {
  const library = useLibrary();
  const transcript = library.data?.find((row) => row.id === wanted.transcript);
  const thread =
    transcript && (transcript.threads.find((row) => row.id === wanted.thread) ?? mainThread(transcript));
  const results = wanted.profile?.results === "seen" ? "seen" : "full";
  const outline = useOutline(transcript?.id, thread?.id, results);
  const run = useRun(transcript?.id, thread?.id, wanted.profile, wanted.faults);
  const steps = outline.data?.steps.length ?? thread?.steps ?? 0;
  const step = steps > 0 ? Math.min(Math.max(1, wanted.step), steps) : undefined;
  const rows = run.run?.steps;
  const stepRow = useMemo(() => (step === undefined ? undefined : rows?.at(step - 1)), [rows, step]);
  // Nothing is asked of a step that is left again at once.
  const chosen = wanted.step >= 1;
  // A run that failed on the way has no requests from there on.
  const runId = stepRow && run.run?.run;
  const place = useMemo(
    () => (runId !== undefined && step !== undefined && chosen ? { run: runId, step } : undefined),
    [runId, step, chosen],
  );
  return { transcript, thread, library, outline, results, run, step, steps, stepRow, place };
}

/** The lane that is shown first: `main`, else the one with the most steps. */
export function mainThread(transcript: TranscriptRow): ThreadRow | undefined {
  const main = transcript.threads.find((row) => row.lane === "main");
  return main ?? transcript.threads.toSorted((a, b) => b.steps - a.steps)[0];
}
