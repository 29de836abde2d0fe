import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import { callsOf } from "../model/message.ts";
import type { LanePlace } from "../model/rows.ts";
import type { Thread } from "../model/thread.ts";
import { threadRow } from "./outline.ts";

/** How deep a call's arguments are looked into for the words that a lane begins with. */
const DEPTH = 4;

function strings(value: Json, depth = DEPTH): string[] {
  if (typeof value === "string") return [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((one) => strings(one, depth - 1));
  return isJsonObject(value) ? Object.values(value).flatMap((one) => strings(one, depth - 1)) : [];
}

/** The first text of a lane: what its agent was asked. */
function promptOf({ messages }: Thread): string {
  const first = messages.find(({ role }) => role === "user");
  const part = first?.parts.find(({ type }) => type === "text");
  return part?.type === "text" ? part.text.trim() : "";
}

/** Messages by the strings in the arguments of their calls, the first of each. */
function callers({ messages }: Thread): Map<string, number> {
  const found = new Map<string, number>();
  messages.forEach((message, index) => {
    for (const { arguments: given } of callsOf(message))
      for (const text of strings(given)) if (!found.has(text.trim())) found.set(text.trim(), index);
  });
  return found;
}

/** The message that answers the calls of another, or the one after it. */
function answerOf({ messages }: Thread, call: number): number {
  const ids = new Set(
    callsOf(messages[call] ?? { id: "", role: "user", parts: [] }).map(({ callId }) => callId),
  );
  const at = messages.findIndex(
    ({ parts }, index) =>
      index > call && parts.some((part) => part.type === "tool-result" && ids.has(part.callId)),
  );
  return at < 0 ? Math.min(call + 1, messages.length - 1) : at;
}

function timesOf({ messages, meta }: Thread): (number | undefined)[] {
  return messages.map((_, at) => {
    const time = Date.parse(meta?.[at]?.time ?? "");
    return Number.isNaN(time) ? undefined : time;
  });
}

/** The messages between which a lane lies by the clock of the recording, or null where it tells no time. */
function byTime(main: readonly (number | undefined)[], lane: Thread): Place | null {
  const own = timesOf(lane).filter((time) => time !== undefined);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return null;
  const from = main.findLastIndex((time) => time !== undefined && time <= first);
  const to = main.findIndex((time) => time !== undefined && time >= last);
  if (from < 0) return null;
  return { from, to: to < 0 ? main.length - 1 : to };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** The place of a lane that no call asked for: a branch begins where it leaves the lane that it is of. */
function unasked(main: Thread, lane: Thread, times: readonly (number | undefined)[]): Place | null {
  const { branch } = lane;
  if (branch?.of !== main.id) return byTime(times, lane);
  const at = Math.max(0, branch.shared - 1);
  return { from: at, to: at };
}

/**
 * Where the other lanes of a transcript lie beside one: from the message whose call gave a lane its first words to
 * the one that answers it, else by the clock of the recording. Lanes that nothing places have null.
 */
export function lanesBeside(threads: readonly Thread[], name: string): LanePlace[] {
  const main = threads.find(({ id }) => id === name);
  if (!main) return [];
  const calls = callers(main);
  const times = timesOf(main);
  return threads
    .filter((thread) => thread !== main)
    .map((lane) => {
      const call = calls.get(promptOf(lane));
      const place =
        call === undefined ? unasked(main, lane, times) : { from: call, to: answerOf(main, call) };
      const { from = null, to = null } = place ?? {};
      return { thread: threadRow(lane), from, to, called: call !== undefined };
    });
}
