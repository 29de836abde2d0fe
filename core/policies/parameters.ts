import type { PolicyKind } from "../model/profile.ts";
import type { ParamSpec, PolicySpec } from "./parameter.ts";

export type { ParamSpec, ParamUnit, PolicySpec } from "./parameter.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

function bytes(key: string, label: string, value: number, help: string, top = 4 * MIB): ParamSpec {
  const slider = { min: 256, max: top, scale: "log" } as const;
  return { key, label, help, type: "integer", unit: "bytes", min: 0, default: value, slider };
}

/** `offload` (policies, 2.1). */
const OFFLOAD: PolicySpec = {
  kind: "offload",
  title: "Offload",
  summary: "Keeps a large tool result in the state and shows the model a header and its first lines.",
  params: [
    {
      key: "thresholdTokens",
      label: "Threshold",
      help: "A result whose text is over this many estimated tokens (chars4) is offloaded.",
      type: "integer",
      unit: "tokens",
      min: 1000,
      default: 20_000,
      slider: { min: 1000, max: 200_000, scale: "log" },
    },
    {
      ...bytes("maxResultBytes", "Bytes kept of one result", MIB, "A stored result is cut to this size."),
      min: 1,
    },
    {
      ...bytes(
        "maxTotalBytes",
        "Bytes kept in all",
        16 * MIB,
        "The stored results together, as a checkpoint holds them: past it the oldest are evicted.",
        64 * MIB,
      ),
      min: 1,
    },
    {
      key: "previewLines",
      label: "First lines shown",
      help: "How many of the first lines stand in the preview.",
      type: "integer",
      unit: "lines",
      min: 0,
      default: 10,
      slider: { min: 0, max: 100, scale: "linear" },
    },
    {
      key: "previewLineChars",
      label: "Characters a line",
      help: "A line of the preview is cut to this many UTF-16 units.",
      type: "integer",
      unit: "chars",
      min: 1,
      default: 1000,
      slider: { min: 10, max: 10_000, scale: "log" },
    },
    {
      key: "tailLines",
      label: "Last lines shown",
      help: "How many of the last lines stand in the preview: failures are often there.",
      type: "integer",
      unit: "lines",
      min: 0,
      default: 0,
      slider: { min: 0, max: 100, scale: "linear" },
    },
  ],
};

/** Tools that read files under the names that agents give them. */
const READ_TOOLS = ["read", "read_file", "Read", "ReadFile", "readFile", "view_file", "open_file", "view"];

/** `spill` (policies, 2.2). */
const SPILL: PolicySpec = {
  kind: "spill",
  title: "Spill",
  summary: "Stores a large text result whole in a file and keeps its head, a note and its tail in history.",
  params: [
    bytes("spillBytes", "Spill over", 64 * KIB, "A text result over this size is spilled. 0 turns it off."),
    bytes("headBytes", "Head kept", 4 * KIB, "Bytes of the beginning that stay in history.", 256 * KIB),
    bytes("tailBytes", "Tail kept", 4 * KIB, "Bytes of the end that stay in history.", 256 * KIB),
    bytes(
      "maxToolOutputBytes",
      "Legacy cut",
      128 * KIB,
      "Where nothing can be spilled, a result is cut to this size, head only: the tail is lost.",
    ),
    bytes("fileCapBytes", "File cap", 16 * MIB, "A spill file keeps this much, then a note.", 64 * MIB),
    bytes(
      "sessionCapBytes",
      "Session cap",
      256 * MIB,
      "All spill files of a session together; a result that would pass it falls back to the legacy cut.",
      1024 * MIB,
    ),
    {
      key: "readTools",
      label: "Reading tools",
      help: "Tools whose results are never copied: the preview points back at the file that was read.",
      type: "names",
      default: READ_TOOLS,
    },
    {
      key: "readArgs.path",
      label: "Path argument",
      help: "Names of the argument that holds the path of a reading tool, first match.",
      type: "names",
      default: ["path", "file_path", "filePath"],
    },
    {
      key: "readArgs.offset",
      label: "Offset argument",
      help: "Names of the argument that holds the first line to read.",
      type: "names",
      default: ["offset"],
    },
    {
      key: "readArgs.limit",
      label: "Limit argument",
      help: "Names of the argument that holds how many lines to read; a read that sets it is left alone.",
      type: "names",
      default: ["limit"],
    },
  ],
};

