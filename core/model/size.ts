import { utf8Length } from "../lib/utf8.ts";
import type { Counter } from "./counter.ts";
import type { Message } from "./message.ts";
import { OFFLOAD_MOUNT } from "./mount.ts";
import { type ContentPart, type Part, type ToolCallPart, type ToolResultPart, resultText } from "./part.ts";
import { knownBytes } from "./text-metrics.ts";
import { READ_TOOL_RESULT, type ToolDefinition } from "./tool.ts";

/**
 * The columns of a size: counted texts by kind. `messages` is 1 for a message that is sent; `readers` counts the texts
 * that name the tool which reads paged results back, `mounts` the results that name a path of an offloaded one.
 */
export const COLUMN = {
  messages: 0,
  tokens: 1,
  chars4: 2,
  bytes: 3,
  user: 4,
  assistant: 5,
  thinking: 6,
  calls: 7,
  results: 8,
  previews: 9,
  media: 10,
  readers: 11,
  mounts: 12,
} as const;

/** How many columns there are. */
export const COLUMNS = 13;

/** A size: one number a column of COLUMN. Tokens by kind are in the run's counter; `chars4` is always chars4. */
export type Size = readonly number[];

/** No size at all. */
export const NO_SIZE: Size = Array.from({ length: COLUMNS }, () => 0);

/** How texts are counted in a run. */
export interface Counting {
  readonly counter: Counter;
  /** What one image, audio or file counts. */
  readonly mediaTokens: number;
  /** Whether texts that name the tool which reads paged results back are counted: only where a stack offers it. */
  readonly readers?: boolean;
}

type Kind = "user" | "assistant" | "thinking" | "calls" | "results" | "previews";

function addText(size: number[], text: string, kind: Kind, counting: Counting): void {
  const { counter } = counting;
  const tokens = counter.name === "chars4" ? Math.ceil(text.length / 4) : counter.count(text);
  addMeasured(size, text.length, tokens, kind);
  if (counting.readers && text.includes(READ_TOOL_RESULT))
    size[COLUMN.readers] = (size[COLUMN.readers] as number) + 1;
}

function addMeasured(size: number[], length: number, tokens: number, kind: Kind): void {
  size[COLUMN.tokens] = (size[COLUMN.tokens] as number) + tokens;
  size[COLUMN.chars4] = (size[COLUMN.chars4] as number) + Math.ceil(length / 4);
  size[COLUMN[kind]] = (size[COLUMN[kind]] as number) + tokens;
}

function addContent(size: number[], part: ContentPart, kind: Kind, counting: Counting): void {
  if (part.type === "text") return addText(size, part.text, kind, counting);
  size[COLUMN.tokens] = (size[COLUMN.tokens] as number) + counting.mediaTokens;
  size[COLUMN.chars4] = (size[COLUMN.chars4] as number) + counting.mediaTokens;
  size[COLUMN.media] = (size[COLUMN.media] as number) + counting.mediaTokens;
}

function addResult(size: number[], { parts }: ToolResultPart, kind: Kind, counting: Counting): void {
  for (const part of parts) addContent(size, part, kind, counting);
  // Read now, as its text is at hand.
  if (resultText({ parts }).includes(OFFLOAD_MOUNT))
    size[COLUMN.mounts] = (size[COLUMN.mounts] as number) + 1;
}

/** The arguments of a call as they are counted: JSON without spaces. */
function argumentsOf(part: ToolCallPart): string {
  return JSON.stringify(part.arguments) ?? "";
}

function addPart(size: number[], part: Part, own: Kind, counting: Counting, results: Kind): void {
  switch (part.type) {
    case "thinking":
      return addText(size, part.text, "thinking", counting);
    case "tool-call":
      addText(size, part.name, "calls", counting);
      return addText(size, argumentsOf(part), "calls", counting);
    case "tool-result":
      return addResult(size, part, results, counting);
    default:
      return addContent(size, part, own, counting);
  }
}

function contentBytes(part: ContentPart): number {
  return part.type === "text" ? utf8Length(part.text) : (part.data?.length ?? 0);
}

/** A policy may have measured the one text already. */
function resultBytes({ parts }: ToolResultPart): number {
  const [only] = parts;
  const known = parts.length === 1 && only?.type === "text" ? knownBytes(parts) : undefined;
  return known ?? parts.reduce((sum, content) => sum + contentBytes(content), 0);
}

function partBytes(part: Part): number {
  switch (part.type) {
    case "thinking":
      return utf8Length(part.text);
    case "tool-call":
      return utf8Length(part.name) + utf8Length(argumentsOf(part));
    case "tool-result":
      return resultBytes(part);
    default:
      return contentBytes(part);
  }
}

/** Bytes of a message: UTF-8 bytes of the texts that are counted, and the length of inline base64. */
export function bytesOf({ parts }: Message): number {
  let bytes = 0;
  for (const part of parts) bytes += partBytes(part);
  return bytes;
}

/**
 * Size of a message: its texts, thinking, call names and arguments (JSON without spaces), and media at a fixed
 * count; nothing for the message or its role (policies, section 0). The results at the positions `previews` hold no
 * longer what the tool gave: their text counts as previews.
 */
export function sizeOf(message: Message, counting: Counting, previews?: ReadonlySet<number>): Size {
  const size = NO_SIZE.slice();
  addSize(size, message, counting, previews);
  size[COLUMN.bytes] = bytesOf(message);
  return size;
}

/** Adds the size of a message, all but its bytes, to one that is given. */
export function addSize(
  size: number[],
  message: Message,
  counting: Counting,
  previews?: ReadonlySet<number>,
): void {
  size[COLUMN.messages] = (size[COLUMN.messages] as number) + 1;
  const own = message.role === "assistant" ? "assistant" : message.role === "tool" ? "results" : "user";
  message.parts.forEach((part, at) =>
    addPart(size, part, own, counting, previews?.has(at) ? "previews" : "results"),
  );
}

/** A text whose measures are known before it is made. */
export interface MeasuredText {
  readonly text: string;
  /** UTF-16 units. */
  readonly length: number;
  /** Bytes in UTF-8. */
  readonly bytes: number;
}

/** Size of a user message that holds one text. The text is made only where something has to be counted in it. */
export function sizeOfUserText(measured: MeasuredText, counting: Counting): Size {
  const size = NO_SIZE.slice();
  size[COLUMN.messages] = 1;
  size[COLUMN.bytes] = measured.bytes;
  const { length } = measured;
  if (counting.readers || counting.counter.name !== "chars4") addText(size, measured.text, "user", counting);
  else addMeasured(size, length, Math.ceil(length / 4), "user");
  return size;
}

/** Tokens, chars4 and bytes of a text of the system prompt or a tool definition. */
export interface TextSize {
  readonly tokens: number;
  readonly chars4: number;
  readonly bytes: number;
}

/** Size of one text. */
export function sizeOfText(text: string, counting: Counting): TextSize {
  return {
    tokens: counting.counter.count(text),
    chars4: Math.ceil(text.length / 4),
    bytes: utf8Length(text),
  };
}

/** Size of tool definitions: each is one text, its JSON without spaces. */
export function sizeOfTools(tools: readonly ToolDefinition[], counting: Counting): TextSize {
  const sizes = tools.map((tool) => sizeOfText(JSON.stringify(tool), counting));
  const sum = (pick: (size: TextSize) => number): number =>
    sizes.reduce((total, size) => total + pick(size), 0);
  return { tokens: sum((s) => s.tokens), chars4: sum((s) => s.chars4), bytes: sum((s) => s.bytes) };
}
