import type { NeutralRequest } from "../../../core/model/request.ts";

/** A request with one of everything, as the engine gives it: pairs are whole. */
export const EXAMPLE: NeutralRequest = {
  system: "Be brief.",
  tools: [
    {
      name: "read",
      description: "Reads a file",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    { name: "fs.list" },
  ],
  messages: [
    { id: "m1", role: "user", parts: [{ type: "text", text: "Look at these." }] },
    {
      id: "m2",
      role: "assistant",
      parts: [
        { type: "thinking", text: "Two files.", signature: "c2ln" },
        { type: "text", text: "Reading." },
        { type: "tool-call", callId: "call_1", name: "read", arguments: { path: "a.ts" } },
        { type: "tool-call", callId: "call_1", name: "fs.list", arguments: "{broken" },
      ],
    },
    {
      id: "m3",
      role: "tool",
      parts: [
        {
          type: "tool-result",
          callId: "call_1",
          isError: false,
          parts: [{ type: "text", text: "export {}" }],
        },
      ],
    },
    {
      id: "m4",
      role: "tool",
      parts: [
        {
          type: "tool-result",
          callId: "call_1",
          isError: true,
          parts: [{ type: "text", text: "no such folder" }],
        },
      ],
    },
    {
      id: "m5",
      role: "user",
      parts: [
        { type: "text", text: "And this?" },
        { type: "media", mediaType: "image/png", name: "shot.png", data: "aGVsbG8=" },
      ],
    },
  ],
};

/** The ids and the name that are not legal, as every provider with room for them gets them. */
export const SECOND_ID = "call_1_b7974294";
export const LIST_NAME = "fs_list_058dd35f";
