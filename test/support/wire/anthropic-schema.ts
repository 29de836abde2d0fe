import { z } from "zod";
import { brokenLinks, type Link } from "./pairs.ts";
import { anyObject, base64, isUnique, shownText, toolSchema } from "./wire-parts.ts";

// The shape of `MessageCreateParamsNonStreaming` of @anthropic-ai/sdk 1.14.0, less what is never sent, and the rules
// that its documentation and the server's errors add.

const cache_control = z
  .strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() })
  .optional();

const text = z.strictObject({ type: z.literal("text"), text: shownText, cache_control });

const image = z.strictObject({
  type: z.literal("image"),
  source: z.strictObject({
    type: z.literal("base64"),
    media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
    data: base64,
  }),
  cache_control,
});

const document = z.strictObject({
  type: z.literal("document"),
  source: z.strictObject({
    type: z.literal("base64"),
    media_type: z.literal("application/pdf"),
    data: base64,
  }),
  title: z.string().optional(),
  cache_control,
});

const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

const toolUse = z.strictObject({
  type: z.literal("tool_use"),
  id,
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  input: anyObject,
  cache_control,
});

const content = z.array(z.discriminatedUnion("type", [text, image, document]));

const toolResult = z
  .strictObject({
    type: z.literal("tool_result"),
    tool_use_id: id,
    content: z.union([shownText, content]).optional(),
    is_error: z.boolean().optional(),
    cache_control,
  })
  .refine((result) => !result.is_error || Boolean(result.content?.length), "an error without content")
  .refine((result) => !result.is_error || typeof result.content === "string", "an error may hold text alone");

const thinking = z.strictObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string().min(1),
});

const redacted = z.strictObject({ type: z.literal("redacted_thinking"), data: z.string().min(1) });

const user = z.strictObject({
  role: z.literal("user"),
  content: z.array(z.union([toolResult, text, image, document])).min(1),
});

const assistant = z.strictObject({
  role: z.literal("assistant"),
  content: z.array(z.discriminatedUnion("type", [text, thinking, redacted, toolUse])).min(1),
});

const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().min(1).optional(),
  input_schema: toolSchema,
  cache_control,
});

type Body = z.infer<typeof shape>;

const shape = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.union([shownText, z.array(text).min(1)]).optional(),
  tools: z.array(tool).min(1).optional(),
  thinking: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("adaptive") }),
      z.strictObject({ type: z.literal("enabled"), budget_tokens: z.int().min(1024) }),
    ])
    .optional(),
  messages: z
    .array(z.discriminatedUnion("role", [user, assistant]))
    .min(1)
    .max(100_000),
});

function links({ messages }: Body): Link[][] {
  return messages.map(({ content: blocks }) =>
    blocks.flatMap((block): Link[] =>
      block.type === "tool_use"
        ? [{ kind: "call", id: block.id }]
        : block.type === "tool_result"
          ? [{ kind: "answer", id: block.tool_use_id }]
          : [],
    ),
  );
}

function orderFaults({ role, content: blocks }: Body["messages"][number]): string[] {
  const types = blocks.map(({ type }) => type);
  const faults: string[] = [];
  if (role === "assistant" && types.at(-1) === "thinking") faults.push("thinking comes last");
  if (
    role === "assistant" &&
    types.lastIndexOf("thinking") > types.indexOf("tool_use") &&
    types.includes("tool_use")
  )
    faults.push("thinking after a call");
  if (
    role === "user" &&
    types.lastIndexOf("tool_result") !== types.filter((type) => type === "tool_result").length - 1
  )
    faults.push("a result after other content");
  return faults;
}

function faultsOf(body: Body): string[] {
  const { messages, tools, thinking: setting } = body;
  const faults = [...brokenLinks(links(body)), ...messages.flatMap(orderFaults)];
  if (messages[0]?.role !== "user") faults.push("the first message is not a user's");
  if (messages.at(-1)?.role !== "user") faults.push("the last message is the assistant's");
  if (messages.some(({ role }, at) => role === messages[at + 1]?.role)) faults.push("roles do not alternate");
  if (!isUnique((tools ?? []).map(({ name }) => name))) faults.push("a tool's name comes twice");
  const types = new Set(messages.flatMap(({ content: blocks }) => blocks.map(({ type }) => type)));
  if (types.has("tool_use") && !tools) faults.push("calls, but no tools");
  if (types.has("thinking") && !setting) faults.push("thinking, but it is not switched on");
  return faults;
}

/** An Anthropic Messages body. */
export const anthropicSchema = shape.superRefine((body, context) => {
  for (const message of faultsOf(body)) context.addIssue({ code: "custom", message });
});
