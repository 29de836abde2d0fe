import type { Json } from "../model/json.ts";

/** True for a text that is a stream of server-sent events. */
export function isEventStream(text: string): boolean {
  return /^\s*(?:event|data|id|retry|:)[^\n]{0,100}/.test(text) && /(?:^|\n)data:/.test(text);
}

/** What a stream held: its JSON events in order, and how many events could not be read. */
export interface EventStream {
  readonly events: readonly Json[];
  readonly broken: number;
}

/** Reads a recorded stream of server-sent events whose data are JSON; `[DONE]` is no event. */
export function readEventStream(text: string): EventStream {
  const events: Json[] = [];
  let broken = 0;
  let data: string[] = [];
  const flush = () => {
    const joined = data.join("\n");
    data = [];
    if (joined === "" || joined.trim() === "[DONE]") return;
    const event = parsed(joined);
    if (event === undefined) broken++;
    else events.push(event);
  };
  for (const ended of text.split("\n")) {
    const line = ended.endsWith("\r") ? ended.slice(0, -1) : ended;
    if (line === "") flush();
    else if (line.startsWith("data:")) data.push(line.slice(line.charAt(5) === " " ? 6 : 5));
  }
  flush();
  return { events, broken };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
