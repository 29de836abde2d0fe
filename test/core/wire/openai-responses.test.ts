import { expect, test } from "vitest";
import { arrayField } from "../../../core/model/json.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { EXAMPLE, LIST_NAME, SECOND_ID } from "../../support/wire/example.ts";
import { refusals } from "../../support/wire/schemas.ts";

test("the whole example", () => {
  const { body } = toWire(EXAMPLE, "openai-responses", { model: "gpt-x", maxTokens: 500 });
  expect(body).toEqual({
    model: "gpt-x",
    store: false,
    instructions: "Be brief.",
    max_output_tokens: 500,
    input: [
      { type: "message", role: "user", content: [{ type: "input_text", text: "Look at these." }] },
      { type: "message", role: "assistant", content: "Reading." },
      { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a.ts"}' },
      { type: "function_call", call_id: SECOND_ID, name: LIST_NAME, arguments: '{"input":"{broken"}' },
      { type: "function_call_output", call_id: "call_1", output: "export {}" },
      { type: "function_call_output", call_id: SECOND_ID, output: "Error: no such folder" },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "And this?" },
          { type: "input_image", detail: "auto", image_url: "data:image/png;base64,aGVsbG8=" },
        ],
      },
    ],
    tools: [
      {
        type: "function",
        name: "read",
        description: "Reads a file",
        parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
        strict: false,
      },
      { type: "function", name: LIST_NAME, parameters: { type: "object", properties: {} }, strict: false },
    ],
  });
  expect(refusals("openai-responses", body)).toEqual([]);
});

test("a result with media is a list, an error's begins with the word; ids have room for 64 characters", () => {
  const image = { type: "media", mediaType: "image/png", data: "aGk=" } as const;
  const callId = "fc_".padEnd(64, "0");
  const { body } = toWire(
    {
      system: "",
      tools: [],
      messages: [
        { id: "m1", role: "assistant", parts: [{ type: "tool-call", callId, name: "shot", arguments: {} }] },
        {
          id: "m2",
          role: "tool",
          parts: [{ type: "tool-result", callId, isError: true, parts: [{ type: "text", text: "" }, image] }],
        },
      ],
    },
    "openai-responses",
  );
  expect(arrayField(body, "input")).toEqual([
    { type: "function_call", call_id: callId, name: "shot", arguments: "{}" },
    {
      type: "function_call_output",
      call_id: callId,
      output: [
        { type: "input_text", text: "Error" },
        { type: "input_image", detail: "auto", image_url: "data:image/png;base64,aGk=" },
      ],
    },
  ]);
  expect(body).not.toHaveProperty("instructions");
});
