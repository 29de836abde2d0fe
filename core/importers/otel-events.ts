import type { Json } from "../model/json.ts";
import { field, isJsonObject, numberField, stringField } from "../model/json.ts";
import { parsedJson } from "./json-text.ts";
import type { Notebook } from "./notebook.ts";
import type { SpanEvent } from "./otel-span.ts";

const OTHER_CHOICES = "further choices of a response: only the first is shown";

const ROLES: ReadonlyMap<string, string> = new Map([
  ["gen_ai.system.message", "system"],
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
]);

/** Messages that were recorded as one event each: those that were sent, and those of the answer. */
export function eventMessages(
  events: readonly SpanEvent[],
  notes: Notebook,
  line: number,
): { readonly inputs: readonly Json[]; readonly outputs: readonly Json[] } {
  const inputs: Json[] = [];
  const outputs: Json[] = [];
  for (const event of events) {
    if (event.name === "gen_ai.choice") {
      if ((numberField(event.body, "index") ?? 0) > 0) notes.add("dropped", OTHER_CHOICES, line);
      else outputs.push(messageOf(choice(event.body), "assistant"));
      continue;
    }
    const role = ROLES.get(event.name);
    if (role !== undefined) inputs.push(messageOf(bodyOf(event.body), role));
  }
  return { inputs, outputs };
}

/** Some write the body as the text of its JSON. */
function bodyOf(body: Json): Json {
  const written = stringField(body, "gen_ai.event.content") ?? stringField(body, "event_body");
  const inner = written === undefined ? undefined : parsedJson(written).value;
  return isJsonObject(inner) ? inner : body;
}

function choice(body: Json): Json {
  const read = bodyOf(body);
  const message = field(read, "message");
  const inner = typeof message === "string" ? parsedJson(message).value : message;
  if (isJsonObject(inner)) return inner;
  return typeof inner === "string" ? { content: inner } : read;
}

/** As a chat message: a result names its call `id` here, and calls may be the text of their JSON. */
function messageOf(body: Json, role: string): Json {
  const calls = field(body, "tool_calls");
  const read = typeof calls === "string" ? parsedJson(calls).value : calls;
  const callId = role === "tool" ? (stringField(body, "id") ?? stringField(body, "tool_call_id")) : undefined;
  return {
    role,
    content: contentOf(field(body, "content")),
    ...(Array.isArray(read) ? { tool_calls: read as readonly Json[] } : {}),
    ...(callId === undefined ? {} : { tool_call_id: callId }),
  };
}

/** Content may be any value: what is neither text nor parts is a result as its JSON. */
function contentOf(content: Json | undefined): Json {
  return isJsonObject(content) ? JSON.stringify(content) : (content ?? null);
}
