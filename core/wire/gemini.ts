import type { Json, JsonObject } from "../model/json.ts";
import type { ContentPart } from "../model/part.ts";
import type { NeutralRequest } from "../model/request.ts";
import { alternate, type WireMessage } from "./alternate.ts";
import { type Said, type Turn, type WireCall, type WireResult, turnsOf } from "./exchange.ts";
import { LegalTexts } from "./legal-text.ts";
import { inlineMedia, isBase64, mediaText } from "./media.ts";
import type { Notes } from "./notes.ts";
import type { WireOptions } from "./options.ts";
import { joinedText } from "./result-text.ts";
import { type WireTool, wireTools } from "./tools.ts";

const LEGAL = /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/;
const LEGAL_ID = /^[a-zA-Z0-9_-]+$/;

/** What Gemini 3 takes for the signature of a call that has none. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** What a message may hold besides text. */
const MESSAGE_TYPES: readonly string[] = (
  "image/png image/jpeg image/webp image/heic image/heif application/pdf text/plain " +
  "audio/wav audio/mp3 audio/aiff audio/aac audio/ogg audio/flac " +
  "video/mp4 video/mpeg video/quicktime video/webm"
).split(" ");

/** What a result may hold besides text. */
const RESULT_TYPES: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "application/pdf",
  "text/plain",
];

/** Gemini 2 and older take no media in results and ask for no signatures. */
function isOld(model: string): boolean {
  return /gemini-[12]/.test(model);
}

/** What rendering needs to know besides the part. */
interface Setting {
  readonly model: string;
  readonly options: WireOptions;
  readonly notes: Notes;
}

function textPart(text: string): JsonObject {
  return { text };
}

function inlineData(
  part: ContentPart,
  types: readonly string[],
  { options }: Setting,
): JsonObject | undefined {
  const media = part.type === "media" ? inlineMedia(part, options) : undefined;
  if (!media || !types.includes(media.mediaType)) return undefined;
  return { inlineData: { mimeType: media.mediaType, data: media.data } };
}

function contentPart(part: ContentPart, setting: Setting): JsonObject {
  if (part.type === "text") return textPart(part.text);
  return inlineData(part, MESSAGE_TYPES, setting) ?? textPart(mediaText(part, setting.notes));
}

function callPart({ id, name, input }: WireCall): JsonObject {
  return { functionCall: { id, name, args: input } };
}

/** Thinking is not sent back: its signature goes to what follows it, and the first call must have one. */
function saidParts(parts: readonly Said[], setting: Setting): JsonObject[] {
  let signature: string | undefined;
  let called = false;
  return parts.flatMap((part) => {
    if (part.type === "thinking") {
      signature = part.signature;
      setting.notes.add("of thinking, the signature alone is sent back");
      return [];
    }
    const first = part.type === "call" && !called;
    called ||= part.type === "call";
    const own = signature ?? (first && !isOld(setting.model) ? noSignature(setting) : undefined);
    signature = undefined;
    const made = part.type === "call" ? callPart(part) : contentPart(part, setting);
    return [own === undefined ? made : { ...made, thoughtSignature: own }];
  });
}

function noSignature({ notes }: Setting): string {
  notes.add("a call without a signature of this provider asks not to be held to one");
  return NO_SIGNATURE;
}

function responsePart(result: WireResult, setting: Setting): JsonObject {
  const { call, isError, parts } = result;
  const types = isOld(setting.model) ? [] : RESULT_TYPES;
  const media = parts.map((part) => inlineData(part, types, setting));
  const sent = media.filter((part) => part !== undefined);
  const text = joinedText(result, setting.notes, (at) => media[at] !== undefined);
  return {
    functionResponse: {
      id: call.id,
      name: call.name,
      response: isError ? { error: text } : { output: text },
      ...(sent.length > 0 ? { parts: sent } : {}),
    },
  };
}

/** Answers in the order of their calls, and nothing else beside them: as many as there are calls. */
function answers(turn: Extract<Turn, { role: "assistant" }>, setting: Setting): JsonObject[] {
  const calls = turn.parts.filter((part) => part.type === "call");
  const byId = new Map(turn.results.map((result) => [result.call.id, result]));
  return calls.map(({ id }) => responsePart(byId.get(id) as WireResult, setting));
}

function messagesOf(turns: readonly Turn[], setting: Setting): WireMessage[] {
  return turns.flatMap((turn): WireMessage[] =>
    turn.role === "user"
      ? [{ role: "user", blocks: turn.parts.map((part) => contentPart(part, setting)) }]
      : [
          { role: "assistant", blocks: saidParts(turn.parts, setting) },
          { role: "user", blocks: answers(turn, setting), apart: true },
        ],
  );
}

function declaration({ name, description, schema, bare }: WireTool): JsonObject {
  const about = description === undefined ? {} : { description };
  return { name, ...about, ...(bare ? {} : { parametersJsonSchema: schema }) };
}

/** The body of a Gemini generateContent request. The model is named by its address, not by the body. */
export function geminiBody(request: NeutralRequest, model: string, options: WireOptions, notes: Notes): Json {
  const names = new LegalTexts({ legal: LEGAL, length: 64, empty: "tool" });
  const tools = wireTools(request.tools, names, notes);
  const turns = turnsOf(request, {
    ids: new LegalTexts({ legal: LEGAL_ID, length: 64, empty: "call" }),
    names,
    isRefused: (text) => text === "",
    takes: ({ signature }, message) =>
      signature !== undefined && isBase64(signature) && (options.ownSignatures?.(message) ?? true),
    notes,
  });
  const contents = alternate(messagesOf(turns, { model, options, notes }), textPart, notes);
  return {
    ...(request.system ? { systemInstruction: { parts: [textPart(request.system)] } } : {}),
    contents: contents.map(({ role, blocks }) => ({
      role: role === "user" ? "user" : "model",
      parts: blocks,
    })),
    ...(tools.length > 0 ? { tools: [{ functionDeclarations: tools.map(declaration) }] } : {}),
    ...(options.maxTokens === undefined ? {} : { generationConfig: { maxOutputTokens: options.maxTokens } }),
  };
}
