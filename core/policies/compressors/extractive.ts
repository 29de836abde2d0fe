import { indexAtUnits } from "../../lib/utf8.ts";
import { type Json, field } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { ToolCallPart, ToolResultPart } from "../../model/part.ts";
import { metricsOf } from "../../model/text-metrics.ts";
import type { CompressorInput } from "../middleware.ts";
import { type Notes, emptyNotes, mergeNotes, parseNotes, renderNotes } from "./notes.ts";

const NOTE_CHARS = 240;
const TASK_CHARS = 600;
/** Only the ends of a large text are looked at: tasks stand at the beginning, failures at the end. */
const LOOK_CHARS = 1500;

const DECISION =
  /\b(?:because|decid\w+|instead of|root cause|so that|will use|chose|must not|the (?:fix|cause|problem|issue) (?:is|was))\b/i;
const FAILURE = /\b(?:error|exception|fail(?:ed|ure|s)?|panic|traceback|denied|not found|timed? ?out)\b/i;
const TODO = /^\s*(?:[-*]\s*)?(?:\[ \]|TODO\b:?|FIXME\b:?)\s*(.+)$/i;

function oneLine(text: string, chars: number): string {
  const flat = text
    .slice(0, chars * 2)
    .split(/\s+/)
    .join(" ")
    .trim();
  return flat.length <= chars ? flat : `${flat.slice(0, indexAtUnits(flat, chars - 1))}…`;
}

function ends(text: string): string {
  if (text.length <= 2 * LOOK_CHARS) return text;
  return `${text.slice(0, indexAtUnits(text, LOOK_CHARS))}\n${text.slice(text.length - LOOK_CHARS)}`;
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function firstString(value: Json, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === "string" && found !== "") return found;
  }
  return undefined;
}

function noteUser(message: Message, notes: Notes): void {
  const said = textOf(message);
  if (said.trim() === "") return;
  if (notes.Task.length === 0) notes.Task.push(oneLine(said, TASK_CHARS));
  else notes.Requests.unshift(oneLine(said, NOTE_CHARS));
}

/** What an assistant message decided and left open, newest first. */
interface Said {
  readonly decisions: readonly string[];
  readonly open: readonly string[];
}

const said = new WeakMap<Message, Said>();

/** Decisions and to-dos of a message, worked out once for it. */
function saidIn(message: Message): Said {
  const known = said.get(message);
  if (known) return known;
  const made: { decisions: string[]; open: string[] } = { decisions: [], open: [] };
  for (const line of ends(textOf(message)).split("\n")) {
    const todo = TODO.exec(line)?.[1];
    if (todo !== undefined) made.open.unshift(oneLine(todo, NOTE_CHARS));
    else if (DECISION.test(line)) made.decisions.unshift(oneLine(line, NOTE_CHARS));
  }
  said.set(message, made);
  return made;
}

function noteAssistant(message: Message, notes: Notes): void {
  const { decisions, open } = saidIn(message);
  notes.Decisions.unshift(...decisions);
  notes.Open.unshift(...open);
}

/** The file and the command that a call names. */
interface Named {
  readonly file: string | undefined;
  readonly command: string | undefined;
}

const named = new WeakMap<ToolCallPart, Named>();

function namedIn(call: ToolCallPart): Named {
  const known = named.get(call);
  if (known) return known;
  const path = firstString(call.arguments, ["file_path", "path", "filePath", "file", "notebook_path"]);
  const command = firstString(call.arguments, ["command", "cmd", "script"]);
  const made = {
    file: path === undefined ? undefined : oneLine(`${call.name} ${path}`, NOTE_CHARS),
    command: command === undefined ? undefined : oneLine(command, NOTE_CHARS - 20),
  };
  named.set(call, made);
  return made;
}

function noteCall(call: ToolCallPart, result: ToolResultPart | undefined, notes: Notes): void {
  const { file, command } = namedIn(call);
  if (file !== undefined) notes.Files.unshift(file);
  const outcome = result === undefined ? "no result" : result.isError ? "failed" : "done";
  if (command !== undefined) notes.Commands.unshift(`${command} (${outcome})`);
}

/** What failures look like, without their first letters' case: found fast, then held against FAILURE. */
const NEEDLES = ["rror", "xception", "failed", "FAIL", "Fail", "panic", "denied", "not found"];

/** The line around an index. */
function lineAt(text: string, at: number): string {
  const newline = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, newline === -1 ? text.length : newline);
}

/** The last lines that tell of a failure, at most two, in order. */
function failureLines(text: string): string[] {
  const found = new Map<number, string>();
  for (const needle of NEEDLES) {
    // Looking forwards is many times faster than looking backwards: most needles are in no text.
    if (!text.includes(needle)) continue;
    const at = text.lastIndexOf(needle);
    const before = text.lastIndexOf(needle, text.lastIndexOf("\n", at) - 1);
    for (const hit of before === -1 || !text.includes("\n") ? [at] : [before, at])
      found.set(text.lastIndexOf("\n", hit), lineAt(text, hit));
  }
  const lines = [...found].toSorted(([a], [b]) => a - b).map(([, line]) => line);
  return lines.filter((line) => line.length < 2000 && FAILURE.test(line)).slice(-2);
}

/** Notes of a result, worked out once for its text. */
function errorsOf(result: ToolResultPart): readonly string[] {
  const metrics = metricsOf(result.parts);
  return metrics.memo(`errors ${result.isError}`, () => {
    const text = ends(metrics.text);
    const failures = failureLines(text);
    const shown = failures.length > 0 ? failures : result.isError ? [lineAt(text, 0)] : [];
    return shown.map((line) => oneLine(line, NOTE_CHARS));
  });
}

function noteResult(result: ToolResultPart, notes: Notes): void {
  notes.Errors.unshift(...errorsOf(result).toReversed());
}

/** Pairs by order of ids: good enough to say how a command ended. */
function resultsByCall(messages: readonly Message[]): Map<string, ToolResultPart> {
  const found = new Map<string, ToolResultPart>();
  for (const message of messages)
    for (const part of message.parts) if (part.type === "tool-result") found.set(part.callId, part);
  return found;
}

function notesOf(messages: readonly Message[], task: readonly string[]): Notes {
  const notes = emptyNotes();
  notes.Task.push(...task);
  const results = resultsByCall(messages);
  for (const message of messages) {
    if (message.role === "user") noteUser(message, notes);
    if (message.role === "assistant") noteAssistant(message, notes);
    for (const part of message.parts) {
      if (part.type === "tool-call") noteCall(part, results.get(part.callId), notes);
      if (part.type === "tool-result") noteResult(part, notes);
    }
  }
  return notes;
}

/**
 * A summary by extraction: the task, later requests, decisions with their reasons, files and commands, errors word
 * for word, open to-dos; the newest first, merged with the previous summary. Deterministic and offline.
 */
export function extractiveSummary(input: CompressorInput): string {
  const older = input.previous === undefined ? emptyNotes() : parseNotes(input.previous);
  const newer = notesOf(input.messages, older.Task.slice(0, 1));
  return renderNotes(mergeNotes(newer, older), input.maxChars);
}
