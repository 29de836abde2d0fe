import type { Json } from "../model/json.ts";
import { parsedArguments } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";

/** Arguments of a call as `parsedArguments` reads them; the report says where they were no JSON. */
export function notedArguments(recorded: Json | undefined, notes: Notebook, line: number): Json {
  const { value, valid } = parsedArguments(recorded);
  if (!valid) notes.add("doubt", "calls whose arguments are no valid JSON: kept as text", line);
  return value;
}
