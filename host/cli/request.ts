import type { Command } from "commander";
import { requestText } from "../../core/analysis/diff-text.ts";
import { requestAt } from "../../core/engine/request.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { needStep, type RunArguments, runCommand, runFile, stepNumber } from "./run-arguments.ts";

interface RequestArguments extends RunArguments {
  readonly step: number;
  readonly as: string;
}

/** Forms that the command knows of; the providers' own come with their adapters. */
const planned = ["anthropic", "openai-chat", "openai-responses", "gemini"];

function needForm(form: string): void {
  if (form === "neutral") return;
  const reason = planned.includes(form) ? `--as ${form} is not available yet` : `there is no form ${form}`;
  throw new CommandFailure(`${reason}: available is neutral`);
}

async function showRequest(file: string, given: RequestArguments): Promise<void> {
  needForm(given.as);
  const { run } = await runFile(file, given);
  needStep(run, given.step);
  if (given.json) printJson(requestAt(run, given.step));
  else print(requestText(run, given.step));
}

/** `ullage request FILE --profile P --step N` */
export function requestCommand(): Command {
  return runCommand("request", "the outgoing request of a step")
    .requiredOption("--step <n>", "the step, from 1", stepNumber)
    .option("--as <form>", "the form of the request: neutral", "neutral")
    .action(showRequest);
}
