import type { Run } from "../engine/run.ts";
import { countThread } from "../model/thread.ts";
import { readCache } from "./cache.ts";
import { requestDigests } from "./digests.ts";
import { rawSize, requestSize } from "./run-view.ts";
import { fileStore, offloadStore } from "./stores.ts";
import { summariesOf } from "./summaries.ts";
import { totalsOf } from "./totals.ts";

/** What was read, for `replay --json`. */
export interface ReplaySource {
  readonly name: string;
  readonly format: string;
  readonly bytes: number;
  readonly sha256: string;
}

function stepsOf(run: Run): unknown[] {
  const digests = requestDigests(run);
  return run.steps.map((record, at) => {
    const { step, turn, message, view, events } = record;
    return {
      step,
      turn,
      messageId: run.recording.thread.messages[message]?.id ?? "",
      raw: rawSize(run, record),
      request: { ...requestSize(view), sha256: digests[at] },
      cache: readCache(run.steps[at - 1]?.view, view),
      events: run.events.slice(events.from, events.to).map((event) => event.seq),
    };
  });
}

/** The whole of a run as `ullage replay --json` prints it (ledger). Everything in it is read from the run. */
export function replayDocument(run: Run, source: ReplaySource) {
  const { thread } = run.recording;
  return {
    ullage: 1,
    source,
    thread: { id: thread.id, lane: thread.lane, ...countThread(thread.messages) },
    profile: run.profile,
    ...(run.faults.length > 0 ? { faults: run.faults } : {}),
    steps: stepsOf(run),
    events: run.events,
    stores: {
      offload: offloadStore(run),
      spill: fileStore(run, "spill"),
      file: fileStore(run, "file"),
      page: fileStore(run, "page"),
    },
    summary: summariesOf(run),
    totals: totalsOf(run),
    ...(run.failed ? { failed: run.failed } : {}),
  };
}
