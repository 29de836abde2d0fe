import { z } from "zod";
import { brokenLinks, type Link } from "./pairs.ts";
import { base64, isUnique, objectText, someText, toolSchema } from "./wire-parts.ts";

// The shape of `ChatCompletionCreateParamsNonStreaming` of openai 7.59.0, less what is never sent, and the rules that
// its documentation and the server's errors add.

const dataUrl = z.string().regex(/^data:[a-z]+\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/);
const text = z.strictObject({ type: z.literal("text"), text: someText });
const image = z.strictObject({ type: z.literal("image_url"), image_url: z.strictObject({ url: dataUrl }) });
const audio = z.strictObject({
  type: z.literal("input_audio"),
  input_audio: z.strictObject({ data: base64, format: z.enum(["wav", "mp3"]) }),
});
const file = z.strictObject({
  type: z.literal("file"),
  file: z.strictObject({ filename: someText, file_data: dataUrl }),
});
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/);
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

const call = z.strictObject({
  id,
  type: z.literal("function"),
  function: z.strictObject({ name, arguments: objectText }),
});

const system = z.strictObject({ role: z.literal("system"), content: someText });
const user = z.strictObject({
  role: z.literal("user"),
  content: z.union([someText, z.array(z.discriminatedUnion("type", [text, image, audio, file])).min(1)]),
});
const assistant = z
  .strictObject({
    role: z.literal("assistant"),
    content: z.union([someText, z.array(text).min(1), z.null()]),
    tool_calls: z.array(call).min(1).optional(),
  })
  .refine((message) => message.content !== null || message.tool_calls, "an assistant message that is empty");
const tool = z.strictObject({ role: z.literal("tool"), tool_call_id: id, content: z.string() });

const definition = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({ name, description: someText.optional(), parameters: toolSchema }),
});

const shape = z.strictObject({
  model: z.string().min(1),
  max_completion_tokens: z.int().min(1).optional(),
  messages: z.array(z.discriminatedUnion("role", [system, user, assistant, tool])).min(1),
  tools: z.array(definition).min(1).optional(),
});

type Body = z.infer<typeof shape>;

function links({ messages }: Body): Link[][] {
  return messages.map((message): Link[] => {
    if (message.role === "tool") return [{ kind: "answer", id: message.tool_call_id }];
    if (message.role !== "assistant") return [];
    return (message.tool_calls ?? []).map((one) => ({ kind: "call", id: one.id }));
  });
}

function faultsOf(body: Body): string[] {
  const { messages, tools } = body;
  const faults = brokenLinks(links(body));
  if (messages.some(({ role }, at) => role === "system" && at > 0)) faults.push("system is not first");
  if (messages.every(({ role }) => role === "system")) faults.push("there is no message");
  if (!isUnique((tools ?? []).map((one) => one.function.name))) faults.push("a tool's name comes twice");
  return faults;
}

/** An OpenAI Chat Completions body. */
export const openAiChatSchema = shape.superRefine((body, context) => {
  for (const message of faultsOf(body)) context.addIssue({ code: "custom", message });
});
