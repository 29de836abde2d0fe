import { appended } from "../../lib/appended.ts";
import { indexAtUnits } from "../../lib/utf8.ts";
import { type Json, field } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import { type ContentPart, type ToolCallPart, type ToolResultPart, resultText } from "../../model/part.ts";

/** A command that a message runs. How it ended is told by its result. */
export interface CommandNote {
  readonly callId: string;
  readonly line: string;
}

/** A result that a message brings, with the failures that it tells of. */
export interface ResultNote {
  readonly callId: string;
  readonly isError: boolean;
  readonly errors: readonly string[];
}

/** What one message gives to a summary, in order. Worked out once for a message. */
export interface MessageNotes {
  readonly task: string;
  readonly request: string;
  readonly decisions: readonly string[];
  readonly open: readonly string[];
  readonly files: readonly string[];
  readonly commands: readonly CommandNote[];
  readonly results: readonly ResultNote[];
}

const NOTE_CHARS = 240;
const TASK_CHARS = 600;
/** Only the ends of a large text are looked at: tasks stand at the beginning, failures at the end. */
const HEAD_CHARS = 200;
const TAIL_CHARS = 400;

const DECISION =
  /\b(?:because|decid\w+|instead of|root cause|so that|will use|chose|must not|the (?:fix|cause|problem|issue) (?:is|was))\b/i;
const FAILURE = /\b(?:error|exception|fail(?:ed|ure|s)?|panic|traceback|denied|not found|timed? ?out)\b/i;
const TODO = /^\s*(?:[-*]\s*)?(?:\[ \]|TODO\b:?|FIXME\b:?)\s*(.+)$/i;

/** In texts without it there is neither a decision nor a to-do: most. */
const SAID = new RegExp(`${DECISION.source}|\\[ \\]|TODO|FIXME`, "i");

/** White space other than single spaces between words. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]/;

function oneLine(text: string, chars: number): string {
  const start = text.length > chars * 2 ? text.slice(0, chars * 2) : text;
  const flat = UNEVEN.test(start) ? start.replace(/\s+/g, " ").trim() : start;
  return flat.length <= chars ? flat : `${flat.slice(0, indexAtUnits(flat, chars - 1))}…`;
}

function ends(text: string): string {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return text;
  return `${text.slice(0, indexAtUnits(text, HEAD_CHARS))}\n${text.slice(text.length - TAIL_CHARS)}`;
}

function textOf({ parts }: Message): string {
  let text: string | undefined;
  for (const part of parts)
    if (part.type === "text") text = text === undefined ? part.text : `${text}\n${part.text}`;
  return text ?? "";
}

function firstString(value: Json, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === "string" && found !== "") return found;
  }
  return undefined;
}

/** What failures look like: found fast, then held against FAILURE. What begins alike stands together: that is quicker. */
const NEEDLE = /rror|xception|ailed|F(?:AIL|ail)|denied|not found/;
const NEEDLES = new RegExp(NEEDLE, "g");

/** The line around an index. */
function lineAt(text: string, at: number): string {
  const newline = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, newline === -1 ? text.length : newline);
}

const NONE: readonly string[] = [];

/** The lines that hold a needle, in order. */
function needleLines(text: string): readonly string[] {
  // In most texts there is none, and a test is the quicker way to see that.
  if (!NEEDLE.test(text)) return NONE;
  const lines: string[] = [];
  NEEDLES.lastIndex = 0;
  for (let hit = NEEDLES.exec(text); hit; hit = NEEDLES.exec(text)) {
    lines.push(lineAt(text, hit.index));
    const newline = text.indexOf("\n", hit.index);
    if (newline === -1) break;
    NEEDLES.lastIndex = newline;
  }
  return lines;
}

/** The last lines that tell of a failure, at most two, in order. */
function failureLines(text: string): readonly string[] {
  const lines = needleLines(text);
  if (lines.length === 0) return NONE;
  const found: string[] = [];
  for (const line of lines.toReversed()) {
    if (line.length < 2000 && FAILURE.test(line)) found.unshift(line);
    if (found.length === 2) break;
  }
  return found;
}

