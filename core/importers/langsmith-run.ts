import type { Json } from "../model/json.ts";
import { field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { anyInput, anyOutput } from "./any-call.ts";
import { isoTime } from "./iso-time.ts";
import { asArguments, parsedJson } from "./json-text.ts";
import { langchainContent } from "./langchain-content.ts";
import { asLangchain, usageOf } from "./langchain-message.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import type { ToolRun } from "./tool-runs.ts";
import { plain } from "./vercel-content.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";

/** When a run began, in seconds since 1970: a date, or milliseconds. NaN where it is not told. */
export function startOf(run: Json): number {
  const given = field(run, "start_time");
  if (typeof given === "number") return given / 1000;
  return typeof given === "string"
    ? Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(given) ? given : `${given}Z`) / 1000
    : Number.NaN;
}

/** A run of a tool; undefined for any other run, and for one that left nothing. */
export function langsmithTool(run: Json, trace: string, line: number): ToolRun | undefined {
  if ((stringField(run, "run_type") ?? "").toLowerCase() !== "tool") return undefined;
  const outputs = field(run, "outputs");
  const output = field(outputs, "output") ?? field(outputs, "content") ?? outputs;
  const error = stringField(run, "error");
  if ((output === undefined || output === null) && error === undefined) return undefined;
  const answer = asLangchain(output)?.data;
  const callId =
    stringField(answer, "tool_call_id") ?? stringField(field(run, "extra"), "tool_call_id") ?? "";
  const seen = answer === undefined ? plain(output ?? error) : langchainContent(field(answer, "content"));
  const isError = error !== undefined || stringField(answer, "status") === "error";
  return {
    trace,
    callId,
    name: stringField(run, "name") ?? "",
    arguments: asked(field(run, "inputs")),
    result: { type: "tool-result", callId, isError, parts: seen },
    line,
  };
}

/** The arguments: an object, or the text of one under `input`. */
function asked(inputs: Json | undefined): Json {
  const input = stringField(inputs, "input");
  const parsed = input === undefined ? undefined : parsedJson(input.replaceAll("'", '"')).value;
  return asArguments(isJsonObject(parsed) ? parsed : (inputs ?? {}));
}

/** What a whole run was asked and answered: of the state of a graph, what the output holds. */
export function stateContent(
  run: Json,
  notes: Notebook,
  line: number,
): { readonly request: WireRequest | undefined; readonly response: WireResponse | undefined } {
  const asked = anyInput(field(run, "inputs"), notes, line);
  const all = anyInput(field(run, "outputs"), notes, line);
  if (all && all.messages.length > (asked?.messages.length ?? 0))
    return { request: all, response: undefined };
  return { request: asked, response: anyOutput(field(run, "outputs"), notes, line) };
}

/** The answer with what the run says about it. */
export function answeredRun(run: Json, response: WireResponse | undefined): WireResponse | undefined {
  const failed = stringField(run, "error") ?? "";
  const error = failed === "" ? undefined : oneLine(`error: ${failed}`);
  if (!response) return error === undefined ? undefined : { messages: [], error };
  const meta = metaOf(run);
  const messages = response.messages.map((message) =>
    message.role === "assistant" ? { ...message, meta: { ...meta, ...message.meta } } : message,
  );
  return error === undefined ? { messages } : { messages, error };
}

function metaOf(run: Json): MessageMeta {
  const extra = field(run, "extra");
  const sent = field(extra, "invocation_params");
  const model =
    stringField(field(extra, "metadata"), "ls_model_name") ??
    stringField(sent, "model") ??
    stringField(sent, "model_name") ??
    stringField(field(run, "inputs"), "model");
  const time = isoTime(Number.isFinite(startOf(run)) ? startOf(run) : undefined);
  const usage = usageOf(field(field(run, "outputs"), "usage_metadata")) ?? counted(run);
  return {
    ...(model === undefined ? {} : { model }),
    ...(time === undefined ? {} : { time }),
    ...(usage ? { usage } : {}),
  };
}

/** What LangSmith itself counted; zeros are no report. */
function counted(run: Json): Usage | undefined {
  const input = numberField(run, "prompt_tokens") ?? 0;
  const output = numberField(run, "completion_tokens") ?? 0;
  return input + output === 0 ? undefined : { kind: "reported", input, output };
}
