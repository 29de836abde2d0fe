import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";

interface CallPieces {
  id: string;
  name: string;
  arguments: string[];
}

/** Joins the chunks of a streamed Chat Completions response to the body that it would have had unstreamed. */
export function joinOpenaiChunks(chunks: readonly Json[]): JsonObject {
  const texts = new Map<string, string[]>();
  const calls = new Map<number, CallPieces>();
  for (const chunk of chunks) {
    const delta = field((arrayField(chunk, "choices") ?? []).find(isFirstChoice), "delta");
    for (const key of ["content", "refusal", "reasoning_content", "reasoning"]) addText(texts, key, delta);
    for (const call of arrayField(delta, "tool_calls") ?? []) addCall(calls, call);
  }
  return {
    ...last(chunks, ["id", "model", "created", "usage"]),
    choices: [{ message: message(texts, calls) }],
  };
}

function isFirstChoice(choice: Json): boolean {
  return (numberField(choice, "index") ?? 0) === 0;
}

function addText(texts: Map<string, string[]>, key: string, delta: Json | undefined): void {
  const piece = stringField(delta, key);
  if (piece === undefined) return;
  const pieces = texts.get(key);
  if (pieces) pieces.push(piece);
  else texts.set(key, [piece]);
}

/** A call comes in pieces that share an index: its id and name once, its arguments little by little. */
function addCall(calls: Map<number, CallPieces>, call: Json): void {
  const index = numberField(call, "index") ?? calls.size;
  const pieces = calls.get(index) ?? { id: "", name: "", arguments: [] };
  calls.set(index, pieces);
  const called = field(call, "function");
  pieces.id ||= stringField(call, "id") ?? "";
  pieces.name ||= stringField(called, "name") ?? "";
  pieces.arguments.push(stringField(called, "arguments") ?? "");
}

function message(texts: Map<string, string[]>, calls: Map<number, CallPieces>): Json {
  const joined = [...texts].map(([key, pieces]) => [key, pieces.join("")] as const);
  const ordered = [...calls].toSorted(([a], [b]) => a - b).map(([, call]) => call);
  return {
    role: "assistant",
    ...Object.fromEntries(joined),
    tool_calls: ordered.map((call) => ({
      id: call.id,
      function: { name: call.name, arguments: call.arguments.join("") },
    })),
  };
}

/** The last value of each key that any chunk gives. */
function last(chunks: readonly Json[], keys: readonly string[]): JsonObject {
  const found: Record<string, Json> = {};
  for (const chunk of chunks) {
    for (const key of keys) {
      const value = field(chunk, key);
      if (value !== undefined && value !== null) found[key] = value;
    }
  }
  return found;
}
