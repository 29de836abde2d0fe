import { field } from "../model/json.ts";
import type { Span } from "./otel-span.ts";
import { label } from "./otel-span.ts";

/** What a span is, of the things that a conversation is made of. */
export type SpanKind = "call" | "agent" | "tool" | "other";

/** Operations by the names that vocabularies give them. */
const OPERATIONS: ReadonlyMap<string, SpanKind> = new Map([
  ["chat", "call"],
  ["text_completion", "call"],
  ["generate_content", "call"],
  ["completion", "call"],
  ["invoke_agent", "agent"],
  ["invoke_workflow", "other"],
  ["create_agent", "other"],
  ["execute_tool", "tool"],
  ["embeddings", "other"],
  ["agent_step", "other"],
  ["llm", "call"],
  ["generation", "call"],
  ["agent", "agent"],
  ["tool", "tool"],
  ["chain", "other"],
  ["retriever", "other"],
  ["reranker", "other"],
  ["embedding", "other"],
  ["guardrail", "other"],
  ["evaluator", "other"],
  ["workflow", "other"],
  ["task", "other"],
]);

const KEYS = [
  "gen_ai.operation.name",
  "openinference.span.kind",
  "traceloop.span.kind",
  "langfuse.observation.type",
  "langsmith.span.kind",
  "llm.request.type",
];

/** Attributes of a whole run with all of its messages. */
const WHOLE = ["all_messages_events", "pydantic_ai.all_messages"];

/** What a span is, by its own word, else by what it holds. */
export function spanKind(span: Span): SpanKind {
  const { attributes } = span;
  const operation = label(attributes, ["ai.operationId"]);
  if (operation !== undefined) return vercelKind(operation);
  if (WHOLE.some((key) => field(attributes, key) !== undefined)) return "agent";
  for (const key of KEYS) {
    const kind = OPERATIONS.get((label(attributes, [key]) ?? "").toLowerCase());
    if (kind !== undefined) return kind;
  }
  return label(attributes, ["gen_ai.tool.name"]) === undefined ? "call" : "tool";
}

/** The SDK's inner operations are the calls; the outer one is the run around them. */
function vercelKind(operation: string): SpanKind {
  if (operation === "ai.toolCall") return "tool";
  if (/\.do(?:Generate|Stream)$/.test(operation)) return "call";
  return /^ai\.(?:generate|stream)(?:Text|Object)$/.test(operation) ? "agent" : "other";
}

/** The name of the agent that a span is the run of. */
export function agentName(span: Span): string {
  const named = label(span.attributes, [
    "gen_ai.agent.name",
    "agent_name",
    "agent.name",
    "traceloop.entity.name",
  ]);
  return named ?? span.name.replace(/^invoke_agent /, "");
}
