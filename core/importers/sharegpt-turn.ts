import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import type { Role } from "../model/message.ts";
import type { Part, ToolCallPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import { BadRecord } from "./importer.ts";
import { isExact, jsonText, parsedArguments, parsedJson } from "./json-text.ts";
import { tagged } from "./tagged.ts";
import type { WireMessage } from "./wire-message.ts";

const ROLES: ReadonlyMap<string, Role | "system" | "call"> = new Map([
  ["human", "user"],
  ["user", "user"],
  ["gpt", "assistant"],
  ["chatgpt", "assistant"],
  ["bing", "assistant"],
  ["bard", "assistant"],
  ["model", "assistant"],
  ["assistant", "assistant"],
  ["system", "system"],
  ["tool", "tool"],
  ["function", "tool"],
  ["observation", "tool"],
  ["function_response", "tool"],
  ["function_call", "call"],
]);

/** One turn: what it says as a system prompt, its message, or the name of a role that is none. */
export type ShareGptTurn =
  | { readonly system: string }
  | { readonly message: WireMessage }
  | { readonly unknown: string };

/** Reads one turn. Throws `BadRecord` when it says nothing. */
export function shareGptTurn(turn: Json): ShareGptTurn {
  const from = stringField(turn, "from") ?? stringField(turn, "role") ?? "";
  const value = field(turn, "value") ?? field(turn, "content");
  if (value === undefined || value === null) throw new BadRecord("value: a text is needed");
  const said = typeof value === "string" ? value : jsonText(value);
  switch (ROLES.get(from.toLowerCase())) {
    case "system":
      return { system: said };
    case "user":
      return {
        message: isResponse(said) ? toolMessage(said) : { id: "", role: "user", parts: [text(said)] },
      };
    case "assistant":
      return { message: { id: "", role: "assistant", parts: assistantParts(said) } };
    case "call":
      return { message: { id: "", role: "assistant", parts: [callOf(said) ?? text(said)] } };
    case "tool":
      return { message: toolMessage(said) };
    default:
      return { unknown: from === "" ? "(none)" : from };
  }
}

/** Answers of tools that stand in a human turn, as some templates have it. */
function isResponse(said: string): boolean {
  return /^\s*<tool_response>/.test(said);
}

/**
 * Text with thinking and calls written into it, in order. What is no valid call stays text. Tags are looked for from
 * the front, each closing one once, so that no text takes more than a few passes.
 */
function assistantParts(said: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const addText = (to: number) => {
    const between = said.slice(from, to);
    if (between.trim() !== "") parts.push(text(between));
  };
  for (const { tag, inner, start, end } of tagged(said, ["think", "tool_call"])) {
    const part = tag === "think" ? ({ type: "thinking", text: inner } as const) : callOf(inner);
    if (!part) continue;
    addText(start);
    parts.push(part);
    from = end;
  }
  addText(said.length);
  return parts.length === 0 ? [text(said)] : parts;
}

/** A call written as JSON; undefined when it names no function. One whose numbers parsing would change stays text. */
function callOf(written: string): ToolCallPart | undefined {
  const { value } = parsedJson(written);
  const name = stringField(value, "name");
  if (name === undefined) return undefined;
  const given = field(value, "arguments") ?? field(value, "parameters") ?? {};
  const read = isExact(written, value) ? parsedArguments(given).value : written;
  return { type: "tool-call", callId: "", name, arguments: read };
}

/** One result, or several written one after the other. */
function toolMessage(said: string): WireMessage {
  const tagged = [...said.matchAll(/<tool_response>([\s\S]*?)<\/tool_response>/g)].map(
    (found) => found[1] ?? "",
  );
  const written = tagged.length === 0 ? [said] : tagged.map((one) => one.replace(/^\n|\n$/g, ""));
  return {
    id: "",
    role: "tool",
    parts: written.map((one) => ({ type: "tool-result", callId: "", isError: false, parts: [text(one)] })),
    answers: written.map(answered),
  };
}

/** The function that a result says it is of. */
function answered(written: string): string {
  if (!written.startsWith("{")) return "";
  const { value } = parsedJson(written);
  return isJsonObject(value) ? (stringField(value, "name") ?? "") : "";
}
