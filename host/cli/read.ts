import type { Command } from "commander";
import { listBack, readBack } from "../../core/analysis/read-back.ts";
import { maskedReadBack } from "../../core/analysis/masked-read.ts";
import { CommandFailure } from "./failure.ts";
import { leaving, type MaskArguments, UNMASKED } from "./masking.ts";
import { print, printJson, printText, some } from "./output.ts";
import {
  needStep,
  type RunArguments,
  type RunOfFile,
  runCommand,
  runFile,
  stepNumber,
} from "./run-arguments.ts";

interface ReadArguments extends RunArguments, MaskArguments {
  readonly step: number;
  readonly offset?: number;
  readonly limit?: number;
  readonly start?: string;
  readonly search?: string;
  readonly list?: true;
}

function lineNumber(option: string): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d{0,14}$/.test(text))
      throw new CommandFailure(`${option} wants a number from 1, not ${text}`);
    return Number(text);
  };
}

function start(text: string): string {
  if (!/^[1-9]\d{0,14}(:\d{1,15})?$/.test(text))
    throw new CommandFailure(`--start wants LINE or LINE:BYTE, not ${text}`);
  return text;
}

function list({ run }: RunOfFile, { step, json }: ReadArguments): void {
  const entries = listBack(run, step);
  if (json) printJson({ entries });
  else
    print(
      entries.map(({ path, bytes }) => `${path}  ${some(bytes, "byte")}`).join("\n") || "nothing is stored",
    );
}

function read({ run }: RunOfFile, target: string, given: ReadArguments): void {
  const { offset, limit, start: from, search } = given;
  const asked = {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(from === undefined ? {} : { start: from }),
    ...(search === undefined ? {} : { search }),
  };
  const recorded = readBack(run, given.step, target, asked);
  const answer = leaving(recorded, maskedReadBack(run, given.step, target, asked), given);
  if (given.json) printJson(answer);
  else printText(answer.text.endsWith("\n") ? answer.text : `${answer.text}\n`);
}

async function readStored(file: string, target: string | undefined, given: ReadArguments): Promise<void> {
  const ways = [given.start, given.search, given.offset ?? given.limit].filter((way) => way !== undefined);
  if (ways.length > 1)
    throw new CommandFailure("only one of --offset and --limit, --start, and --search can be given");
  if ((target === undefined) === (given.list === undefined))
    throw new CommandFailure("name what to read: a path or an identity, or --list");
  const made = await runFile(file, given);
  needStep(made.run, given.step);
  if (target === undefined) list(made, given);
  else read(made, target, given);
}

/** `ullage read FILE --profile P --step N PATH-OR-IDENTITY` */
export function readCommand(): Command {
  return runCommand("read", "what the model could read back when a step was asked; its secrets are masked")
    .argument("[path-or-identity]", "what to read")
    .requiredOption("--step <n>", "the step, from 1", stepNumber)
    .option("--offset <line>", "the first line, from 1", lineNumber("--offset"))
    .option("--limit <lines>", "how many lines", lineNumber("--limit"))
    .option("--start <line[:byte]>", "where to start, as a notice names it", start)
    .option("--search <text>", "only lines that hold this text")
    .option("--list", "everything that could be read")
    .option(...UNMASKED)
    .action(readStored);
}
