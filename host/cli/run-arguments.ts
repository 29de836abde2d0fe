import { Command } from "commander";
import { checkFaults } from "../../core/engine/faults.ts";
import { replay } from "../../core/engine/replay.ts";
import type { Run } from "../../core/engine/run.ts";
import type { Fault } from "../../core/model/fault.ts";
import { PRESETS } from "../../core/policies/presets.ts";
import { loadCounterOf } from "../tokens/load-counter.ts";
import { CommandFailure } from "./failure.ts";
import { readJsonFile } from "./json-file.ts";
import { note, some } from "./output.ts";
import { readProfile, runnable } from "./profile-argument.ts";
import { chooseThread, readTranscript, type Transcript } from "./transcript.ts";

/** What every command that runs a profile takes. */
export interface RunArguments {
  readonly profile: string;
  readonly set: readonly string[];
  readonly results?: string;
  readonly thread?: string;
  readonly faults?: string;
  readonly json?: true;
}

/** A run with the file that it was made from. */
export interface RunOfFile {
  readonly run: Run;
  readonly transcript: Transcript;
}

function oneMore(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** A command that runs a profile on a file. */
export function runCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<file>", "the transcript; - for standard input")
    .requiredOption(
      "--profile <profile>",
      `a file, or a preset: ${PRESETS.map(({ name }) => name).join(", ")}`,
    )
    .option("--set <policy.param=value>", "change a value of the profile; may be given again", oneMore, [])
    .option("--results <form>", "full, or seen: results as the model saw them where the recording holds both")
    .option("--thread <id>", "the thread to run, where the transcript holds several")
    .option("--faults <file>", "faults to switch on: a file, or JSON")
    .option("--json", "one JSON document and nothing else");
}

/** A step from 1. */
export function stepNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandFailure(`--step wants a number from 1, not ${text}`);
  return Number(text);
}

async function readFaults(given: string | undefined): Promise<readonly Fault[]> {
  if (given === undefined) return [];
  const input: unknown = /^\s*[[{]/.test(given)
    ? parseFaults(given)
    : await readJsonFile(given, "list of faults");
  const { faults, errors } = checkFaults(input);
  if (!faults) throw new CommandFailure(errors.map(({ field, reason }) => `${field}: ${reason}`).join("; "));
  return faults;
}

function parseFaults(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailure(
      `--faults is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Reads the file and the profile, and runs it. */
export async function runFile(file: string, given: RunArguments): Promise<RunOfFile> {
  if (file === "-" && given.profile === "-")
    throw new CommandFailure("standard input cannot be both file and profile");
  const results = given.results === undefined ? [] : [`profile.results=${given.results}`];
  const input = await readProfile(given.profile, [...given.set, ...results]);
  await loadCounterOf(input);
  const faults = await readFaults(given.faults);
  const transcript = await readTranscript(file);
  const thread = chooseThread(transcript, given.thread);
  const run = replay(thread, runnable(input, thread), { faults });
  if (run.failed) note(`the run stopped at step ${run.failed.step}: ${run.failed.message}`);
  return { run, transcript };
}

/** Throws unless the run has that step. */
export function needStep(run: Run, step: number): void {
  if (step > run.stepCount)
    throw new CommandFailure(`there is no step ${step}: the run has ${some(run.stepCount, "step")}`);
}
