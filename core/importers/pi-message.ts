import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Role } from "../model/message.ts";
import type { ContentPart, Part } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import { BadRecord } from "./importer.ts";
import { asArguments, jsonText } from "./json-text.ts";
import { media } from "./media.ts";
import { oneLine } from "./one-line.ts";

/** What one message entry holds: a message, a mark, or both. */
export interface PiMessage {
  readonly role: Role;
  /** Undefined where nothing was said. */
  readonly parts: readonly Part[] | undefined;
  readonly meta: MessageMeta;
  /** What went wrong; stands after the message. */
  readonly error: Omit<Mark, "at"> | undefined;
}

/** Reads the message of an entry; a role that is none gives its name. Throws `BadRecord` for bad content. */
export function piMessage(message: Json, time: string | undefined): PiMessage | string {
  const role = stringField(message, "role") ?? "";
  const meta: MessageMeta = time === undefined ? {} : { time };
  const said = (parts: readonly Part[], as: Role = "user") => ({ role: as, parts, meta, error: undefined });
  switch (role) {
    case "user":
    case "custom":
    case "hookMessage":
      return said(piContent(field(message, "content")));
    case "assistant":
      return assistant(message, meta);
    case "toolResult":
      return said([result(message)], "tool");
    case "bashExecution":
      return said([text(command(message))]);
    default:
      return role === "" ? "(none)" : role;
  }
}

/** Text, or parts of text and images. */
export function piContent(content: Json | undefined): ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [text(content)];
  if (!Array.isArray(content)) throw new BadRecord("content: text or parts are needed");
  return (content as readonly Json[]).map(contentPart);
}

function contentPart(part: Json): ContentPart {
  if (typeof part === "string") return text(part);
  const data = stringField(part, "data");
  if (stringField(part, "type") === "image" && data !== undefined)
    return media(stringField(part, "mimeType") ?? "image/png", data);
  const shown = stringField(part, "text");
  return text(shown ?? jsonText(part));
}

function result(message: Json): Part {
  return {
    type: "tool-result",
    callId: stringField(message, "toolCallId") ?? "",
    isError: field(message, "isError") === true,
    parts: piContent(field(message, "content")),
  };
}

/** A command that the user ran: the model is told it and what came out, as a user's words. */
function command(message: Json): string {
  const code = numberField(message, "exitCode");
  const ended = field(message, "cancelled") === true ? "cancelled" : `exit code ${code ?? "unknown"}`;
  return `$ ${stringField(message, "command") ?? ""}\n${stringField(message, "output") ?? ""}\n(${ended})`;
}

function assistant(message: Json, meta: MessageMeta): PiMessage {
  const content = field(message, "content");
  const parts: Part[] = Array.isArray(content)
    ? (content as readonly Json[]).map(assistantPart)
    : piContent(content);
  const model = stringField(message, "model");
  const usage = piUsage(field(message, "usage"));
  const error = failure(message);
  return {
    role: "assistant",
    parts: parts.length === 0 && error ? undefined : parts,
    meta: { ...(model === undefined ? {} : { model }), ...meta, ...(usage ? { usage } : {}) },
    error,
  };
}

function assistantPart(part: Json): Part {
  switch (stringField(part, "type") ?? "") {
    case "thinking":
      return thinking(part);
    case "toolCall":
      return {
        type: "tool-call",
        callId: stringField(part, "id") ?? "",
        name: stringField(part, "name") ?? "",
        arguments: asArguments(field(part, "arguments") ?? {}),
      };
    default:
      return contentPart(part);
  }
}

function thinking(part: Json): Part {
  const shown = stringField(part, "thinking") ?? "";
  const signature = stringField(part, "thinkingSignature");
  return signature === undefined
    ? { type: "thinking", text: shown }
    : { type: "thinking", text: shown, signature };
}

function failure(message: Json): Omit<Mark, "at"> | undefined {
  const reason = stringField(message, "stopReason");
  if (reason !== "error" && reason !== "aborted") return undefined;
  const said = stringField(message, "errorMessage");
  return { kind: "error", label: oneLine(said === undefined ? reason : `${reason}: ${said}`) };
}

/** pi's `input` leaves the cached parts out, whatever the provider did; ours holds them. All zeros are no report. */
function piUsage(usage: Json | undefined): Usage | undefined {
  const [plain, output] = [numberField(usage, "input"), numberField(usage, "output")];
  const cacheRead = numberField(usage, "cacheRead");
  const cacheWrite = numberField(usage, "cacheWrite");
  const input = plain === undefined ? undefined : plain + (cacheRead ?? 0) + (cacheWrite ?? 0);
  if ((input ?? 0) === 0 && (output ?? 0) === 0) return undefined;
  const known = Object.entries({ input, output, cacheRead, cacheWrite }).filter(
    ([, value]) => value !== undefined,
  );
  return { kind: "reported", ...Object.fromEntries(known) };
}

/** True where a result brings more than its content: for the interface. */
export function hasDetails(message: Json): boolean {
  const details = field(message, "details");
  if (details === undefined || details === null) return false;
  return Object.keys(details).length > 0 || arrayField(message, "details") !== undefined;
}
