import type { Json, JsonObject } from "../model/json.ts";
import type { ContentPart } from "../model/part.ts";
import type { NeutralRequest } from "../model/request.ts";
import { OPENING } from "./alternate.ts";
import { callsLast, type Said, type Turn, type WireResult, turnsOf } from "./exchange.ts";
import { LegalTexts } from "./legal-text.ts";
import { inlineMedia, mediaText } from "./media.ts";
import type { Notes } from "./notes.ts";
import { openAiMedia } from "./openai-media.ts";
import type { WireOptions } from "./options.ts";
import { joinedText, toldAsError } from "./result-text.ts";
import { type WireTool, wireTools } from "./tools.ts";

const LEGAL = /^[a-zA-Z0-9_-]+$/;

function inputText(text: string): JsonObject {
  return { type: "input_text", text };
}

/** Audio cannot be sent this way. */
function inputBlock(part: ContentPart, options: WireOptions, notes: Notes): JsonObject {
  if (part.type === "text") return inputText(part.text);
  const media = openAiMedia(inlineMedia(part, options));
  switch (media?.kind) {
    case "image":
      return { type: "input_image", detail: "auto", image_url: media.url };
    case "file":
      return { type: "input_file", filename: media.name, file_data: media.url };
    default:
      return inputText(mediaText(part, notes));
  }
}

function message(role: "user" | "assistant", content: Json): JsonObject {
  return { type: "message", role, content };
}

/** Texts and calls in their order. An earlier answer is sent as text, without the id that only a stored one has. */
function saidItem(said: Said, notes: Notes): JsonObject {
  switch (said.type) {
    case "call":
      return {
        type: "function_call",
        call_id: said.id,
        name: said.name,
        arguments: JSON.stringify(said.input),
      };
    case "media":
      return message("assistant", mediaText(said, notes));
    default:
      return message("assistant", said.text);
  }
}

function outputOf(result: WireResult, options: WireOptions, notes: Notes): Json {
  const { isError, parts } = result;
  if (parts.every((part) => part.type === "text")) return toldAsError(isError, joinedText(result, notes));
  const texts = parts.filter((part) => part.type !== "text" || part.text !== "");
  const blocks = texts.map((part) => inputBlock(part, options, notes));
  return isError ? [inputText("Error"), ...blocks] : blocks;
}

function itemsOf(turn: Turn, options: WireOptions, notes: Notes): JsonObject[] {
  if (turn.role === "user")
    return [
      message(
        "user",
        turn.parts.map((part) => inputBlock(part, options, notes)),
      ),
    ];
  const answers = turn.results.map((result) => ({
    type: "function_call_output",
    call_id: result.call.id,
    output: outputOf(result, options, notes),
  }));
  return [...callsLast(turn.parts, notes).map((part) => saidItem(part, notes)), ...answers];
}

/** `strict` is on unless it is switched off, and takes only some schemas. */
function toolOf({ name, description, schema }: WireTool): JsonObject {
  const about = description === undefined ? {} : { description };
  return { type: "function", name, ...about, parameters: schema, strict: false };
}

/** The body of an OpenAI Responses request that carries the whole conversation itself: nothing is stored. */
export function openAiResponsesBody(
  request: NeutralRequest,
  model: string,
  options: WireOptions,
  notes: Notes,
): Json {
  const names = new LegalTexts({ legal: LEGAL, length: 64, empty: "tool" });
  const tools = wireTools(request.tools, names, notes);
  const turns = turnsOf(request, {
    ids: new LegalTexts({ legal: LEGAL, length: 64, empty: "call" }),
    names,
    isRefused: (text) => text === "",
    takes: () => false,
    notes,
  });
  const input = turns.flatMap((turn) => itemsOf(turn, options, notes));
  if (input.length === 0) {
    notes.add("a user message was put in, because the conversation must hold one");
    input.push(message("user", [inputText(OPENING)]));
  }
  return {
    model,
    store: false,
    ...(request.system ? { instructions: request.system } : {}),
    ...(options.maxTokens === undefined ? {} : { max_output_tokens: options.maxTokens }),
    input,
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
  };
}
