import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { text } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import { eachMessage } from "./each-message.ts";
import { isoTime } from "./iso-time.ts";
import type { GroupedItems } from "./item-grouper.ts";
import { ItemGrouper } from "./item-grouper.ts";
import { asArguments, jsonText } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import type { TextPiece } from "./responses-item.ts";
import { responsesItem } from "./responses-item.ts";
import type { MessageReader, WireMessage, WireRequest, WireResponse } from "./wire-message.ts";

const LATER_SYSTEM =
  "system messages in the middle of a conversation: kept where they stand, as user messages";
const REFERENCE = "items that are given by reference only";

/** A Responses request body. `instructions` come first in the system prompt, then system messages at the start. */
export function responsesRequest(body: Json, notes: Notebook, line: number): WireRequest {
  const input = field(body, "input");
  const items: readonly Json[] =
    typeof input === "string" ? [{ role: "user", content: input }] : (arrayField(body, "input") ?? []);
  const { system, messages } = readItems(items, notes, line, stringField(body, "instructions"));
  return { system, messages, tools: (arrayField(body, "tools") ?? []).map(responsesTool) };
}

/** A bare list of items, read as a request's input. */
export function responsesItems(items: readonly Json[], notes: Notebook, line: number): WireRequest {
  return { ...readItems(items, notes, line, undefined), tools: [] };
}

function readItems(
  items: readonly Json[],
  notes: Notebook,
  line: number,
  instructions: string | undefined,
): Pick<WireRequest, "system" | "messages"> {
  const reader = new ItemReader(notes);
  const messages = eachMessage(items, notes, line, (item) => reader.read(item, line));
  for (const message of reader.finish()) messages.push(message);
  const system = instructions === undefined ? reader.system : [instructions, ...reader.system];
  return { system: system.length === 0 ? null : system.join("\n\n"), messages };
}

/** A function, a custom tool, or one that runs at the provider, which has a type and at best a label. */
function responsesTool(tool: Json): ToolDefinition {
  const description = stringField(tool, "description") ?? stringField(tool, "server_description");
  const parameters = field(tool, "parameters") ?? field(tool, "format");
  const name = stringField(tool, "name") ?? stringField(tool, "server_label") ?? stringField(tool, "type");
  return {
    name: name ?? "",
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined || parameters === null ? {} : { parameters: asArguments(parameters) }),
  };
}

/** A Responses response body. */
export function responsesResponse(body: Json, notes: Notebook, line: number): WireResponse {
  const reader = new ItemReader(notes);
  const items = eachMessage(arrayField(body, "output") ?? [], notes, line, (item) => reader.read(item, line));
  const messages = withMeta([...items, ...reader.finish()], metaOf(body));
  const error = unfinished(body);
  return error === undefined ? { messages } : { messages, error };
}

function withMeta(messages: readonly WireMessage[], meta: MessageMeta): readonly WireMessage[] {
  const first = messages.findIndex((message) => message.role === "assistant");
  if (Object.keys(meta).length === 0) return messages;
  return messages.map((message, index) => (index === first ? { ...message, meta } : message));
}

/** Why a response is not whole. What failed with an error says so itself. */
function unfinished(body: Json): string | undefined {
  const status = stringField(body, "status");
  if (status === undefined || status === "completed" || status === "failed") return undefined;
  const reason = stringField(field(body, "incomplete_details"), "reason");
  return reason === undefined
    ? `response ${status.slice(0, 40)}`
    : `response ${status.slice(0, 40)}: ${reason}`;
}

function metaOf(body: Json): MessageMeta {
  const model = stringField(body, "model");
  const time = isoTime(numberField(body, "created_at"));
  const usage = responsesUsage(field(body, "usage"));
  return {
    ...(model === undefined ? {} : { model }),
    ...(time === undefined ? {} : { time }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** The `usage` of a response: its `input_tokens` holds the cached part already, as ours does. */
function responsesUsage(usage: Json | undefined): Usage | undefined {
  const cached = field(usage, "input_tokens_details");
  const figures = {
    input: numberField(usage, "input_tokens"),
    output: numberField(usage, "output_tokens"),
    cacheRead: numberField(cached, "cached_tokens"),
    cacheWrite: numberField(cached, "cache_write_tokens"),
    reasoning: numberField(field(usage, "output_tokens_details"), "reasoning_tokens"),
  };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : { kind: "reported", ...Object.fromEntries(known) };
}

/** Reads the items of one body. */
export class ItemReader implements GroupedItems, MessageReader {
  readonly system: string[] = [];
  readonly #notes: Notebook;
  readonly #grouper = new ItemGrouper(this);
  /** Messages that were not given yet: marks may stand after the last one. */
  #messages: WireMessage[] = [];
  #marks: Omit<Mark, "at">[] = [];
  #leading = true;

  constructor(notes: Notebook) {
    this.#notes = notes;
  }

  read(item: Json, line: number): readonly WireMessage[] {
    const piece = responsesItem(item, this.#notes, line);
    if (piece.kind === "system" && this.#leading) this.system.push(textOf(piece));
    else if (piece.kind !== "opaque") {
      if (piece.kind !== "mark") this.#leading = false;
      if (piece.kind === "system") this.#notes.add("note", LATER_SYSTEM, line);
      this.#grouper.add(piece);
    } else if (piece.type === "item_reference") this.#notes.add("missing", REFERENCE, line);
    else this.#unknown(item, piece.type, line);
    return this.#messages.length < 2 ? [] : this.#messages.splice(0, this.#messages.length - 1);
  }

  finish(): readonly WireMessage[] {
    this.#grouper.flush();
    const last = this.#messages.pop();
    if (last) this.#messages.push(this.#marks.length === 0 ? last : { ...last, marksAfter: this.#marks });
    return this.#messages;
  }

  message(message: WireMessage): void {
    this.#messages.push(this.#marks.length === 0 ? message : { ...message, marks: this.#marks });
    this.#marks = [];
  }

  mark(mark: Omit<Mark, "at">): void {
    this.#marks.push(mark);
  }

  #unknown(item: Json, type: string, line: number): void {
    const name = type === "" ? "(none)" : type.slice(0, 60);
    this.#notes.add("opaque", `items of type ${name}: kept as their JSON`, line);
    const id = stringField(item, "id") ?? "";
    const kind = (stringField(item, "role") ?? "assistant") === "assistant" ? "assistant" : "user";
    this.#leading = false;
    this.#grouper.add({ kind, id, parts: [text(jsonText(item))] });
  }
}

/** What stands in a system message. */
function textOf(piece: TextPiece<"system">): string {
  return piece.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
