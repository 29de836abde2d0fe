import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { runView } from "../../core/analysis/run-view.ts";
import type { Params } from "../../core/contract/methods.ts";
import { sentRun } from "../../core/contract/step-columns.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { checkFaults } from "../../core/engine/faults.ts";
import { runProblems } from "../../core/analysis/run-problems.ts";
import { plainRecording, replay } from "../../core/engine/replay.ts";
import type { Run } from "../../core/engine/run.ts";
import { canonicalJson } from "../../core/lib/canonical-json.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { ProfileProblems } from "../../core/model/problem.ts";
import type { Profile } from "../../core/model/profile.ts";
import type { Thread } from "../../core/model/thread.ts";
import { checkProfile } from "../../core/policies/check.ts";
import type { Database } from "../library/database.ts";
import type { HandedOver } from "../library/import.ts";
import { type RunInputs, runInputs } from "../library/runs.ts";
import { loadThreads } from "../library/thread-load.ts";
import type { StartedRun } from "./engine-jobs.ts";
import { Lru } from "./lru.ts";
import { profileErrors } from "../profile-errors.ts";
import { loadCounterOf } from "../tokens/load-counter.ts";

/** Bytes that kept transcripts and runs may weigh, roughly. */
const transcriptBytes = 512 * 2 ** 20;
const runBytes = 256 * 2 ** 20;
/** What a step of a run weighs, roughly: its view shares all else with the thread. */
const stepBytes = 4096;

interface LoadedTranscript {
  readonly content: string;
  readonly threads: readonly Thread[];
}

interface KeptRun {
  readonly run: Run;
  readonly inputs: RunInputs;
  readonly problems: ProfileProblems;
  readonly milliseconds: number;
}

/** A run's handle: the same inputs have the same, so that a run can be made again when it was let go. */
export function runIdOf(inputs: RunInputs): string {
  return `run-${createHash("sha256").update(canonicalJson(inputs)).digest("hex").slice(0, 40)}`;
}

const threadKey = (transcript: number, thread: string): string => `${transcript} ${thread}`;

/** Threads and runs of the engine thread: loaded and made when asked for, the last used ones kept. */
export class Engine {
  private readonly db: () => Database;
  private readonly transcripts = new Lru<number, LoadedTranscript>(transcriptBytes);
  private readonly runs = new Lru<string, KeptRun>(runBytes);
  /** The newest start that was asked for, by thread and profile name. */
  private readonly wanted = new Map<string, object>();

  constructor(db: () => Database) {
    this.db = db;
  }

  /** A thread of the library. Throws `not_found`. */
  thread(transcript: number, name: string): Thread {
    const thread = this.threads(transcript).find(({ id }) => id === name);
    if (!thread) throw new HostError("not_found", `There is no such thread in transcript ${transcript}`);
    return thread;
  }

  /** All threads of a transcript. Throws `not_found`. */
  threads(transcript: number): readonly Thread[] {
    return this.load(transcript).threads;
  }

  /** Takes a transcript over that was read by its import. */
  adopt({ transcript, content, threads }: HandedOver): void {
    const { bytes } = contentOf(this.db(), transcript);
    this.transcripts.set(transcript, { content, threads }, bytes * 2);
    // It is about to be looked at: what its outline is drawn from is made while the window finds out.
    const [largest] = threads.toSorted((a, b) => b.messages.length - a.messages.length);
    if (largest) setImmediate(() => void plainRecording(largest));
  }

  /** A file that has grown since it was loaded is loaded anew. */
  private load(transcript: number): LoadedTranscript {
    const { content, bytes } = contentOf(this.db(), transcript);
    const known = this.transcripts.get(transcript);
    if (known?.content === content) return known;
    const loaded = { content, threads: loadThreads(this.db(), transcript) };
    this.transcripts.set(transcript, loaded, bytes * 2);
    return loaded;
  }

  /** The run of a handle, made again if it was let go. Rejects with `not_found`. */
  async run(id: string): Promise<Run> {
    const known = this.runs.get(id);
    if (known) return known.run;
    const inputs = runInputs(this.db(), id);
    if (!inputs) throw new HostError("not_found", "This run is not remembered any more: start it again");
    if (inputs.content !== "" && inputs.content !== contentOf(this.db(), inputs.transcript).content)
      throw new HostError("not_found", "The transcript has grown since this run: start it again");
    await loadCounterOf(inputs.profile);
    return this.make(id, inputs, { errors: [], dead: [] }).run;
  }

  /**
   * Runs a profile on a thread. A start that still waits when a newer one of the same thread and profile name comes
   * is dropped, so that a value can be dragged. Rejects with `bad_input` when the profile or a fault has errors.
   */
  async start(params: Params<"run.start">, signal: AbortSignal): Promise<StartedRun> {
    await loadCounterOf(params.profile);
    await this.awaitTurn(params, signal);
    const thread = this.thread(params.transcript, params.thread);
    const { profile, problems } = checkedProfile(params.profile, thread);
    const faults = checkedFaults(params.faults ?? []);
    const { content } = this.load(params.transcript);
    const inputs = { transcript: params.transcript, thread: params.thread, content, profile, faults };
    const id = runIdOf(inputs);
    const { run, milliseconds } = this.runs.get(id) ?? this.make(id, inputs, problems);
    const view = runView(run, { run: id, transcript: params.transcript, milliseconds, problems });
    return { view: sentRun(view), inputs };
  }

  private async awaitTurn(
    { transcript, thread, profile }: Params<"run.start">,
    signal: AbortSignal,
  ): Promise<void> {
    // Not yet checked, a name may be no text.
    const key = `${threadKey(transcript, thread)} ${JSON.stringify(profile.name)}`;
    const mine = {};
    this.wanted.set(key, mine);
    // Lets the messages in that came while the last run was being made.
    await turn();
    const newest = this.wanted.get(key) === mine;
    if (newest) this.wanted.delete(key);
    if (!newest || signal.aborted) throw new HostError("aborted", "A newer run took the place of this one");
  }

  private make(id: string, inputs: RunInputs, problems: ProfileProblems): KeptRun {
    const thread = this.thread(inputs.transcript, inputs.thread);
    const began = performance.now();
    // What one run of a thread worked out, the next one of the same thread object finds again.
    const run = replay(thread, inputs.profile, { faults: inputs.faults });
    const milliseconds = performance.now() - began;
    const made = { run, inputs, problems: runProblems(run, problems), milliseconds };
    this.runs.set(id, made, run.stepCount * stepBytes);
    return made;
  }
}

function contentOf(db: Database, transcript: number): { readonly content: string; readonly bytes: number } {
  const row = db
    .prepare<[number], { content: string; bytes: number }>(
      "select sha256 as content, bytes from transcript where id = ?",
    )
    .get(transcript);
  return row ?? { content: "", bytes: 0 };
}

function checkedProfile(input: unknown, thread: Thread): { profile: Profile; problems: ProfileProblems } {
  const { profile, problems } = checkProfile(input, thread);
  if (!profile) throw new HostError("bad_input", profileErrors(problems.errors));
  return { profile, problems };
}

function checkedFaults(input: readonly unknown[]): readonly Fault[] {
  const { faults, errors } = checkFaults(input);
  if (!faults)
    throw new HostError("bad_input", errors.map(({ field, reason }) => `${field}: ${reason}`).join("; "));
  return faults;
}
