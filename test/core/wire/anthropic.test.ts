import { describe, expect, test } from "vitest";
import { arrayField, field, type Json } from "../../../core/model/json.ts";
import type { Message } from "../../../core/model/message.ts";
import type { Part } from "../../../core/model/part.ts";
import type { WireOptions } from "../../../core/wire/options.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { EXAMPLE, LIST_NAME, SECOND_ID } from "../../support/wire/example.ts";
import { refusals } from "../../support/wire/schemas.ts";

const render = (messages: readonly Message[], options: WireOptions = {}) =>
  toWire({ system: null, tools: [], messages }, "anthropic", { model: "claude-x", ...options });

const messagesOf = (body: Json): readonly Json[] => arrayField(body, "messages") ?? [];

function said(role: Message["role"], ...parts: readonly Part[]): Message {
  return { id: `m${parts.length}${role}`, role, parts };
}

const text = (value: string): Part => ({ type: "text", text: value });
const call = (callId: string, name = "read"): Part => ({ type: "tool-call", callId, name, arguments: {} });
const gave = (callId: string, isError: boolean, ...parts: readonly Part[]): Part =>
  ({ type: "tool-result", callId, isError, parts }) as Part;

test("the whole example", () => {
  const { body, notes } = toWire(EXAMPLE, "anthropic", { model: "claude-x" });
  expect(body).toEqual({
    model: "claude-x",
    max_tokens: 8192,
    system: "Be brief.",
    tools: [
      {
        name: "read",
        description: "Reads a file",
        input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      },
      { name: LIST_NAME, input_schema: { type: "object", properties: {} } },
    ],
    thinking: { type: "adaptive" },
    messages: [
      { role: "user", content: [{ type: "text", text: "Look at these." }] },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Two files.", signature: "c2ln" },
          { type: "text", text: "Reading." },
          { type: "tool_use", id: "call_1", name: "read", input: { path: "a.ts" } },
          { type: "tool_use", id: SECOND_ID, name: LIST_NAME, input: { input: "{broken" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1", content: "export {}" },
          { type: "tool_result", tool_use_id: SECOND_ID, content: "no such folder", is_error: true },
          { type: "text", text: "And this?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "aGVsbG8=" } },
        ],
      },
    ],
  });
  expect(notes).toEqual([
    "a call's id was changed: it was not legal, or came twice",
    `the tool "fs.list" is called ${LIST_NAME}: its name is not legal here (2 times)`,
    "arguments that are no JSON object were wrapped in one",
  ]);
  expect(refusals("anthropic", body)).toEqual([]);
});

test("a conversation that begins and ends with the assistant is put between user messages", () => {
  const { body, notes } = render([said("assistant", text("Hi.")), said("assistant", text("Ready."))]);
  expect(messagesOf(body)).toEqual([
    { role: "user", content: [{ type: "text", text: "(The conversation begins here.)" }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Hi." },
        { type: "text", text: "Ready." },
      ],
    },
    { role: "user", content: [{ type: "text", text: "Continue." }] },
  ]);
  expect(notes).toEqual([
    "a user message was put first, because the conversation must begin with one",
    "a user message was put last, because the conversation must not end with the assistant's",
  ]);
});

describe("thinking", () => {
  const thought = (value: string, signature?: string): Part => ({
    type: "thinking",
    text: value,
    ...(signature === undefined ? {} : { signature }),
  });

  test("is left out without a signature, with a foreign one, and where nothing follows it", () => {
    const unsigned = render([said("user", text("Hi")), said("assistant", thought("a"), text("b"))]);
    expect(JSON.stringify(unsigned.body)).not.toContain("thinking");
    expect(unsigned.notes).toContain("thinking that this provider does not take back was left out");
    const foreign = render([said("user", text("Hi")), said("assistant", thought("a", "s"), text("b"))], {
      ownSignatures: () => false,
    });
    expect(JSON.stringify(foreign.body)).not.toContain("thinking");
    const alone = render([
      said("user", text("Hi")),
      said("assistant", thought("a", "s")),
      said("user", text("Yes?")),
    ]);
    expect(messagesOf(alone.body)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "text", text: "Yes?" },
        ],
      },
    ]);
    expect(alone.notes).toEqual(["thinking that nothing follows was left out"]);
  });

  test("is sent back sealed where it came sealed", () => {
    const sealed: Part = { type: "thinking", text: "", signature: "c2VhbGVk", redacted: true };
    const { body } = render([said("user", text("Hi")), said("assistant", sealed, text("b"))]);
    expect(messagesOf(body)[1]).toEqual({
      role: "assistant",
      content: [
        { type: "redacted_thinking", data: "c2VhbGVk" },
        { type: "text", text: "b" },
      ],
    });
  });

  test("is kept where its text is hidden, and before the calls of its message", () => {
    const { body } = render([
      said("user", text("Hi")),
      said("assistant", call("c1"), thought("", "s"), text("late")),
      said("tool", gave("c1", false, text("x"))),
    ]);
    expect(field(messagesOf(body)[1], "content")).toEqual([
      { type: "thinking", thinking: "", signature: "s" },
      { type: "text", text: "late" },
      { type: "tool_use", id: "c1", name: "read", input: {} },
    ]);
    expect(field(body, "thinking")).toEqual({ type: "adaptive" });
  });

  test("takes the setting that is given", () => {
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const { body } = render([said("user", text("Hi"))], { thinking, maxTokens: 2000 });
    expect(body).toMatchObject({ thinking, max_tokens: 2000 });
  });
});