/** `summarize` (policies, 3.1). */
const SUMMARIZE: PolicySpec = {
  kind: "summarize",
  title: "Summarize",
  summary: "Past a trigger, sends a summary in place of the older messages. Stored history is never edited.",
  params: [
    {
      key: "trigger.tokens",
      label: "Trigger",
      help: "Acts when the outgoing request, system prompt and tools included, is past this many tokens.",
      type: "integer",
      unit: "tokens",
      min: 1,
      default: 100_000,
      slider: { min: 1000, max: 1_000_000, scale: "log" },
      instead: "trigger.messages",
    },
    {
      key: "trigger.messages",
      label: "Trigger",
      help: "Acts when the outgoing request holds more than this many messages; the summary counts as one.",
      type: "integer",
      unit: "messages",
      min: 1,
      default: null,
      slider: { min: 2, max: 1000, scale: "log" },
      instead: "trigger.tokens",
    },
    {
      key: "comparator",
      label: "Comparator",
      help: "Whether the trigger itself still passes (>) or already acts (>=).",
      type: "choice",
      choices: [">", ">="],
      default: ">",
    },
    {
      key: "keepRecent",
      label: "Recent messages kept",
      help: "How many of the latest messages are always sent as they are.",
      type: "integer",
      unit: "messages",
      min: 1,
      default: 20,
      slider: { min: 1, max: 200, scale: "log" },
    },
    {
      key: "maxSummaryTokens",
      label: "Summary bound",
      help: "The summary message as sent is at most this many tokens (chars4).",
      type: "integer",
      unit: "tokens",
      min: 32,
      default: 2000,
      slider: { min: 32, max: 50_000, scale: "log" },
    },
    {
      key: "pinNewestUser",
      label: "Pin the newest user message",
      help: "Lifts the newest user message out when it would be covered, and sends it after the summary.",
      type: "boolean",
      default: false,
    },
    {
      key: "compressor.kind",
      label: "Compressor",
      help: "Who writes the summary: extractive is offline and deterministic, recorded takes the recording's own, fixed a given text.",
      type: "choice",
      choices: ["extractive", "recorded", "fixed", "model"],
      default: "extractive",
    },
    {
      key: "compressor.text",
      label: "Fixed summary",
      help: "The text that the fixed compressor gives.",
      type: "text",
      default: null,
    },
    {
      key: "maxCompressorInputTokens",
      label: "Compressor input",
      help: "The compressor is given at most this many tokens (chars4), the newest. 0 is no bound.",
      type: "integer",
      unit: "tokens",
      min: 0,
      default: 0,
      slider: { min: 0, max: 1_000_000, scale: "log" },
    },
  ],
};

/** Every policy there is, by kind. */
export const POLICY_SPECS: { readonly [K in PolicyKind]: PolicySpec } = {
  offload: OFFLOAD,
  spill: SPILL,
  summarize: SUMMARIZE,
};

/** The kinds, in the order in which lists offer them. */
export const POLICY_KINDS = Object.keys(POLICY_SPECS) as readonly PolicyKind[];

/** The value at a dotted path, or undefined. Own fields only. */
export function valueAt(config: unknown, path: string): unknown {
  let value: unknown = config;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A copy of `config` with the value at a dotted path set; `undefined` removes it. */
export function withValueAt<T extends object>(config: T, path: string, value: unknown): T {
  const [key = "", ...rest] = path.split(".");
  const own = { ...config } as Record<string, unknown>;
  if (rest.length > 0) {
    const inner = Object.hasOwn(own, key) ? own[key] : undefined;
    const base = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
    own[key] = withValueAt(base, rest.join("."), value);
  } else if (value === undefined) delete own[key];
  else own[key] = value;
  return own as T;
}
