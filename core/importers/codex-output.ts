import type { Json } from "../model/json.ts";
import { field, numberField, stringField } from "../model/json.ts";
import type { ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";

/** What the interface was told about a command beside what the model saw. */
export interface CommandEnd {
  readonly output: string;
  readonly exitCode: number | undefined;
}

/** A result in neutral form, and what was done to it. */
export interface CodexResult {
  readonly result: ToolResultPart;
  readonly unwrapped: boolean;
  /** What the model saw, where Codex had cut it and the whole was found. */
  readonly seen?: ToolResultPart;
}

/** How far into an output its exit code is looked for: it stands in the first lines. */
const HEAD = 400;
const EXIT_CODE = /^(?:Exit code:|Process exited with code) (-?\d{1,10})$/m;
const CUT = /…?\d{1,12} (?:tokens|chars|characters|lines) truncated|\[\.\.\. omitted \d{1,12} of/;

/**
 * A result as Codex records it: text with a head that tells the exit code, or JSON around the text. An error is known
 * only by the exit code. Where the interface's line holds what Codex cut from the result, that is what is given.
 */
export function codexResult(recorded: ToolResultPart, end: CommandEnd | undefined): CodexResult {
  const [only] = recorded.parts;
  const alone = recorded.parts.length === 1 && only?.type === "text" ? only.text : undefined;
  const wrapped = alone === undefined ? undefined : unwrap(alone);
  const shown = wrapped?.text ?? alone;
  const head = shown ?? (only?.type === "text" ? only.text : "");
  const exitCode = wrapped?.exitCode ?? exitCodeOf(head) ?? end?.exitCode;
  const isError = recorded.isError || wrapped?.failed === true || (exitCode ?? 0) !== 0;
  const whole =
    shown !== undefined && end !== undefined && end.output.length > shown.length && CUT.test(shown);
  const parts = shown === undefined ? recorded.parts : [text(whole ? end.output : shown)];
  const result = { ...recorded, isError, parts };
  const unwrapped = wrapped !== undefined;
  return whole ? { result, unwrapped, seen: { ...result, parts: [text(shown)] } } : { result, unwrapped };
}

interface Unwrapped {
  readonly text: string;
  readonly exitCode: number | undefined;
  readonly failed: boolean;
}

/** `{"output": …, "metadata": {"exit_code": …}}`, or `{"content": …, "success": …}`, as text. */
function unwrap(given: string): Unwrapped | undefined {
  if (!given.startsWith("{")) return undefined;
  const parsed = parse(given);
  const inner = stringField(parsed, "output");
  if (inner !== undefined && field(parsed, "metadata") !== undefined)
    return { text: inner, exitCode: numberField(field(parsed, "metadata"), "exit_code"), failed: false };
  const content = stringField(parsed, "content");
  const success = field(parsed, "success");
  return content === undefined || typeof success !== "boolean"
    ? undefined
    : { text: content, exitCode: undefined, failed: !success };
}

function parse(given: string): Json | undefined {
  try {
    return JSON.parse(given) as Json;
  } catch {
    return undefined;
  }
}

function exitCodeOf(shown: string): number | undefined {
  const found = EXIT_CODE.exec(shown.slice(0, HEAD));
  return found ? Number(found[1]) : undefined;
}
