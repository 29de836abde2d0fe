import { Option, type Command } from "commander";
import { cutSecrets } from "../../core/analysis/cut-secrets.ts";
import { requestText } from "../../core/analysis/diff-text.ts";
import { requestAt } from "../../core/engine/request.ts";
import { type Run, stepOf } from "../../core/engine/run.ts";
import { WIRE_PROVIDERS, type WireProvider } from "../../core/wire/options.ts";
import { recordedOptions } from "../../core/wire/recorded-model.ts";
import { toWire } from "../../core/wire/to-wire.ts";
import { leavingJson, type MaskArguments, UNMASKED } from "./masking.ts";
import { note, print, printJson } from "./output.ts";
import { needStep, type RunArguments, runCommand, runFile, stepNumber } from "./run-arguments.ts";

interface RequestArguments extends RunArguments, MaskArguments {
  readonly step: number;
  readonly as: "neutral" | WireProvider;
}

/** The body on standard output, so that it can be sent as it is; what had to be changed, on standard error. */
function showBody(run: Run, provider: WireProvider, given: RequestArguments): void {
  const options = recordedOptions(run.recording.thread, provider, stepOf(run, given.step).message);
  const { body, notes } = toWire(requestAt(run, given.step), provider, options);
  notes.forEach(note);
  printJson(leavingJson(body, given, cutSecrets(run, given.step)), given.json ? 0 : 2);
}

async function showRequest(file: string, given: RequestArguments): Promise<void> {
  const { run } = await runFile(file, given);
  needStep(run, given.step);
  if (given.as !== "neutral") return showBody(run, given.as, given);
  const request = leavingJson(requestAt(run, given.step), given, cutSecrets(run, given.step));
  if (given.json) printJson(request);
  else print(requestText(request));
}

/** `ullage request FILE --profile P --step N` */
export function requestCommand(): Command {
  const forms = new Option("--as <form>", "the form of the request: neutral, or a provider's body")
    .choices(["neutral", ...WIRE_PROVIDERS])
    .default("neutral");
  return runCommand(
    "request",
    "the outgoing request of a step; secrets known by their form or name are masked",
  )
    .requiredOption("--step <n>", "the step, from 1", stepNumber)
    .addOption(forms)
    .option(...UNMASKED)
    .action(showRequest);
}
