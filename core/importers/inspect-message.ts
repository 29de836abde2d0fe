import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { BadRecord } from "./importer.ts";
import type { Attachments } from "./inspect-attachments.ts";
import { jsonText, parsedArguments } from "./json-text.ts";
import { media, mediaFromUrl } from "./media.ts";
import type { Notebook } from "./notebook.ts";
import type { WireMessage } from "./wire-message.ts";

const NOTES = {
  arguments: "calls whose arguments could not be read: kept as they were",
  sealed: "text of reasoning: it is recorded encrypted, at best with a summary",
} as const;

/** Reads messages of one sample. */
export class InspectMessages {
  readonly #attachments: Attachments;
  readonly #notes: Notebook;
  readonly #line: number;

  constructor(attachments: Attachments, notes: Notebook, line: number) {
    this.#attachments = attachments;
    this.#notes = notes;
    this.#line = line;
  }

  /** The neutral messages of one that is no system message. Throws `BadRecord` for bad content. */
  read(message: Json): WireMessage[] {
    const id = stringField(message, "id") ?? "";
    switch (stringField(message, "role") ?? "") {
      case "user":
        return [{ id, role: "user", parts: this.#content(field(message, "content")).filter(isContent) }];
      case "assistant":
        return this.#assistant(message, id);
      case "tool":
        return [{ id, role: "tool", parts: [this.#result(message)] }];
      default:
        throw new BadRecord(`role ${(stringField(message, "role") ?? "(none)").slice(0, 60)} is none`);
    }
  }

  /** All that a message says. */
  textOf(message: Json): string {
    return this.#content(field(message, "content"))
      .map((part) => (part.type === "text" ? part.text : ""))
      .join("");
  }

  /** A result from a tool's own event. */
  answer(event: Json): ToolResultPart {
    const given = field(event, "result");
    const said =
      typeof given === "string" || Array.isArray(given)
        ? given
        : given === undefined
          ? null
          : jsonText(given);
    return this.#result({
      tool_call_id: field(event, "id") ?? "",
      content: said,
      error: field(event, "error") ?? null,
    });
  }

  /** Calls that ran at the provider stand among the content, with their results: those come in a message after it. */
  #assistant(message: Json, id: string): WireMessage[] {
    const reasoning = stringField(message, "reasoning") ?? "";
    const own: Part[] = reasoning === "" ? [] : [{ type: "thinking", text: reasoning }];
    const results: ToolResultPart[] = [];
    for (const part of this.#content(field(message, "content"))) {
      if (part.type === "tool-result") results.push(part);
      else if (part.type !== "text" || part.text !== "") own.push(part);
    }
    const calls = (arrayField(message, "tool_calls") ?? []).map((call) => this.#call(call));
    const said: WireMessage = { id, role: "assistant", parts: [...own, ...calls] };
    return results.length === 0 ? [said] : [said, { id: "", role: "tool", parts: results }];
  }

  #call(call: Json): Part {
    const called = field(call, "function");
    const name = typeof called === "string" ? called : (stringField(called, "name") ?? "");
    const failed = stringField(call, "parse_error") ?? "";
    const { value, valid } = parsedArguments(field(call, "arguments") ?? field(called, "arguments"));
    if (!valid || failed !== "") this.#notes.add("doubt", NOTES.arguments, this.#line);
    return { type: "tool-call", callId: stringField(call, "id") ?? "", name, arguments: value };
  }

  #result(message: Json): ToolResultPart {
    const error = field(message, "error");
    const failed = error !== undefined && error !== null;
    const parts = this.#content(field(message, "content")).filter(isContent);
    const told = stringField(error, "message") ?? "";
    const empty = parts.every((part) => part.type === "text" && part.text === "");
    const callId = stringField(message, "tool_call_id") ?? "";
    const seen = empty && told !== "" ? [text(this.#attachments.text(told))] : parts;
    return { type: "tool-result", callId, isError: failed, parts: seen };
  }

  #content(content: Json | undefined): Part[] {
    if (content === undefined || content === null) return [];
    if (typeof content === "string") return [text(this.#attachments.text(content))];
    if (!Array.isArray(content)) throw new BadRecord("content: text or parts are needed");
    return (content as readonly Json[]).flatMap((part) => this.#parts(part));
  }

  #parts(part: Json): Part[] {
    if (typeof part === "string") return [text(this.#attachments.text(part))];
    switch (stringField(part, "type") ?? "") {
      case "text":
        return [text(this.#string(part, "text"))];
      case "reasoning":
        return [this.#reasoning(part)];
      case "tool_use":
        return this.#hosted(part);
      case "image":
      case "audio":
      case "video":
      case "document":
        return [this.#media(part)];
      default:
        return [text(jsonText(part))];
    }
  }

  #reasoning(part: Json): Part {
    const sealed = field(part, "redacted") === true;
    if (sealed) this.#notes.add("missing", NOTES.sealed, this.#line);
    const shown = this.#string(part, sealed ? "summary" : "reasoning");
    const signature = sealed ? stringField(part, "reasoning") : stringField(part, "signature");
    return signature === undefined
      ? { type: "thinking", text: shown }
      : { type: "thinking", text: shown, signature };
  }

  #hosted(part: Json): Part[] {
    const callId = stringField(part, "id") ?? "";
    const name = stringField(part, "name") ?? stringField(part, "tool_type") ?? "";
    const error = stringField(part, "error") ?? "";
    const given = field(part, "result");
    const said = error === "" ? (typeof given === "string" ? given : jsonText(given)) : error;
    return [
      { type: "tool-call", callId, name, arguments: parsedArguments(field(part, "arguments")).value },
      { type: "tool-result", callId, isError: error !== "", parts: [text(this.#attachments.text(said))] },
    ];
  }

  /** Media as an address or inline; a file of the machine is named, never read. */
  #media(part: Json): ContentPart {
    const type = stringField(part, "type") ?? "";
    const given = this.#string(part, type);
    const name = stringField(part, "filename");
    if (/^[a-z][a-z0-9+.-]{1,12}:/i.test(given) || given.length < 1024)
      return mediaFromUrl(given, type, name);
    const format = stringField(part, "format") ?? "";
    const told = stringField(part, "mime_type") ?? (format === "" ? undefined : `${type}/${format}`);
    return media(told ?? "application/octet-stream", given, name);
  }

  #string(part: Json, key: string): string {
    const given = field(part, key);
    if (given === undefined || given === null) return "";
    return typeof given === "string" ? this.#attachments.text(given) : jsonText(given);
  }
}

function isContent(part: Part): part is ContentPart {
  return part.type === "text" || part.type === "media";
}
