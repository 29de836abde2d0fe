import type { Json, JsonObject } from "../model/json.ts";
import type { ContentPart, MediaPart } from "../model/part.ts";
import type { NeutralRequest } from "../model/request.ts";
import { OPENING } from "./alternate.ts";
import { type Said, type Turn, type WireResult, turnsOf } from "./exchange.ts";
import { LegalTexts } from "./legal-text.ts";
import { inlineMedia, mediaText } from "./media.ts";
import type { Notes } from "./notes.ts";
import { openAiMedia } from "./openai-media.ts";
import type { WireOptions } from "./options.ts";
import { joinedText, toldAsError } from "./result-text.ts";
import { type WireTool, wireTools } from "./tools.ts";

const LEGAL = /^[a-zA-Z0-9_-]+$/;

function mediaBlock(part: MediaPart, options: WireOptions): JsonObject | undefined {
  const media = openAiMedia(inlineMedia(part, options));
  switch (media?.kind) {
    case "image":
      return { type: "image_url", image_url: { url: media.url } };
    case "file":
      return { type: "file", file: { filename: media.name, file_data: media.url } };
    case "audio":
      return { type: "input_audio", input_audio: { data: media.data, format: media.format } };
    default:
      return undefined;
  }
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

function contentBlock(part: ContentPart, options: WireOptions, notes: Notes): JsonObject {
  if (part.type === "text") return textBlock(part.text);
  return mediaBlock(part, options) ?? textBlock(mediaText(part, notes));
}

/** One text is a string; anything else is a list of blocks. */
function contentOf(blocks: readonly JsonObject[]): Json {
  const [only] = blocks;
  return blocks.length === 1 && typeof only?.["text"] === "string" ? only["text"] : blocks;
}

function userMessage(parts: readonly ContentPart[], options: WireOptions, notes: Notes): JsonObject {
  return { role: "user", content: contentOf(parts.map((part) => contentBlock(part, options, notes))) };
}

function assistantMessage(parts: readonly Said[], notes: Notes): JsonObject {
  const calls = parts.filter((part) => part.type === "call");
  const texts = parts.flatMap((part) =>
    part.type === "text"
      ? [textBlock(part.text)]
      : part.type === "media"
        ? [textBlock(mediaText(part, notes))]
        : [],
  );
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    role: "assistant",
    content: texts.length === 0 ? null : contentOf(texts),
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
}

/** A tool message holds text alone: what else a result holds comes in a user message after all answers of the batch. */
function answerMessages(results: readonly WireResult[], options: WireOptions, notes: Notes): JsonObject[] {
  const shown: JsonObject[] = [];
  const answers = results.map((result): JsonObject => {
    const media = result.parts.map((part) => (part.type === "media" ? mediaBlock(part, options) : undefined));
    const sent = media.filter((block) => block !== undefined);
    if (sent.length > 0) {
      notes.add("media of a result is sent in a user message after it: a tool message holds text alone");
      shown.push(textBlock(`Media in the result of ${result.call.id}:`), ...sent);
    }
    const text = joinedText(result, notes, (at) => media[at] !== undefined);
    return { role: "tool", tool_call_id: result.call.id, content: toldAsError(result.isError, text) };
  });
  return shown.length > 0 ? [...answers, { role: "user", content: shown }] : answers;
}

function messagesOf(turns: readonly Turn[], options: WireOptions, notes: Notes): JsonObject[] {
  return turns.flatMap((turn) =>
    turn.role === "user"
      ? [userMessage(turn.parts, options, notes)]
      : [assistantMessage(turn.parts, notes), ...answerMessages(turn.results, options, notes)],
  );
}

function toolOf({ name, description, schema }: WireTool): JsonObject {
  const about = description === undefined ? {} : { description };
  return { type: "function", function: { name, ...about, parameters: schema } };
}

/** The body of an OpenAI Chat Completions request. */
export function openAiChatBody(
  request: NeutralRequest,
  model: string,
  options: WireOptions,
  notes: Notes,
): Json {
  const names = new LegalTexts({ legal: LEGAL, length: 64, empty: "tool" });
  const tools = wireTools(request.tools, names, notes);
  const turns = turnsOf(request, {
    ids: new LegalTexts({ legal: LEGAL, length: 40, empty: "call" }),
    names,
    isRefused: (text) => text === "",
    takes: () => false,
    notes,
  });
  const messages = messagesOf(turns, options, notes);
  if (messages.length === 0) {
    notes.add("a user message was put in, because the conversation must hold one");
    messages.push({ role: "user", content: OPENING });
  }
  const system = request.system ? [{ role: "system", content: request.system }] : [];
  return {
    model,
    ...(options.maxTokens === undefined ? {} : { max_completion_tokens: options.maxTokens }),
    messages: [...system, ...messages],
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
  };
}
