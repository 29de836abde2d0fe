import { requestAt } from "../engine/request.ts";
import { type Run, stepOf } from "../engine/run.ts";
import { utf8Length } from "../lib/utf8.ts";
import type { Json } from "../model/json.ts";
import type { WireReport, WireSize } from "../model/run-answers.ts";
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

interface WireBody {
  readonly options: WireOptions;
  readonly value: Json;
  readonly text: string;
  readonly notes: readonly string[];
  readonly masked: number;
}

/** The body without its secrets; undefined where its texts alone are too large for the window. */
function bodyOf(run: Run, step: number, provider: WireProvider): WireBody | undefined {
  if (measureBytes(stepOf(run, step).view) > WIRE_BYTES) return undefined;
  const options = optionsOf(run, step, provider);
  const { body, notes } = toWire(requestAt(run, step), provider, options);
  const { value, count } = maskJson(body, cutSecrets(run, step));
  return { options, value, text: JSON.stringify(value, null, 2), notes, masked: count };
}

/**
 * How large the body of a step's request is for a provider: of the very body that `wireReport` gives, so that two
 * steps can be held against each other without their texts. Throws RangeError for a step that there is not.
 */
export function wireSize(run: Run, step: number, provider: WireProvider): WireSize {
  return sizeFor(run, step, bodyOf(run, step, provider));
}

function sizeFor(run: Run, step: number, body: WireBody | undefined): WireSize {
  const counted = measureBytes(stepOf(run, step).view);
  const bytes = body ? utf8Length(body.text) : counted;
  return { bytes, counted, tooLarge: body === undefined || bytes > WIRE_BYTES };
}

/**
 * The request of a step as a provider's body, and as a command and a call that send it. Secrets that are known by
 * their form or their name are masked in all of them, and counted. Throws RangeError for a step that there is not.
 */
export function wireReport(run: Run, step: number, provider: WireProvider): WireReport {
  const body = bodyOf(run, step, provider);
  const size = sizeFor(run, step, body);
  if (!body || size.tooLarge) return { ...size, provider, text: "", curl: "", sdk: "", notes: [], masked: 0 };
  const { options, value, text, notes, masked } = body;
  const model = options.model ?? STAND_IN_MODELS[provider];
  const curl = curlCommand(provider, model, value);
  return { ...size, provider, text, curl, sdk: sdkCall(provider, model, value), notes, masked };
}
