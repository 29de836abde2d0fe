import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import { resultText, text } from "../model/part.ts";
import { isoTime } from "./iso-time.ts";
import type { Notebook } from "./notebook.ts";
import { openaiMessage } from "./openai-message.ts";
import { openaiResponse } from "./openai-wire.ts";
import { responsesItems, responsesResponse } from "./responses-wire.ts";
import { shellCall } from "./shell-call.ts";
import type { WireMessage } from "./wire-message.ts";

const WRITTEN = "commands and results that stand in texts: read as calls and results";
const WHOLE = "results that the recording shows cut: the whole output stands beside it; both are kept";
const CUT = /<output_head>|elided_chars|characters elided|<output_tail>/;

/**
 * The neutral messages of one message that is no system message and no end. `answers` says that the message before it
 * asked for a command in its text. Throws `BadRecord` for bad content.
 */
export function miniSweMessage(
  message: Json,
  notes: Notebook,
  line: number,
  answers: boolean,
): WireMessage[] {
  const time = isoTime(numberField(field(message, "extra"), "timestamp"));
  const timed = (one: WireMessage): WireMessage =>
    time === undefined ? one : { ...one, meta: { time, ...one.meta } };
  return read(message, notes, line).map((one) => timed(finished(one, message, notes, line, answers)));
}

/** The model may have been asked in another dialect: then its response stands as it came. */
function read(message: Json, notes: Notebook, line: number): readonly WireMessage[] {
  if (stringField(message, "object") === "response" && arrayField(message, "output"))
    return responsesResponse(message, notes, line).messages;
  if (stringField(message, "type") === "function_call_output")
    return responsesItems([message], notes, line).messages;
  return openaiMessage(message, notes, line);
}

function finished(
  one: WireMessage,
  message: Json,
  notes: Notebook,
  line: number,
  answers: boolean,
): WireMessage {
  if (one.role === "assistant") return assistant(one, message, notes, line);
  const [first] = one.parts;
  if (one.role === "tool" && first?.type === "tool-result")
    return { ...one, ...whole(first, message, notes, line) };
  if (one.role !== "user" || first?.type !== "text") return one;
  if (!answers && returnCode(first.text) === undefined) return one;
  const result: ToolResultPart = { type: "tool-result", callId: "", isError: false, parts: [first] };
  return { ...one, role: "tool", ...whole(result, message, notes, line) };
}

/** With the figures of the completion that the recording keeps, and the command that is written in the text. */
function assistant(one: WireMessage, message: Json, notes: Notebook, line: number): WireMessage {
  const body = field(field(message, "extra"), "response");
  const [answer] = body === undefined ? [] : openaiResponse(body, notes, line).messages;
  const meta = one.meta ?? answer?.meta;
  const calls = one.parts.some((part) => part.type === "tool-call");
  const parts = calls ? one.parts : one.parts.flatMap((part) => withCommand(part, notes, line));
  return { id: one.id, role: "assistant", parts, ...(meta ? { meta } : {}) };
}

const COMMAND = /```(?:mswea_bash_command|bash|sh)[ \t]*\r?\n([\s\S]*?)\n?```/;

/** A text with its one command as a call. */
function withCommand(part: Part, notes: Notebook, line: number): Part[] {
  const found = part.type === "text" ? COMMAND.exec(part.text) : null;
  if (part.type !== "text" || !found) return [part];
  notes.add("note", WRITTEN, line);
  const before = part.text.slice(0, found.index);
  const after = part.text.slice(found.index + found[0].length);
  const around = [before, after].filter((one) => one.trim() !== "").map(text);
  return [...around, shellCall(found[1] ?? "")];
}

/** The result with its error, known by the return code, and with what was cut from it. */
function whole(
  result: ToolResultPart,
  message: Json,
  notes: Notebook,
  line: number,
): Pick<WireMessage, "parts" | "seen"> {
  const shown = resultText(result);
  const extra = field(message, "extra");
  const code = numberField(extra, "returncode") ?? returnCode(shown);
  const isError = result.isError || (code ?? 0) !== 0;
  const raw = stringField(extra, "raw_output");
  const seen = [{ ...result, isError }];
  if (raw === undefined || raw.length <= shown.length || !CUT.test(shown)) return { parts: seen };
  notes.add("note", WHOLE, line);
  const full = `<returncode>${code ?? ""}</returncode>\n<output>\n${raw}</output>`;
  return { parts: [{ ...result, isError, parts: [text(full)] }], seen };
}

function returnCode(shown: string): number | undefined {
  const found = /^\s*<returncode>(-?\d{1,10})<\/returncode>/.exec(shown);
  return found ? Number(found[1]) : undefined;
}
