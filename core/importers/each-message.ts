import type { Json } from "../model/json.ts";
import { BadRecord } from "./importer.ts";
import type { Notebook } from "./notebook.ts";

/**
 * What `read` makes of each message of a list, which the report calls `name`. One that it refuses is noted with its
 * position and left out.
 */
export function eachMessage<T>(
  list: readonly Json[],
  notes: Notebook,
  line: number,
  read: (message: Json) => readonly T[],
  name = "messages",
): T[] {
  const all: T[] = [];
  // By index: there may be very many messages, and each entry would be a list of its own.
  for (let index = 0; index < list.length; index++) {
    try {
      for (const one of read(list[index] as Json)) all.push(one);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      notes.add("dropped", `${name}[${index}].${error.message}`, line);
    }
  }
  return all;
}
