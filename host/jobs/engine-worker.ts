import { workerData } from "node:worker_threads";
import { rawBody, requestBody } from "../../core/analysis/body.ts";
import { maskedRawBody, maskedRequestBody } from "../../core/analysis/masked-body.ts";
import { requestDiff } from "../../core/analysis/diff-text.ts";
import { requestLayout } from "../../core/analysis/layout.ts";
import { lanesBeside } from "../../core/analysis/lanes.ts";
import { outlineRows, placesOf } from "../../core/analysis/outline.ts";
import { weightsOf } from "../../core/analysis/weights.ts";
import { why } from "../../core/analysis/why.ts";
import { outlineHead } from "../../core/contract/message-columns.ts";
import { answerRun, questionHandlers } from "../../core/contract/run-questions.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { withResults } from "../../core/model/seen.ts";
import { measureNatively } from "../measure.ts";
import { type Database, openReader } from "../library/database.ts";
import type { EngineJobs, EngineSetup } from "./engine-jobs.ts";
import { Engine } from "./engine.ts";
import { takeOver } from "./hand-over.ts";
import type { JobHandlers } from "./job.ts";
import { doJobs } from "./job-worker.ts";

const { folder } = workerData as EngineSetup;
measureNatively();

let opened: Database | undefined;

function db(): Database {
  opened ??= openReader(folder);
  return opened;
}

const engine = new Engine(db);
takeOver(folder, (read) => engine.adopt(read));

/** A step or message that is not there is the caller's mistake, not ours. */
async function found<T>(look: () => T | Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof RangeError) throw new HostError("not_found", error.message);
    throw error;
  }
}

const handlers: JobHandlers<EngineJobs> = {
  ...questionHandlers((question, params) =>
    found(async () => answerRun(question, await engine.run(params.run), params)),
  ),
  warm: () => null,
  "thread.outline": ({ transcript, thread, results = "full" }) =>
    outlineHead(withResults(engine.thread(transcript, thread), results), transcript),
  "thread.messages": ({ transcript, thread, from, to, results = "full" }) =>
    outlineRows(withResults(engine.thread(transcript, thread), results), from, to),
  "thread.places": ({ transcript, thread, ids }) => placesOf(engine.thread(transcript, thread), ids),
  "thread.body": ({ transcript, thread, at, maxChars, results = "full" }) =>
    found(() => rawBody(withResults(engine.thread(transcript, thread), results), at, maxChars)),
  "thread.copy": ({ transcript, thread, at, maxChars, results = "full" }) =>
    found(() => maskedRawBody(withResults(engine.thread(transcript, thread), results), at, maxChars)),
  "thread.lanes": ({ transcript, thread }) => lanesBeside(engine.threads(transcript), thread),
  "run.weights": ({ run, most, between }) =>
    found(async () => weightsOf(await engine.run(run), run, most, between)),
  "run.start": (params, { signal }) => engine.start(params, signal),
  "run.request": ({ run, step }) => found(async () => requestLayout(await engine.run(run), run, step)),
  "run.body": ({ run, step, at, maxChars }) =>
    found(async () => requestBody(await engine.run(run), step, at, maxChars)),
  "run.copy": ({ run, step, at, maxChars }) =>
    found(async () => maskedRequestBody(await engine.run(run), step, at, maxChars)),
  "run.why": ({ run, step, at }) => found(async () => why(await engine.run(run), step, at)),
  "run.diff": ({ from, to }) =>
    found(async () => requestDiff(await engine.run(from.run), from.step, await engine.run(to.run), to.step)),
};

doJobs<EngineJobs>(handlers, async () => void opened?.close());
