import { expect, test } from "vitest";
import { arrayField } from "../../../core/model/json.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { EXAMPLE, LIST_NAME, SECOND_ID } from "../../support/wire/example.ts";
import { refusals } from "../../support/wire/schemas.ts";

test("the whole example", () => {
  const { body, notes } = toWire(EXAMPLE, "openai-chat", { model: "gpt-x", maxTokens: 500 });
  expect(body).toEqual({
    model: "gpt-x",
    max_completion_tokens: 500,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Look at these." },
      {
        role: "assistant",
        content: "Reading.",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } },
          {
            id: SECOND_ID,
            type: "function",
            function: { name: LIST_NAME, arguments: '{"input":"{broken"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "export {}" },
      { role: "tool", tool_call_id: SECOND_ID, content: "Error: no such folder" },
      {
        role: "user",
        content: [
          { type: "text", text: "And this?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGVsbG8=" } },
        ],
      },
    ],
    tools: [
      {
        type: "function",
        function: {
          name: "read",
          description: "Reads a file",
          parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
        },
      },
      { type: "function", function: { name: LIST_NAME, parameters: { type: "object", properties: {} } } },
    ],
  });
  expect(notes).toContain("thinking that this provider does not take back was left out");
  expect(refusals("openai-chat", body)).toEqual([]);
});

test("a call alone has no content, media of results follow all answers, an error says so once", () => {
  const image = { type: "media", mediaType: "image/png", data: "aGk=" } as const;
  const { body } = toWire(
    {
      system: null,
      tools: [],
      messages: [
        {
          id: "m1",
          role: "assistant",
          parts: ["a", "b"].map((callId) => ({ type: "tool-call", callId, name: "shot", arguments: null })),
        },
        {
          id: "m2",
          role: "tool",
          parts: [
            {
              type: "tool-result",
              callId: "b",
              isError: false,
              parts: [{ type: "text", text: "here: " }, image, { ...image, mediaType: "image/tiff" }],
            },
            {
              type: "tool-result",
              callId: "a",
              isError: true,
              parts: [{ type: "text", text: "ERROR: none" }],
            },
          ],
        },
      ],
    },
    "openai-chat",
  );
  const call = (id: string) => ({ id, type: "function", function: { name: "shot", arguments: "{}" } });
  expect(arrayField(body, "messages")).toEqual([
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "b", content: "here: [image/tiff: not shown]" },
    { role: "tool", tool_call_id: "a", content: "ERROR: none" },
    {
      role: "user",
      content: [
        { type: "text", text: "Media in the result of b:" },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      ],
    },
  ]);
});

test("audio and files", () => {
  const parts = [
    { type: "media", mediaType: "audio/mpeg", data: "aGk=" },
    { type: "media", mediaType: "application/pdf", data: "aGk=" },
  ] as const;
  const request = { system: null, tools: [], messages: [{ id: "m1", role: "user", parts }] } as const;
  expect(arrayField(toWire(request, "openai-chat").body, "messages")).toEqual([
    {
      role: "user",
      content: [
        { type: "input_audio", input_audio: { data: "aGk=", format: "mp3" } },
        { type: "file", file: { filename: "file.pdf", file_data: "data:application/pdf;base64,aGk=" } },
      ],
    },
  ]);
  expect(arrayField(toWire(request, "openai-responses").body, "input")).toEqual([
    {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "[audio/mpeg: not shown]" },
        { type: "input_file", filename: "file.pdf", file_data: "data:application/pdf;base64,aGk=" },
      ],
    },
  ]);
});

test("breakpoints are not asked for", () => {
  const { body, notes } = toWire(EXAMPLE, "openai-chat", { cacheBreakpoints: ["system"] });
  expect(JSON.stringify(body)).not.toContain("cache");
  expect(notes).toContain("cache breakpoints were left out: this provider caches by itself");
});
