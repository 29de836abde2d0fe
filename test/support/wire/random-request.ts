import fc from "fast-check";
import type { Json } from "../../../core/model/json.ts";
import type { Message } from "../../../core/model/message.ts";
import type { ContentPart, Part } from "../../../core/model/part.ts";
import type { NeutralRequest } from "../../../core/model/request.ts";
import type { ToolDefinition } from "../../../core/model/tool.ts";
import { randomThread } from "../random-thread.ts";
import { shortText } from "../random-text.ts";

const NAMES = [
  "bash",
  "a.b",
  "a/b",
  "a_b",
  "",
  "1st",
  "汉字",
  "mcp__server__tool",
  "n".repeat(90),
  "__proto__",
  "$&",
];

const SCHEMAS: readonly (Json | undefined)[] = [
  undefined,
  null,
  true,
  {},
  { type: "string" },
  { type: ["object", "null"], properties: { a: { type: "string" } } },
  { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  { anyOf: [{ type: "object" }], description: "one of" },
];

const tool: fc.Arbitrary<ToolDefinition> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    description: fc.option(shortText, { nil: undefined }),
    parameters: fc.constantFrom(...SCHEMAS),
  })
  .map(({ name, description, parameters }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  }));

const MEDIA_TYPES = [
  "image/png",
  "image/gif",
  "image/jpg",
  "IMAGE/PNG; x=1",
  "image/svg+xml",
  "application/pdf",
  "audio/mpeg",
  "audio/wav",
  "text/plain",
  "video/mp4",
  "",
  'x";alert(1)',
];

const media: fc.Arbitrary<ContentPart> = fc
  .record({
    mediaType: fc.constantFrom(...MEDIA_TYPES),
    name: fc.option(fc.constantFrom("a.png", "", "\ud800"), { nil: undefined }),
    data: fc.constantFrom("iVBORw0KGgo=", "iVBORw0KGgo", "aGk-_w", "aG\nk=", "", "no base64!", undefined),
  })
  .map(({ mediaType, name, data }) => ({
    type: "media",
    mediaType,
    ...(name === undefined ? {} : { name }),
    ...(data === undefined ? { ref: { id: "f1", path: "/files/f1", bytes: 3 } } : { data }),
  }));

const extra: fc.Arbitrary<Part> = fc.oneof(
  media,
  shortText.map((text): Part => ({ type: "text", text })),
  fc.constantFrom<Part>(
    { type: "thinking", text: "unsigned" },
    { type: "thinking", text: "", signature: "c2ln" },
    { type: "thinking", text: "odd", signature: "not base64" },
    { type: "thinking", text: "", signature: "c2VhbGVk", redacted: true },
    { type: "tool-call", callId: "call_1", name: "a.b", arguments: [1, "\udfff"] },
    { type: "tool-result", callId: "call_1", isError: true, parts: [] },
  ),
);

/** One change that makes a request worse: a part in a wrong place, a message moved or said twice, or of another role. */
interface Spoil {
  readonly at: number;
  readonly kind: "part" | "drop" | "twice" | "role" | "rename";
  readonly part: Part;
  readonly name: string;
}

const spoil: fc.Arbitrary<Spoil> = fc.record({
  at: fc.nat({ max: 40 }),
  kind: fc.constantFrom("part", "drop", "twice", "role", "rename"),
  part: extra,
  name: fc.constantFrom(...NAMES),
});

function spoilt(messages: readonly Message[], { at, kind, part, name }: Spoil): Message[] {
  const index = at % Math.max(1, messages.length);
  return messages.flatMap((message, i): Message[] => {
    if (i !== index) return [message];
    switch (kind) {
      case "part":
        return [{ ...message, parts: [...message.parts, part] }];
      case "drop":
        return [];
      case "twice":
        return [message, message];
      case "role":
        return [{ ...message, role: message.role === "user" ? "assistant" : "user" }];
      case "rename": {
        const renamed = message.parts.map((one) => (one.type === "tool-call" ? { ...one, name } : one));
        return [{ ...message, parts: renamed }];
      }
    }
  });
}

/** Requests that no engine made: in every disorder that hands and importers can give. */
export const hostileRequest: fc.Arbitrary<NeutralRequest> = fc
  .record({
    thread: randomThread,
    tools: fc.array(tool, { maxLength: 5 }),
    spoils: fc.array(spoil, { maxLength: 12 }),
  })
  .map(({ thread, tools, spoils }) => ({
    system: thread.system,
    tools,
    messages: spoils.reduce<readonly Message[]>(spoilt, thread.messages),
  }));
