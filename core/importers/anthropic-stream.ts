import type { Json, JsonObject } from "../model/json.ts";
import { field, isJsonObject, numberField, stringField } from "../model/json.ts";
import { parsedArguments } from "./json-text.ts";

interface BlockPieces {
  readonly start: JsonObject;
  readonly texts: Map<string, string[]>;
}

/** What each kind of delta adds to, by its type. */
const DELTA_KEYS: readonly (readonly [type: string, from: string, to: string])[] = [
  ["text_delta", "text", "text"],
  ["thinking_delta", "thinking", "thinking"],
  ["signature_delta", "signature", "signature"],
  ["input_json_delta", "partial_json", "input"],
  ["compaction_delta", "content", "content"],
];

/** Joins the events of a streamed Messages response to the body that it would have had unstreamed. */
export function joinAnthropicEvents(events: readonly Json[]): JsonObject {
  const blocks = new Map<number, BlockPieces>();
  let body: JsonObject = { type: "message", role: "assistant" };
  for (const event of events) {
    const index = numberField(event, "index") ?? 0;
    const start = field(event, "content_block");
    if (isJsonObject(start)) blocks.set(index, { start, texts: new Map() });
    addDelta(blocks.get(index), field(event, "delta"));
    body = withEnvelope(body, event);
  }
  const content = [...blocks].toSorted(([a], [b]) => a - b).map(([, block]) => joined(block));
  return { ...body, content };
}

/** `message_start` brings the envelope, `message_delta` how it ended and the final usage; an error stands alone. */
function withEnvelope(body: JsonObject, event: Json): JsonObject {
  const usage = field(event, "usage");
  const message = field(event, "message");
  switch (stringField(event, "type") ?? "") {
    case "message_start":
      return isJsonObject(message) ? { ...body, ...message } : body;
    case "message_delta":
      return {
        ...body,
        ...asObject(field(event, "delta")),
        ...managed(event),
        usage: merged(field(body, "usage"), usage),
      };
    case "error":
      return { ...body, error: field(event, "error") ?? null };
    default:
      return body;
  }
}

function managed(event: Json): JsonObject {
  const management = field(event, "context_management");
  return management === undefined ? {} : { context_management: management };
}

function merged(before: Json | undefined, after: Json | undefined): JsonObject {
  return { ...asObject(before), ...asObject(after) };
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function addDelta(block: BlockPieces | undefined, delta: Json | undefined): void {
  const rule = DELTA_KEYS.find(([type]) => type === stringField(delta, "type"));
  if (!block || !rule) return;
  const piece = stringField(delta, rule[1]) ?? "";
  const pieces = block.texts.get(rule[2]);
  if (pieces) pieces.push(piece);
  else block.texts.set(rule[2], [piece]);
}

function joined({ start, texts }: BlockPieces): Json {
  const block: Record<string, Json> = { ...start };
  for (const [key, pieces] of texts) {
    const text = pieces.join("");
    block[key] = key === "input" ? parsedArguments(text).value : (stringField(start, key) ?? "") + text;
  }
  return block;
}
