import type { PolicySpec } from "../parameter.ts";

/** `clear-tool-uses` (policies, 3.3). */
export const CLEAR_TOOL_USES: PolicySpec = {
  kind: "clear-tool-uses",
  title: "Clear tool uses",
  summary:
    "Past a trigger, sends a placeholder for all tool results but the newest. What was cleared stays cleared.",
  params: [
    {
      key: "triggerTokens",
      label: "Trigger",
      help: "Acts when the outgoing request, system prompt and tools included, is over this many tokens.",
      type: "integer",
      unit: "tokens",
      min: 1,
      default: 100_000,
      slider: { min: 1000, max: 1_000_000, scale: "log" },
    },
    {
      key: "keep",
      label: "Results kept",
      help: "How many of the newest tool results stay as they are.",
      type: "integer",
      unit: "results",
      min: 0,
      default: 3,
      slider: { min: 1, max: 100, scale: "log" },
    },
    {
      key: "clearAtLeast",
      label: "Clear at least",
      help: "Nothing is cleared unless the request becomes at least this much smaller: each clearing breaks the cache.",
      type: "integer",
      unit: "tokens",
      min: 0,
      default: 0,
      slider: { min: 100, max: 200_000, scale: "log" },
    },
    {
      key: "excludeTools",
      label: "Tools left alone",
      help: "Tools whose results are never cleared.",
      type: "names",
      default: [],
    },
    {
      key: "clearToolInputs",
      label: "Clear the inputs too",
      help: "Whether the arguments of the calls go with their results.",
      type: "boolean",
      default: false,
    },
  ],
};
