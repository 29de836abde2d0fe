import type { PolicySpec } from "../parameter.ts";

/** `window` (policies, 3.2). */
export const WINDOW: PolicySpec = {
  kind: "window",
  title: "Window",
  summary:
    "Past a budget, leaves older turns out of the request, with no model call. Never beside a summary.",
  params: [
    {
      key: "maxTokens",
      label: "Budget",
      help: "Acts when the outgoing request, system prompt and tools included, is over this many tokens.",
      type: "integer",
      unit: "tokens",
      min: 1,
      default: 100_000,
      slider: { min: 1000, max: 1_000_000, scale: "log" },
      instead: "maxMessages",
    },
    {
      key: "maxMessages",
      label: "Budget",
      help: "Acts when the outgoing request holds more than this many messages.",
      type: "integer",
      unit: "messages",
      min: 1,
      default: null,
      slider: { min: 2, max: 1000, scale: "log" },
      instead: "maxTokens",
    },
    {
      key: "strategy",
      label: "Strategy",
      help:
        "Which turns leave: the oldest; those in the middle; all but the newest few; or, adaptive, the oldest or the " +
        "middle, whichever leaves out less. The current turn always stays.",
      type: "choice",
      choices: ["oldest-first", "middle-out", "recent-turns", "adaptive"],
      default: "oldest-first",
    },
    {
      key: "turns",
      label: "Turns kept",
      help: "How many of the newest turns recent-turns keeps, the current one included.",
      type: "integer",
      unit: "turns",
      min: 1,
      default: 5,
      slider: { min: 1, max: 100, scale: "log" },
    },
  ],
};
