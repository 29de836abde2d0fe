import { isJsonObject, type Json } from "../model/json.ts";
import type { WireProvider } from "./options.ts";

/** A JSON value as a literal of JavaScript: the same text, but that a key `__proto__` stays a key. */
export function jsLiteral(json: Json, indent = ""): string {
  const deeper = `${indent}  `;
  if (Array.isArray(json)) {
    const items = (json as readonly Json[]).map((item) => `${deeper}${jsLiteral(item, deeper)},\n`);
    return items.length === 0 ? "[]" : `[\n${items.join("")}${indent}]`;
  }
  if (!isJsonObject(json)) return JSON.stringify(json);
  const fields = Object.entries(json).map(
    ([key, value]) => `${deeper}${keyOf(key)}: ${jsLiteral(value, deeper)},\n`,
  );
  return fields.length === 0 ? "{}" : `{\n${fields.join("")}${indent}}`;
}

function keyOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** The body of a Gemini request as its SDK takes it: all but the contents is its config. */
function geminiParams(model: string, body: Json): Json {
  const { contents = [], generationConfig = {}, ...config } = isJsonObject(body) ? body : {};
  const own = isJsonObject(generationConfig) ? generationConfig : {};
  return { model, contents, config: { ...config, ...own } };
}

const CALLS: {
  readonly [P in WireProvider]: (model: string, body: Json) => readonly [string, string, Json];
} = {
  anthropic: (_, body) => [
    'import Anthropic from "@anthropic-ai/sdk";\n\n// The key is read from ANTHROPIC_API_KEY.\nconst client = new Anthropic();',
    "client.messages.create",
    body,
  ],
  "openai-chat": (_, body) => [
    'import OpenAI from "openai";\n\n// The key is read from OPENAI_API_KEY.\nconst client = new OpenAI();',
    "client.chat.completions.create",
    body,
  ],
  "openai-responses": (_, body) => [
    'import OpenAI from "openai";\n\n// The key is read from OPENAI_API_KEY.\nconst client = new OpenAI();',
    "client.responses.create",
    body,
  ],
  gemini: (model, body) => [
    'import { GoogleGenAI } from "@google/genai";\n\n// The key is read from GEMINI_API_KEY.\nconst client = new GoogleGenAI({});',
    "client.models.generateContent",
    geminiParams(model, body),
  ],
};

/** A request as a call of the provider's own SDK for JavaScript. No key is in it. */
export function sdkCall(provider: WireProvider, model: string, body: Json): string {
  const [head, call, params] = CALLS[provider](model, body);
  return `${head}\n\nconst answer = await ${call}(${jsLiteral(params)});\n`;
}
