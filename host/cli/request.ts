import { Option, type Command } from "commander";
import { requestText } from "../../core/analysis/diff-text.ts";
import { maskJson } from "../../core/analysis/mask-secrets.ts";
import { requestAt } from "../../core/engine/request.ts";
import { type Run, stepOf } from "../../core/engine/run.ts";
import type { Json } from "../../core/model/json.ts";
import type { NeutralRequest } from "../../core/model/request.ts";
import { WIRE_PROVIDERS, type WireProvider } from "../../core/wire/options.ts";
import { recordedOptions } from "../../core/wire/recorded-model.ts";
import { toWire } from "../../core/wire/to-wire.ts";
import { note, print, printJson } from "./output.ts";
import { needStep, type RunArguments, runCommand, runFile, stepNumber } from "./run-arguments.ts";

interface RequestArguments extends RunArguments {
  readonly step: number;
  readonly as: "neutral" | WireProvider;
  readonly unmasked?: true;
}

/** What leaves by this command has no secret in it that is known by its form, unless that is asked for by name. */
function masked(document: Json, { unmasked }: RequestArguments): Json {
  const { value, count } = maskJson(document);
  if (count === 0) return document;
  const secrets = `${count} ${count === 1 ? "secret" : "secrets"} known by form`;
  note(
    unmasked
      ? `${secrets} shown, as --unmasked asks`
      : `${secrets} masked; --unmasked prints what was recorded`,
  );
  return unmasked ? document : value;
}

/** The body on standard output, so that it can be sent as it is; what had to be changed, on standard error. */
function showBody(run: Run, provider: WireProvider, given: RequestArguments): void {
  const options = recordedOptions(run.recording.thread, provider, stepOf(run, given.step).message);
  const { body, notes } = toWire(requestAt(run, given.step), provider, options);
  notes.forEach(note);
  printJson(masked(body, given), given.json ? 0 : 2);
}

async function showRequest(file: string, given: RequestArguments): Promise<void> {
  const { run } = await runFile(file, given);
  needStep(run, given.step);
  if (given.as !== "neutral") return showBody(run, given.as, given);
  const request = masked(requestAt(run, given.step) as unknown as Json, given);
  if (given.json) printJson(request);
  else print(requestText(request as unknown as NeutralRequest));
}

/** `ullage request FILE --profile P --step N` */
export function requestCommand(): Command {
  const forms = new Option("--as <form>", "the form of the request: neutral, or a provider's body")
    .choices(["neutral", ...WIRE_PROVIDERS])
    .default("neutral");
  return runCommand("request", "the outgoing request of a step; secrets known by their form are masked")
    .requiredOption("--step <n>", "the step, from 1", stepNumber)
    .addOption(forms)
    .option("--unmasked", "print secrets as they were recorded")
    .action(showRequest);
}
