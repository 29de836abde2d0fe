import type { RunTotals } from "../../core/contract/run-view.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Profile } from "../../core/model/profile.ts";
import type { Database } from "./database.ts";

/** How many runs of one transcript are remembered. */
const remembered = 200;

/** Everything that a run is made from: the same inputs give the same run. */
export interface RunInputs {
  readonly transcript: number;
  readonly thread: string;
  /** SHA-256 of the transcript's file: a file that grows keeps its transcript. */
  readonly content: string;
  readonly profile: Profile;
  readonly faults: readonly Fault[];
}

/** Remembers a run by its inputs and its sums; the oldest of the transcript are forgotten. */
export function recordRun(db: Database, id: string, inputs: RunInputs, totals: RunTotals): void {
  const { transcript, thread, content, profile, faults } = inputs;
  if (!db.prepare("select 1 from transcript where id = ?").get(transcript)) return;
  db.prepare(
    `insert into run (id, transcript, thread, content, profile, faults, totals, started_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set totals = excluded.totals, started_at = excluded.started_at`,
  ).run(
    id,
    transcript,
    thread,
    content,
    JSON.stringify(profile),
    JSON.stringify(faults),
    JSON.stringify(totals),
    Date.now(),
  );
  db.prepare(
    `delete from run where transcript = @transcript and started_at <
       (select started_at from run where transcript = @transcript order by started_at desc limit 1 offset @remembered)`,
  ).run({ transcript, remembered });
}

/** The inputs of a run that is remembered, or undefined. */
export function runInputs(db: Database, id: string): RunInputs | undefined {
  const row = db
    .prepare<
      [string],
      { transcript: number; thread: string; content: string; profile: string; faults: string }
    >("select transcript, thread, content, profile, faults from run where id = ?")
    .get(id);
  if (!row) return undefined;
  return {
    transcript: row.transcript,
    thread: row.thread,
    content: row.content,
    profile: JSON.parse(row.profile) as Profile,
    faults: JSON.parse(row.faults) as Fault[],
  };
}
