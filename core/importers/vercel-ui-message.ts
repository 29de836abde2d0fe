import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { isoTime } from "./iso-time.ts";
import type { Notebook } from "./notebook.ts";
import { plain, vercelPart } from "./vercel-content.ts";
import { vercelCall, vercelThinking } from "./vercel-model-message.ts";
import type { WireMessage } from "./wire-message.ts";

const SHARED = "usage of a message with several steps: it is the sum of all";

/** True for a message as a window shows it: parts, or before version 5 invocations. */
export function isUiMessage(message: Json): boolean {
  return ["parts", "toolInvocations", "experimental_attachments"].some(
    (key) => arrayField(message, key) !== undefined,
  );
}

/** One model call of an assistant message. */
interface Step {
  readonly parts: Part[];
  readonly results: ToolResultPart[];
}

/** The neutral messages of one UIMessage that is no system message: an assistant's is split into its steps. */
export function uiMessage(message: Json, notes: Notebook, line: number): WireMessage[] {
  const role = stringField(message, "role") ?? "";
  const id = stringField(message, "id") ?? "";
  if (role === "user") return [{ id, role, parts: userParts(message, notes, line), meta: timeOf(message) }];
  if (role === "assistant") return assistant(message, id, notes, line);
  notes.add("dropped", `messages of role ${role === "" ? "(none)" : role.slice(0, 60)}`, line);
  return [];
}

/** What the parts say, without those that are for the window alone. */
export function userParts(message: Json, notes: Notebook, line: number): ContentPart[] {
  const parts = arrayField(message, "parts") ?? plain(field(message, "content"));
  const attached = arrayField(message, "experimental_attachments") ?? [];
  const shown = (parts as readonly Json[]).filter((part) => !isWindowOnly(part, notes, line));
  return [...shown.map(vercelPart), ...attached.map(attachment)];
}

/** Before version 5 files stood beside the parts. */
function attachment(file: Json): ContentPart {
  const type = stringField(file, "contentType");
  const name = stringField(file, "name");
  return vercelPart({
    url: field(file, "url") ?? null,
    ...(type === undefined ? {} : { mediaType: type }),
    ...(name === undefined ? {} : { filename: name }),
  });
}

function isWindowOnly(part: Json, notes: Notebook, line: number): boolean {
  const type = stringField(part, "type") ?? "";
  const windowOnly = type.startsWith("data-") || type.startsWith("source") || type === "step-start";
  if (windowOnly && type !== "step-start")
    notes.add("opaque", `parts for the window: ${type.slice(0, 60)}`, line);
  return windowOnly;
}

function assistant(message: Json, id: string, notes: Notebook, line: number): WireMessage[] {
  const steps = stepsOf(message, notes, line);
  const meta = metaOf(message, steps.length);
  const { usage: _ofAll, ...rest } = meta;
  return steps.flatMap(({ parts, results }, index) => {
    const last = index === steps.length - 1;
    const name = index === 0 || id === "" ? id : `${id}/step-${index + 1}`;
    const own: WireMessage = { id: name, role: "assistant", parts, meta: last ? meta : rest };
    return results.length === 0 ? [own] : [own, { id: "", role: "tool" as const, parts: results }];
  });
}

/** Splits at `step-start`. Before there was such a part, what follows a call's result is a new step. */
function stepsOf(message: Json, notes: Notebook, line: number): Step[] {
  const steps: Step[] = [];
  const oldForm = isOld(message);
  let open: Step | undefined;
  for (const part of assistantParts(message)) {
    const type = stringField(part, "type") ?? "";
    const old = oldForm && type !== "tool-invocation" && (open?.results.length ?? 0) > 0;
    if (type === "step-start" || old) open = undefined;
    if (isWindowOnly(part, notes, line)) continue;
    if (!open) steps.push((open = { parts: [], results: [] }));
    addPart(open, part, type);
  }
  return steps.length === 0 ? [{ parts: [], results: [] }] : steps;
}

function isOld(message: Json): boolean {
  const parts = arrayField(message, "parts");
  return !parts || parts.some((part) => stringField(part, "type") === "tool-invocation");
}

/** The parts; of the oldest messages, the text and then the invocations. */
function assistantParts(message: Json): readonly Json[] {
  const parts = arrayField(message, "parts");
  if (parts) return parts;
  const reasoning = stringField(message, "reasoning");
  const content = stringField(message, "content") ?? "";
  const invocations = arrayField(message, "toolInvocations") ?? [];
  return [
    ...(reasoning === undefined ? [] : [{ type: "reasoning", reasoning }]),
    ...invocations.map((toolInvocation) => ({ type: "tool-invocation", toolInvocation })),
    ...(content === "" ? [] : [{ type: "text", text: content }]),
  ];
}

function addPart(step: Step, part: Json, type: string): void {
  if (type === "reasoning") step.parts.push(vercelThinking(part));
  else if (type === "tool-invocation") addTool(step, field(part, "toolInvocation") ?? null, undefined);
  else if (type === "dynamic-tool") addTool(step, part, undefined);
  else if (type.startsWith("tool-")) addTool(step, part, type.slice("tool-".length));
  else step.parts.push(vercelPart(part));
}

function addTool(step: Step, tool: Json, name: string | undefined): void {
  step.parts.push(vercelCall(tool, name ?? stringField(tool, "toolName") ?? ""));
  const result = resultOf(tool);
  if (result) step.results.push(result);
}

/** The result of a call by its state; a call that still waits has none. */
function resultOf(tool: Json): ToolResultPart | undefined {
  const callId = stringField(tool, "toolCallId") ?? "";
  const as = (isError: boolean, parts: readonly ContentPart[]): ToolResultPart => ({
    type: "tool-result",
    callId,
    isError,
    parts,
  });
  switch (stringField(tool, "state") ?? "") {
    case "output-available":
      return as(false, plain(field(tool, "output")));
    case "result":
      return as(false, plain(field(tool, "result")));
    case "output-error":
      return as(true, plain(field(tool, "errorText")));
    case "output-denied":
      return as(true, [text(stringField(field(tool, "approval"), "reason") ?? "denied")]);
    default:
      return undefined;
  }
}

function timeOf(message: Json): MessageMeta {
  const given = field(message, "createdAt") ?? field(field(message, "metadata"), "createdAt");
  const time = typeof given === "number" ? isoTime(given / 1000) : given;
  return typeof time === "string" ? { time } : {};
}

/** What an application put into the metadata, where it uses the SDK's own names. */
function metaOf(message: Json, steps: number): MessageMeta {
  const metadata = field(message, "metadata");
  const model = stringField(metadata, "model") ?? stringField(metadata, "modelId");
  const usage = usageOf(field(metadata, "totalUsage") ?? field(metadata, "usage"));
  const shared = usage && steps > 1 ? { ...usage, doubt: SHARED } : usage;
  return {
    ...(model === undefined ? {} : { model }),
    ...timeOf(message),
    ...(shared ? { usage: shared } : {}),
  };
}

function usageOf(usage: Json | undefined): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const details = field(usage, "inputTokenDetails");
  const figures = {
    input: numberField(usage, "inputTokens") ?? numberField(usage, "promptTokens"),
    output: numberField(usage, "outputTokens") ?? numberField(usage, "completionTokens"),
    cacheRead: numberField(details, "cacheReadTokens") ?? numberField(usage, "cachedInputTokens"),
    cacheWrite: numberField(details, "cacheWriteTokens"),
    reasoning:
      numberField(field(usage, "outputTokenDetails"), "reasoningTokens") ??
      numberField(usage, "reasoningTokens"),
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}
