import { Command } from "commander";
import { runProblems } from "../../core/analysis/run-problems.ts";
import { replay } from "../../core/engine/replay.ts";
import type { ProfileProblems } from "../../core/model/problem.ts";
import { checkProfile } from "../../core/policies/check.ts";
import { loadCounterOf } from "../tokens/load-counter.ts";
import { print, printJson } from "./output.ts";
import { readProfile } from "./profile-argument.ts";
import { chooseThread, readTranscript } from "./transcript.ts";

interface CheckArguments {
  readonly thread?: string;
  readonly json?: true;
}

function problemLines({ errors, dead }: ProfileProblems): string[] {
  const wrong = errors.map(({ policy, param, reason }) => {
    return `error: ${policy}.${param}: ${reason}`;
  });
  const idle = dead.map(({ policy, param, reason, liveFrom }) => {
    return `dead: ${policy}.${param}: ${reason}${liveFrom === undefined ? "" : ` (acts from ${liveFrom})`}`;
  });
  return [...wrong, ...idle];
}

async function check(
  given: string,
  file: string | undefined,
  { thread, json }: CheckArguments,
): Promise<void> {
  const input = await readProfile(given);
  await loadCounterOf(input);
  const chosen = file === undefined ? undefined : chooseThread(await readTranscript(file), thread);
  const checked = checkProfile(input, chosen);
  const run = checked.profile && chosen ? replay(chosen, checked.profile) : undefined;
  const problems = run ? runProblems(run, checked.problems) : checked.problems;
  if (problems.errors.length > 0) process.exitCode = 1;
  if (json) return printJson({ errors: problems.errors, dead: problems.dead });
  print(problemLines(problems).join("\n") || "no errors, and every setting can act");
}

/** `ullage check P [FILE]` */
export function checkCommand(): Command {
  return new Command("check")
    .description("errors and dead settings of a profile; exits 1 for errors, 2 when a file cannot be read")
    .argument("<profile>", "a preset's name, or a file; - for standard input")
    .argument("[file]", "a transcript: finds settings that are dead on it, too")
    .option("--thread <id>", "the thread, where the transcript holds several")
    .option("--json", "one JSON document and nothing else")
    .action(check);
}