test("results: an empty one has no content, an error always text, and text alone", () => {
  const image: Part = { type: "media", mediaType: "image/png", name: "a.png", data: "aGk=" };
  const { body, notes } = render([
    said("user", text("Hi")),
    said("assistant", ...["a", "b", "c", "d", "e", "f"].map((id) => call(id))),
    said(
      "tool",
      gave("a", false),
      gave("b", true, text(" \n")),
      gave("c", true, text("see "), image),
      gave("d", false, text(" "), image, text("two")),
      gave("f", false, text("one"), text("two")),
    ),
  ]);
  expect(field(messagesOf(body)[2], "content")).toEqual([
    { type: "tool_result", tool_use_id: "a" },
    { type: "tool_result", tool_use_id: "b", content: "(The error has no text.)", is_error: true },
    { type: "tool_result", tool_use_id: "c", content: "see [image/png a.png: not shown]", is_error: true },
    {
      type: "tool_result",
      tool_use_id: "d",
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
        { type: "text", text: "two" },
      ],
    },
    { type: "tool_result", tool_use_id: "f", content: "onetwo" },
    {
      type: "tool_result",
      tool_use_id: "e",
      content: "No result was recorded for this call.",
      is_error: true,
    },
  ]);
  expect(notes).toEqual([
    "a call without a result got an error as its result",
    "media that cannot be sent to this provider, or whose bytes are not there, is a text instead",
    "no tool is defined: those that are called are, without their parameters",
  ]);
});

test("media: documents, rehydrated references, and a text for the rest", () => {
  const media = (mediaType: string, more: object): Part => ({ type: "media", mediaType, ...more }) as Part;
  const ref = { id: "f1", path: "/files/f1", bytes: 2 };
  const { body } = render(
    [
      said(
        "user",
        media("application/pdf", { name: "paper.pdf", data: "aGk" }),
        media("IMAGE/JPG; q=1", { data: "a-_k" }),
        media("image/svg+xml", { data: "aGk=" }),
        media("image/png", { ref }),
        media("image/png", { ref: { ...ref, id: "gone" } }),
        media("image/png", { data: "not base64!" }),
      ),
    ],
    { media: ({ id }) => (id === "f1" ? "aGk=" : undefined) },
  );
  expect(field(messagesOf(body)[0], "content")).toEqual([
    {
      type: "document",
      source: { type: "base64", media_type: "application/pdf", data: "aGk=" },
      title: "paper.pdf",
    },
    { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "a+/k" } },
    { type: "text", text: "[image/svg+xml: not shown]" },
    { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
    { type: "text", text: "[image/png, stored at /files/f1: not shown]" },
    { type: "text", text: "[image/png: not shown]" },
  ]);
});

test("cache breakpoints stand where they are asked for, and nowhere without", () => {
  expect(JSON.stringify(toWire(EXAMPLE, "anthropic").body)).not.toContain("cache_control");
  const { body } = toWire(EXAMPLE, "anthropic", {
    cacheBreakpoints: ["tools", "system", "first-message", "last-message"],
  });
  const cache_control = { type: "ephemeral" };
  expect(body).toMatchObject({
    system: [{ type: "text", text: "Be brief.", cache_control }],
    tools: [{ name: "read" }, { name: LIST_NAME, cache_control }],
    messages: [
      { content: [{ type: "text", cache_control }] },
      {},
      {
        content: [
          { type: "tool_result" },
          { type: "tool_result" },
          { type: "text" },
          { type: "image", cache_control },
        ],
      },
    ],
  });
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(4);
  expect(refusals("anthropic", body)).toEqual([]);
});