/** Failures at the end of a text, where they mostly are; else those at its beginning. */
function failuresIn(text: string): readonly string[] {
  const last = failureLines(text.length > TAIL_CHARS ? text.slice(text.length - TAIL_CHARS) : text);
  if (last.length > 0 || text.length <= TAIL_CHARS) return last;
  return failureLines(text.slice(0, indexAtUnits(text, Math.min(HEAD_CHARS, text.length - TAIL_CHARS))));
}

function errorsOf(result: ToolResultPart): readonly string[] {
  const text = resultText(result);
  const failures = failuresIn(text);
  const shown = failures.length === 0 && result.isError ? [lineAt(text, 0)] : failures;
  return shown.length === 0 ? NONE : shown.map((line) => oneLine(line, NOTE_CHARS));
}

const toldOf = new WeakMap<readonly ContentPart[], readonly string[]>();

/** The failures that a changed result tells of. Runs with the same parameters share its parts: they are read once. */
export function errorsOfChanged(result: ToolResultPart): readonly string[] {
  // An error without any of these words tells its first line: not what the parts alone say.
  if (result.isError) return errorsOf(result);
  let told = toldOf.get(result.parts);
  if (!told) {
    told = errorsOf(result);
    toldOf.set(result.parts, told);
  }
  return told;
}

const FILES = ["file_path", "path", "filePath", "file", "notebook_path"];

function fileOf(call: ToolCallPart): string | undefined {
  const path = firstString(call.arguments, FILES);
  return path === undefined ? undefined : oneLine(`${call.name} ${path}`, NOTE_CHARS);
}

const COMMANDS = ["command", "cmd", "script"];

function commandOf(call: ToolCallPart): CommandNote | undefined {
  const command = firstString(call.arguments, COMMANDS);
  if (command === undefined) return undefined;
  return { callId: call.callId, line: oneLine(command, NOTE_CHARS - 20) };
}

function saidIn(message: Message): Pick<MessageNotes, "decisions" | "open"> {
  const text = ends(textOf(message));
  if (!SAID.test(text)) return { decisions: NONE, open: NONE };
  const said: { decisions: string[]; open: string[] } = { decisions: [], open: [] };
  for (const line of text.split("\n")) {
    const todo = TODO.exec(line)?.[1];
    if (todo !== undefined) said.open.push(oneLine(todo, NOTE_CHARS));
    else if (DECISION.test(line)) said.decisions.push(oneLine(line, NOTE_CHARS));
  }
  return said;
}

const NOTHING: MessageNotes = {
  task: "",
  request: "",
  decisions: [],
  open: [],
  files: [],
  commands: [],
  results: [],
};

function readUser(message: Message): MessageNotes {
  const said = textOf(message);
  return { ...NOTHING, task: oneLine(said, TASK_CHARS), request: oneLine(said, NOTE_CHARS) };
}

function readAssistant(message: Message): MessageNotes {
  const { decisions, open } = saidIn(message);
  let files: string[] = [];
  let commands: CommandNote[] = [];
  for (const part of message.parts) {
    if (part.type !== "tool-call") continue;
    const file = fileOf(part);
    if (file !== undefined) files = appended(files, file);
    const command = commandOf(part);
    if (command) commands = appended(commands, command);
  }
  return { task: "", request: "", decisions, open, files, commands, results: NONE_ANSWERED };
}

const NONE_ANSWERED: readonly ResultNote[] = [];

function readTool(message: Message): MessageNotes {
  let results: ResultNote[] = [];
  for (const part of message.parts)
    if (part.type === "tool-result")
      results = appended(results, { callId: part.callId, isError: part.isError, errors: errorsOf(part) });
  return { ...NOTHING, results };
}

const READ = { user: readUser, assistant: readAssistant, tool: readTool } as const;

/** Reads the notes of a message. */
export function readNotes(message: Message): MessageNotes {
  return READ[message.role](message);
}

const known = new WeakMap<Message, MessageNotes>();

/** The notes of a message, read once. */
export function notesOfMessage(message: Message): MessageNotes {
  let notes = known.get(message);
  if (!notes) {
    notes = readNotes(message);
    known.set(message, notes);
  }
  return notes;
}
