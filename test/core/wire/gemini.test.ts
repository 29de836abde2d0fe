import { expect, test } from "vitest";
import { arrayField, field } from "../../../core/model/json.ts";
import type { NeutralRequest } from "../../../core/model/request.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { EXAMPLE, SECOND_ID } from "../../support/wire/example.ts";
import { refusals } from "../../support/wire/schemas.ts";

const NONE = "skip_thought_signature_validator";

test("the whole example: a dot is legal in a name, and the model is not in the body", () => {
  const { body, notes } = toWire(EXAMPLE, "gemini", { model: "gemini-3-x", maxTokens: 500 });
  expect(body).toEqual({
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [
      { role: "user", parts: [{ text: "Look at these." }] },
      {
        role: "model",
        parts: [
          { text: "Reading.", thoughtSignature: "c2ln" },
          { functionCall: { id: "call_1", name: "read", args: { path: "a.ts" } }, thoughtSignature: NONE },
          { functionCall: { id: SECOND_ID, name: "fs.list", args: { input: "{broken" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "call_1", name: "read", response: { output: "export {}" } } },
          { functionResponse: { id: SECOND_ID, name: "fs.list", response: { error: "no such folder" } } },
        ],
      },
      {
        role: "user",
        parts: [{ text: "And this?" }, { inlineData: { mimeType: "image/png", data: "aGVsbG8=" } }],
      },
    ],
    tools: [
      {
        functionDeclarations: [
          {
            name: "read",
            description: "Reads a file",
            parametersJsonSchema: {
              type: "object",
              properties: { path: { type: "string" } },
              required: ["path"],
            },
          },
          { name: "fs.list" },
        ],
      },
    ],
    generationConfig: { maxOutputTokens: 500 },
  });
  expect(notes).toEqual([
    "a call's id was changed: it was not legal, or came twice",
    "arguments that are no JSON object were wrapped in one",
    "of thinking, the signature alone is sent back",
    "a call without a signature of this provider asks not to be held to one",
  ]);
  expect(refusals("gemini", body)).toEqual([]);
});

const SHOTS: NeutralRequest = {
  system: null,
  tools: [],
  messages: [
    { id: "m1", role: "user", parts: [{ type: "text", text: "Go." }] },
    {
      id: "m2",
      role: "assistant",
      parts: [
        { type: "thinking", text: "", signature: "c2ln" },
        { type: "tool-call", callId: "a", name: "shot", arguments: {} },
        { type: "tool-call", callId: "b", name: "list", arguments: {} },
      ],
    },
    {
      id: "m3",
      role: "tool",
      parts: [
        { type: "tool-result", callId: "b", isError: false, parts: [] },
        {
          type: "tool-result",
          callId: "a",
          isError: false,
          parts: [
            { type: "text", text: "one" },
            { type: "media", mediaType: "image/png", data: "aGk=" },
          ],
        },
      ],
    },
  ],
};

test("answers come in the order of their calls, media inside them, the signature on the call that had it", () => {
  const { body } = toWire(SHOTS, "gemini", { model: "gemini-3-x" });
  expect(arrayField(body, "contents")?.slice(1)).toEqual([
    {
      role: "model",
      parts: [
        { functionCall: { id: "a", name: "shot", args: {} }, thoughtSignature: "c2ln" },
        { functionCall: { id: "b", name: "list", args: {} } },
      ],
    },
    {
      role: "user",
      parts: [
        {
          functionResponse: {
            id: "a",
            name: "shot",
            response: { output: "one" },
            parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }],
          },
        },
        { functionResponse: { id: "b", name: "list", response: { output: "" } } },
      ],
    },
  ]);
});

test("an older model is asked for no signature and takes no media in a result", () => {
  const { body } = toWire(SHOTS, "gemini", { model: "gemini-2.5-pro", ownSignatures: () => false });
  expect(JSON.stringify(body)).not.toContain("thoughtSignature");
  const results = arrayField(arrayField(body, "contents")?.[2], "parts");
  expect(field(results?.[0], "functionResponse")).toEqual({
    id: "a",
    name: "shot",
    response: { output: "one[image/png: not shown]" },
  });
});
