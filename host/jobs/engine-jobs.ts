import type { MethodName, Params, Result } from "../../core/contract/methods.ts";
import type { RunQuestion } from "../../core/contract/run-questions.ts";
import type { SentRun } from "../../core/contract/step-columns.ts";
import type { RunInputs } from "../library/runs.ts";
import type { Job } from "./job.ts";

type ContractJob<M extends MethodName> = Job<Params<M>, Result<M>>;

/** Questions about one run: each answers the call of its name. */
type QuestionJobs = { [M in RunQuestion]: ContractJob<M> };

/** A run that was made, with what it is to be remembered by. */
export interface StartedRun {
  readonly view: SentRun;
  readonly inputs: RunInputs;
}

/** The jobs of the thread that runs the engine; those with a call's name answer that call. */
export interface EngineJobs extends QuestionJobs {
  /** Starts the thread, which then takes over what imports read. */
  warm: Job<null, null>;
  "thread.outline": ContractJob<"thread.outline">;
  "thread.messages": ContractJob<"thread.messages">;
  "thread.places": ContractJob<"thread.places">;
  "thread.body": ContractJob<"thread.body">;
  "thread.copy": ContractJob<"thread.copy">;
  "thread.lanes": ContractJob<"thread.lanes">;
  "run.weights": ContractJob<"run.weights">;
  "run.start": Job<Params<"run.start">, StartedRun>;
  "run.request": ContractJob<"run.request">;
  "run.body": ContractJob<"run.body">;
  "run.copy": ContractJob<"run.copy">;
  "run.why": ContractJob<"run.why">;
  "run.diff": ContractJob<"run.diff">;
}

/** What the engine thread is started with. */
export interface EngineSetup {
  readonly folder: string;
}
