import type { Run } from "../engine/run.ts";
import type { FileCall } from "../model/file-call.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { resultText } from "../model/part.ts";
import type { RecordedCall, RecordedResult } from "../model/recording.ts";

/** A path is no longer than this, in UTF-16 units. */
const LONGEST = 1024;
/** Signs that may stand beside a path in an argument, such as a command. */
const BESIDE = /[\s"'`=:(),;<>|&[\]{}]/;

/** Whether a text that is asked for may be the name of a file. Only a call that names it makes it one. */
export function mayBePath(asked: string): boolean {
  if (asked.length < 3 || asked.length > LONGEST || /[\r\n]/.test(asked)) return false;
  return /[\\/]/.test(asked) || /^[\w.@+-]+\.\w{1,10}$/.test(asked);
}

function strings(value: Json, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > 4) return [];
  const inner = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as JsonObject);
  return inner.flatMap((one) => strings(one, depth + 1));
}

/** Where the path begins that is asked for: its end may be all that is, `tide.csv` of `/srv/tide.csv`. */
function pathStart(argument: string, at: number): number {
  let start = at;
  if (at > 0 && /[\\/]/.test(argument.charAt(at - 1)))
    while (start > 0 && at - start < LONGEST && !BESIDE.test(argument.charAt(start - 1))) start--;
  const drive = start < at && /(?:^|[\s"'`])[A-Za-z]:$/.test(argument.slice(Math.max(0, start - 3), start));
  return drive ? start - 2 : start;
}

/** The path that an argument names when it names the one that is asked for; undefined when it does not. */
function pathIn(argument: string, asked: string): string | undefined {
  for (let at = argument.indexOf(asked); at !== -1; at = argument.indexOf(asked, at + 1)) {
    const end = at + asked.length;
    if (end < argument.length && !BESIDE.test(argument.charAt(end))) continue;
    const start = pathStart(argument, at);
    if (start === 0 || BESIDE.test(argument.charAt(start - 1))) return argument.slice(start, end);
  }
  // The call may name it from the folder that it works in.
  const isShort = argument.length > 2 && argument.length < asked.length && !BESIDE.test(argument);
  return isShort &&
    /[./\\]/.test(argument) &&
    /[\\/]$/.test(asked.slice(0, -argument.length)) &&
    asked.endsWith(argument)
    ? argument
    : undefined;
}

/** Names of tools that change files; some of them only show one, when they are told so. */
const WRITERS = /write|edit|create|patch|replace|insert|append|save/i;
/** What such a tool is told that it shall only do has no more UTF-16 units: `view`, `read`. */
const WORD = 8;
/** More than this beside a path is content. */
const MUCH = 200;

/** A call writes a file when its tool is named so, or when it is given far more beside the path than it answers. */
function isWriting(name: string, texts: readonly string[], path: string, answer: number): boolean {
  const given = texts.reduce((sum, text) => sum + (text === path ? 0 : text.length), 0);
  return WRITERS.test(name) ? given > WORD : texts.includes(path) && given > Math.max(MUCH, answer);
}

function fileCall(lead: number, call: RecordedCall, result: RecordedResult, asked: string): FileCall[] {
  const texts = strings(call.part.arguments);
  let path: string | undefined;
  for (const text of texts) path ??= pathIn(text, asked);
  if (path === undefined) return [];
  const { isError } = result.result;
  const { name } = call.part;
  const writes = isWriting(name, texts, path, resultText(result.result).length);
  return [{ index: writes ? lead : result.message, call: name, path, writes, isError }];
}

/**
 * The calls of a thread that name a file and were answered, in order: a path as it is asked for, the end of one, or
 * one from another folder. Nothing is looked up anywhere: a path is a text.
 */
export function fileCalls({ recording: { batches } }: Run, asked: string): FileCall[] {
  if (!mayBePath(asked)) return [];
  return batches.flatMap((batch) =>
    batch.results.flatMap((result) => (result.call ? fileCall(batch.from, result.call, result, asked) : [])),
  );
}
