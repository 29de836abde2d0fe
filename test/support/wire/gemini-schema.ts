import { z } from "zod";
import { brokenLinks, type Link } from "./pairs.ts";
import { anyObject, base64, isUnique, someText, toolSchema } from "./wire-parts.ts";

// The shape of the generateContent request of @google/genai 3.3.0, less what is never sent, and the rules that its
// documentation and the server's errors add.

const name = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/);
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const blob = z.strictObject({
  mimeType: z.string().regex(/^(image|audio|video|application|text)\/[a-z0-9.+-]+$/),
  data: base64,
});
const thoughtSignature = z.union([base64, z.literal("skip_thought_signature_validator")]).optional();

const text = z.strictObject({ text: someText, thoughtSignature });
const media = z.strictObject({ inlineData: blob, thoughtSignature });
const call = z.strictObject({
  functionCall: z.strictObject({ id, name, args: anyObject }),
  thoughtSignature,
});
const answer = z.strictObject({
  functionResponse: z.strictObject({
    id,
    name,
    response: z.union([z.strictObject({ output: z.string() }), z.strictObject({ error: z.string() })]),
    parts: z
      .array(z.strictObject({ inlineData: blob }))
      .min(1)
      .optional(),
  }),
});

const user = z.strictObject({
  role: z.literal("user"),
  parts: z.union([z.array(z.union([text, media])).min(1), z.array(answer).min(1)]),
});
const model = z.strictObject({
  role: z.literal("model"),
  parts: z.array(z.union([text, media, call])).min(1),
});

const shape = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.array(text).min(1) }).optional(),
  contents: z.array(z.discriminatedUnion("role", [user, model])).min(1),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z
          .array(
            z.strictObject({
              name,
              description: someText.optional(),
              parametersJsonSchema: toolSchema.optional(),
            }),
          )
          .min(1),
      }),
    )
    .length(1)
    .optional(),
  generationConfig: z.strictObject({ maxOutputTokens: z.int().min(1) }).optional(),
});

type Body = z.infer<typeof shape>;
type Part = Body["contents"][number]["parts"][number];

function link(part: Part): Link[] {
  if ("functionCall" in part) return [{ kind: "call", id: part.functionCall.id }];
  return "functionResponse" in part ? [{ kind: "answer", id: part.functionResponse.id }] : [];
}

/** Names of the calls or the answers of a content, in order. */
function namesOf(
  content: Body["contents"][number] | undefined,
  key: "functionCall" | "functionResponse",
): string[] {
  return (content?.parts ?? []).flatMap((part) => {
    const found = (part as Partial<Record<typeof key, { readonly name: string }>>)[key];
    return found ? [found.name] : [];
  });
}

function contentFaults(contents: Body["contents"], at: number): string[] {
  const faults: string[] = [];
  const calls = namesOf(contents[at], "functionCall");
  if (calls.length === 0) return faults;
  if (contents[at - 1]?.role !== "user") faults.push("a call that follows no user's turn");
  if (calls.join() !== namesOf(contents[at + 1], "functionResponse").join())
    faults.push("answers are not those of the calls, in their order");
  const first = contents[at]?.parts.find((part) => "functionCall" in part);
  if (!first || !("thoughtSignature" in first)) faults.push("the first call has no signature");
  return faults;
}

function faultsOf({ contents, tools }: Body): string[] {
  const faults = brokenLinks(contents.map(({ parts }) => (parts as Part[]).flatMap(link)));
  faults.push(...contents.flatMap((_, at) => contentFaults(contents, at)));
  if (contents[0]?.role !== "user") faults.push("the first content is not the user's");
  if (contents.at(-1)?.role !== "user") faults.push("the last content is the model's");
  if (contents.some(({ role }, at) => role === "model" && contents[at + 1]?.role === "model"))
    faults.push("two contents of the model in a row");
  const declared = tools?.flatMap(({ functionDeclarations }) => functionDeclarations) ?? [];
  if (!isUnique(declared.map((one) => one.name))) faults.push("a tool's name comes twice");
  return faults;
}

/** A Gemini generateContent body for Gemini 3, which asks for a signature of the first call of each message. */
export const geminiSchema = shape.superRefine((body, context) => {
  for (const message of faultsOf(body)) context.addIssue({ code: "custom", message });
});
