import { z } from "zod";
import { brokenLinks, type Link } from "./pairs.ts";
import { isUnique, objectText, someText, toolSchema } from "./wire-parts.ts";

// The shape of `ResponseCreateParamsNonStreaming` of openai 7.59.0, less what is never sent, and the rules that its
// documentation and the server's errors add.

const dataUrl = z.string().regex(/^data:[a-z]+\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/);
const block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("input_text"), text: someText }),
  z.strictObject({ type: z.literal("input_image"), detail: z.literal("auto"), image_url: dataUrl }),
  z.strictObject({ type: z.literal("input_file"), filename: someText, file_data: dataUrl }),
]);
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

// What the assistant said is `output_text` in a list of blocks: a plain text is allowed for every role.
const user = z.strictObject({
  type: z.literal("message"),
  role: z.literal("user"),
  content: z.array(block).min(1),
});
const assistant = z.strictObject({
  type: z.literal("message"),
  role: z.literal("assistant"),
  content: someText,
});
const call = z.strictObject({
  type: z.literal("function_call"),
  call_id: id,
  name,
  arguments: objectText,
});
const output = z.strictObject({
  type: z.literal("function_call_output"),
  call_id: id,
  output: z.union([z.string(), z.array(block).min(1)]),
});

const shape = z.strictObject({
  model: z.string().min(1),
  store: z.literal(false),
  instructions: someText.optional(),
  max_output_tokens: z.int().min(1).optional(),
  input: z.array(z.union([user, assistant, call, output])).min(1),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        name,
        description: someText.optional(),
        parameters: toolSchema,
        strict: z.literal(false),
      }),
    )
    .min(1)
    .optional(),
});

type Body = z.infer<typeof shape>;

/** Calls that follow one another are one group. */
function links({ input }: Body): Link[][] {
  const groups: Link[][] = [];
  input.forEach((item, at) => {
    if (item.type === "function_call_output") groups.push([{ kind: "answer", id: item.call_id }]);
    else if (item.type !== "function_call") groups.push([]);
    else if (input[at - 1]?.type === "function_call") groups.at(-1)?.push({ kind: "call", id: item.call_id });
    else groups.push([{ kind: "call", id: item.call_id }]);
  });
  return groups;
}

function faultsOf(body: Body): string[] {
  const faults = brokenLinks(links(body));
  if (!isUnique((body.tools ?? []).map((tool) => tool.name))) faults.push("a tool's name comes twice");
  return faults;
}

/** An OpenAI Responses body that carries the whole conversation. */
export const openAiResponsesSchema = shape.superRefine((body, context) => {
  for (const message of faultsOf(body)) context.addIssue({ code: "custom", message });
});
