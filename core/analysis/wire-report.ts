import { requestAt } from "../engine/request.ts";
import { type Run, stepOf } from "../engine/run.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { WireReport } from "../model/run-answers.ts";
import { measureBytes } from "../policies/request-view.ts";
import { curlCommand } from "../wire/curl.ts";
import { cutSecrets } from "./cut-secrets.ts";
import { maskJson } from "./mask-secrets.ts";
import { STAND_IN_MODELS, type WireOptions, type WireProvider } from "../wire/options.ts";
import { recordedOptions } from "../wire/recorded-model.ts";
import { sdkCall } from "../wire/sdk-call.ts";
import { toWire } from "../wire/to-wire.ts";
import { mediaSource } from "./media-source.ts";

/** The window is not given a larger body than this: an editor would stand still. */
export const WIRE_BYTES = 3 * 1024 * 1024;

function optionsOf(run: Run, step: number, provider: WireProvider): WireOptions {
  const recorded = recordedOptions(run.recording.thread, provider, stepOf(run, step).message);
  return { ...recorded, media: mediaSource(run) };
}

function tooLarge(provider: WireProvider, bytes: number): WireReport {
  return { provider, text: "", curl: "", sdk: "", notes: [], bytes, tooLarge: true, masked: 0 };
}

/**
 * The request of a step as a provider's body, and as a command and a call that send it. Secrets that are known by
 * their form or their name are masked in all of them, and counted. Throws RangeError for a step that there is not.
 */
export function wireReport(run: Run, step: number, provider: WireProvider): WireReport {
  const estimate = measureBytes(stepOf(run, step).view);
  if (estimate > WIRE_BYTES) return tooLarge(provider, estimate);
  const options = optionsOf(run, step, provider);
  const { body, notes } = toWire(requestAt(run, step), provider, options);
  const { value, count } = maskJson(body, cutSecrets(run, step));
  const text = JSON.stringify(value, null, 2);
  const bytes = utf8Length(text);
  if (bytes > WIRE_BYTES) return tooLarge(provider, bytes);
  const model = options.model ?? STAND_IN_MODELS[provider];
  const curl = curlCommand(provider, model, value);
  const sdk = sdkCall(provider, model, value);
  return { provider, text, curl, sdk, notes, bytes, tooLarge: false, masked: count };
}
