import type { Json, JsonObject } from "../model/json.ts";
import type { CachePlace } from "./options.ts";

/** The parts of an Anthropic body that a breakpoint can end. */
interface CacheableBody extends JsonObject {
  readonly messages: readonly { readonly role: Json; readonly content: readonly JsonObject[] }[];
}

const BREAKPOINT: JsonObject = { cache_control: { type: "ephemeral" } };

/** Blocks with a breakpoint on the last one that can hold one: thinking cannot. */
function ended(blocks: readonly JsonObject[]): JsonObject[] {
  const at = blocks.findLastIndex(({ type }) => type !== "thinking" && type !== "redacted_thinking");
  return blocks.map((block, i) => (i === at ? { ...block, ...BREAKPOINT } : block));
}

function withMessageEnded(body: CacheableBody, at: number): CacheableBody {
  const messages = body.messages.map((message, i) =>
    i === at ? { ...message, content: ended(message.content) } : message,
  );
  return { ...body, messages };
}

function withPlace(body: CacheableBody, place: CachePlace): CacheableBody {
  const { system, tools } = body;
  switch (place) {
    case "tools":
      return Array.isArray(tools) ? { ...body, tools: ended(tools as readonly JsonObject[]) } : body;
    case "system":
      return typeof system === "string" ? { ...body, system: ended([{ type: "text", text: system }]) } : body;
    case "first-message":
      return withMessageEnded(body, 0);
    case "last-message":
      return withMessageEnded(body, body.messages.length - 1);
  }
}

/** The body with its cache breakpoints: at most the four that are allowed, because there are four places. */
export function withBreakpoints(body: CacheableBody, places: readonly CachePlace[]): JsonObject {
  return [...new Set(places)].reduce(withPlace, body);
}
