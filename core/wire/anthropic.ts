import type { Json, JsonObject } from "../model/json.ts";
import type { ContentPart } from "../model/part.ts";
import type { NeutralRequest } from "../model/request.ts";
import { alternate, type WireMessage } from "./alternate.ts";
import { withBreakpoints } from "./anthropic-cache.ts";
import { callsLast, type Said, type Turn, type WireResult, turnsOf } from "./exchange.ts";
import { LegalTexts } from "./legal-text.ts";
import { IMAGE_TYPES, inlineMedia, mediaText } from "./media.ts";
import type { Notes } from "./notes.ts";
import type { WireOptions } from "./options.ts";
import { joinedText } from "./result-text.ts";
import { wireTools } from "./tools.ts";

const LEGAL = /^[a-zA-Z0-9_-]+$/;
const DEFAULT_MAX_TOKENS = 8192;
const NO_ERROR_TEXT = "(The error has no text.)";

/** A text of white space alone is refused like an empty one. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

function contentBlock(part: ContentPart, options: WireOptions, notes: Notes): JsonObject {
  if (part.type === "text") return textBlock(part.text);
  const media = inlineMedia(part, options);
  const source = { type: "base64", media_type: media?.mediaType ?? "", data: media?.data ?? "" };
  if (media && IMAGE_TYPES.includes(media.mediaType)) return { type: "image", source };
  if (media?.mediaType !== "application/pdf") return textBlock(mediaText(part, notes));
  return { type: "document", source, ...(media.name ? { title: media.name } : {}) };
}

/** An error holds text alone and may not be empty; anything else may lack content, but holds no blank text. */
function resultContent(result: WireResult, options: WireOptions, notes: Notes): Json | undefined {
  const { isError, parts } = result;
  if (isError || parts.every((part) => part.type === "text")) {
    const text = joinedText(result, notes);
    if (!isBlank(text)) return text;
    return isError ? NO_ERROR_TEXT : undefined;
  }
  const held = parts.filter((part) => part.type !== "text" || !isBlank(part.text));
  return held.map((part) => contentBlock(part, options, notes));
}

function resultBlock(result: WireResult, options: WireOptions, notes: Notes): JsonObject {
  const content = resultContent(result, options, notes);
  return {
    type: "tool_result",
    tool_use_id: result.call.id,
    ...(content === undefined ? {} : { content }),
    ...(result.isError ? { is_error: true } : {}),
  };
}

/** Media in an assistant message are refused: they are told. */
function saidBlock(said: Said, notes: Notes): JsonObject {
  switch (said.type) {
    case "call":
      return { type: "tool_use", id: said.id, name: said.name, input: said.input };
    case "thinking":
      return said.redacted
        ? { type: "redacted_thinking", data: said.signature ?? "" }
        : { type: "thinking", thinking: said.text, signature: said.signature ?? "" };
    case "text":
      return textBlock(said.text);
    default:
      return textBlock(mediaText(said, notes));
  }
}

/** Thinking may not come last, and calls must. */
function saidBlocks(parts: readonly Said[], notes: Notes): JsonObject[] {
  const ordered = callsLast(parts, notes);
  while (ordered.at(-1)?.type === "thinking") {
    ordered.pop();
    notes.add("thinking that nothing follows was left out");
  }
  return ordered.map((part) => saidBlock(part, notes));
}

function messagesOf(turns: readonly Turn[], options: WireOptions, notes: Notes): WireMessage[] {
  return turns.flatMap((turn): WireMessage[] => {
    if (turn.role === "user")
      return [{ role: "user", blocks: turn.parts.map((part) => contentBlock(part, options, notes)) }];
    const answers = turn.results.map((result) => resultBlock(result, options, notes));
    return [
      { role: "assistant", blocks: saidBlocks(turn.parts, notes) },
      { role: "user", blocks: answers },
    ];
  });
}

/** A body with calls must define tools: a recording that lacks them gets the called ones, without parameters. */
function toolsOf(
  request: NeutralRequest,
  turns: readonly Turn[],
  names: LegalTexts,
  notes: Notes,
): JsonObject[] {
  const defined = wireTools(request.tools, names, notes);
  if (defined.length > 0)
    return defined.map(({ name, description, schema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: schema,
    }));
  const calls = turns.flatMap(({ parts }) =>
    (parts as readonly Said[]).filter((part) => part.type === "call"),
  );
  const called = new Set(calls.map(({ name }) => name));
  if (called.size > 0) notes.add("no tool is defined: those that are called are, without their parameters");
  return [...called].map((name) => ({ name, input_schema: { type: "object", properties: {} } }));
}

function systemOf({ system }: NeutralRequest, notes: Notes): string | undefined {
  if (system === null) return undefined;
  if (isBlank(system)) notes.add("a system prompt without content was left out");
  return isBlank(system) ? undefined : system;
}

function thinkingOf(turns: readonly Turn[], { thinking }: WireOptions): Json | undefined {
  const isSent = turns.some(({ parts }) =>
    (parts as readonly Said[]).some((part) => part.type === "thinking"),
  );
  // Thinking that is sent back while it is switched off is refused in the last assistant message.
  return thinking ?? (isSent ? { type: "adaptive" } : undefined);
}

/** The body of an Anthropic Messages request. */
export function anthropicBody(
  request: NeutralRequest,
  model: string,
  options: WireOptions,
  notes: Notes,
): Json {
  const names = new LegalTexts({ legal: LEGAL, length: 64, empty: "tool" });
  for (const { name } of request.tools) names.of(name);
  const turns = turnsOf(request, {
    ids: new LegalTexts({ legal: LEGAL, length: 64, empty: "call" }),
    names,
    isRefused: isBlank,
    takes: ({ signature }, message) => Boolean(signature) && (options.ownSignatures?.(message) ?? true),
    notes,
  });
  const messages = alternate(messagesOf(turns, options, notes), textBlock, notes);
  const system = systemOf(request, notes);
  const tools = toolsOf(request, turns, names, notes);
  const thinking = thinkingOf(turns, options);
  const body = {
    model,
    max_tokens: options.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(system === undefined ? {} : { system }),
    ...(tools.length > 0 ? { tools } : {}),
    ...(thinking === undefined ? {} : { thinking }),
    messages: messages.map(({ role, blocks }) => ({ role, content: blocks })),
  };
  return withBreakpoints(body, options.cacheBreakpoints ?? []);
}
