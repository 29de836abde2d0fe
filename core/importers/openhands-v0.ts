import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { ContentPart, Part } from "../model/part.ts";
import { text } from "../model/part.ts";
import { asArguments } from "./json-text.ts";
import { mediaFromUrl } from "./media.ts";
import type { Notebook } from "./notebook.ts";
import { openaiResponse, openaiTool } from "./openai-wire.ts";
import type { EventHead, OpenHandsThread } from "./openhands-thread.ts";
import { idText, forgottenOf } from "./openhands-forgotten.ts";

const NOTES = {
  recalled: "context that OpenHands recalled: its texts are recorded, not the form in which they were sent",
  written: "actions without a recorded call: read as calls of their own names",
} as const;

/** Actions that tell of the program, not of the conversation. */
const SILENT = new Set(["change_agent_state", "recall", "condensation_request", "null", "pause", "resume"]);

/** Reads one event of version 0. Gives its type when it stands for nothing in a conversation. */
export function readV0(
  event: Json,
  thread: OpenHandsThread,
  notes: Notebook,
  line: number,
): string | undefined {
  const head = headOf(event, line);
  const action = stringField(event, "action");
  if (action !== undefined) return new V0Action(event, head, thread, notes).read(action);
  return observation(event, head, thread, notes);
}

function headOf(event: Json, line: number): EventHead {
  return { id: idText(field(event, "id")), time: stringField(event, "timestamp"), line };
}

class V0Action {
  readonly #event: Json;
  readonly #args: Json;
  readonly #head: EventHead;
  readonly #thread: OpenHandsThread;
  readonly #notes: Notebook;

  constructor(event: Json, head: EventHead, thread: OpenHandsThread, notes: Notebook) {
    this.#event = event;
    this.#args = field(event, "args") ?? {};
    this.#head = head;
    this.#thread = thread;
    this.#notes = notes;
  }

  read(action: string): string | undefined {
    const metadata = field(this.#event, "tool_call_metadata");
    if (action === "system") this.#system();
    else if (action === "condensation") this.#condensation();
    else if (isJsonObject(metadata)) this.#called(metadata);
    else if (SILENT.has(action)) return `action/${action}`;
    else if (stringField(this.#event, "source") === "agent") this.#ownAction(action);
    else this.#thread.user(this.#head, this.#said(action));
    return undefined;
  }

  #system(): void {
    const tools = (arrayField(this.#args, "tools") ?? []).map(openaiTool);
    this.#thread.system(stringField(this.#args, "content") ?? "", tools, this.#head.line);
  }

  #condensation(): void {
    this.#thread.condensed(forgottenOf(this.#args), stringField(this.#args, "summary"));
  }

  /** The response is recorded whole with each of its calls. */
  #called(metadata: Json): void {
    const recorded = field(metadata, "model_response");
    const { messages } = isJsonObject(recorded)
      ? openaiResponse(recorded, this.#notes, this.#head.line)
      : { messages: [] };
    const [whole] = messages;
    const head = this.#head;
    if (whole) return this.#thread.assistant(head, whole.id, whole.parts, whole.meta ?? {}, true);
    const name = stringField(metadata, "function_name") ?? "";
    const callId = stringField(metadata, "tool_call_id") ?? `event-${head.id}`;
    this.#thread.assistant(head, stringField(recorded, "id") ?? "", this.#call(name, callId), {}, false);
  }

  /** What an agent without calls does: a message, its end, or an action that is called by its name. */
  #ownAction(action: string): void {
    const ends = action === "finish" || action === "reject";
    if (action === "message" || ends)
      return this.#thread.assistant(this.#head, "", this.#said(action), {}, true);
    this.#notes.add("note", NOTES.written, this.#head.line);
    this.#thread.assistant(this.#head, "", this.#call(action, `event-${this.#head.id}`), {}, true);
  }

  #call(name: string, callId: string): Part[] {
    const thought = stringField(this.#args, "thought") ?? "";
    const asked = isJsonObject(this.#args)
      ? Object.fromEntries(Object.entries(this.#args).filter(([key]) => key !== "thought"))
      : this.#args;
    const call: Part = { type: "tool-call", callId, name, arguments: asArguments(asked) };
    return thought === "" ? [call] : [text(thought), call];
  }

  /** What a message says; of any other action, the command that was typed, or what the window showed. */
  #said(action: string): ContentPart[] {
    const command = action === "run" ? stringField(this.#args, "command") : undefined;
    const spoken = stringField(this.#args, "content") ?? stringField(this.#args, "final_thought") ?? "";
    const shown = spoken === "" ? (stringField(this.#event, "message") ?? "") : spoken;
    const images = (arrayField(this.#args, "image_urls") ?? []).filter((url) => typeof url === "string");
    return [
      text(command === undefined ? shown : `$ ${command}`),
      ...images.map((url) => mediaFromUrl(url, "image")),
    ];
  }
}

function observation(
  event: Json,
  head: EventHead,
  thread: OpenHandsThread,
  notes: Notebook,
): string | undefined {
  const type = stringField(event, "observation") ?? "";
  const content = stringField(event, "content") ?? "";
  if (type === "agent_state_changed") return stateChange(event, thread);
  if (type === "recall") return recalled(event, head, thread, notes);
  if (type === "null") return "observation/null";
  if (type === "condense") {
    thread.condensed({ ids: [] }, content);
    return undefined;
  }
  const callId =
    stringField(field(event, "tool_call_metadata"), "tool_call_id") ??
    `event-${idText(field(event, "cause"))}`;
  const parts = [text(content), ...screenshots(event)];
  const isError = type === "error" || field(event, "success") === false || exitCode(event) > 0;
  if (thread.hasCall(callId)) thread.result(head, { type: "tool-result", callId, isError, parts });
  else thread.user(head, parts);
  return undefined;
}

/** -1 is a command that still runs. */
function exitCode(event: Json): number {
  const extras = field(event, "extras");
  return numberField(field(extras, "metadata"), "exit_code") ?? numberField(extras, "exit_code") ?? 0;
}

function screenshots(event: Json): ContentPart[] {
  const shot = stringField(field(event, "extras"), "screenshot") ?? "";
  return shot.startsWith("data:") ? [mediaFromUrl(shot, "image")] : [];
}

function stateChange(event: Json, thread: OpenHandsThread): string | undefined {
  const extras = field(event, "extras");
  if (stringField(extras, "agent_state") !== "error") return "observation/agent_state_changed";
  thread.mark({ kind: "error", label: `error: ${stringField(extras, "reason") ?? ""}` });
  return undefined;
}

const RECALLED = ["repo_instructions", "additional_agent_instructions", "conversation_instructions"];

/** The texts that a recall puts before the model: instructions, and knowledge that a word set off. */
function recalled(
  event: Json,
  head: EventHead,
  thread: OpenHandsThread,
  notes: Notebook,
): string | undefined {
  const extras = field(event, "extras");
  const knowledge = arrayField(extras, "microagent_knowledge") ?? [];
  const texts = [
    ...RECALLED.map((key) => stringField(extras, key) ?? ""),
    ...knowledge.map((one) => stringField(one, "content") ?? ""),
  ].filter((one) => one !== "");
  if (texts.length === 0) return "observation/recall";
  notes.add("note", NOTES.recalled, head.line);
  thread.user(head, texts.map(text));
  return undefined;
}
