import type { ProfileInput } from "../model/profile.ts";

/** A built-in profile. `about` says what it is and what of its framework it does not imitate. */
export interface Preset {
  readonly name: string;
  readonly about: string;
  readonly profile: ProfileInput;
}

/** The built-in profiles (policies, section 6), with the defaults of the systems that they are named after. */
export const PRESETS: readonly Preset[] = [
  {
    name: "llm4s",
    about:
      "Offload over 20,000 tokens and summarize past 100,000. Approval, hand-offs and guardrails are not imitated.",
    profile: { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] },
  },
  {
    name: "synaps",
    about:
      "Spill text over 64 KiB to a file with 4 KiB of head and tail. Retention of old spill files is not imitated.",
    profile: { name: "synaps", policies: [{ kind: "spill" }] },
  },
  {
    name: "hastekit",
    about:
      "Successful results over 32 KiB are saved and shown by an excerpt of 2 KiB; inline media are externalised first. " +
      "Durable journals, background tasks and conversation summaries are not imitated.",
    profile: { name: "hastekit", policies: [{ kind: "respond-limit" }, { kind: "attachments" }] },
  },
  {
    name: "mentra",
    about:
      "The runtime's own limit of 50 KiB and 2,000 lines, then paging over 64 KiB. As it comes the limit leaves nothing " +
      "to page: raise maxBytes and maxLines to what a tool may really return. Approval and sub-agents are not imitated.",
    profile: { name: "mentra", policies: [{ kind: "paging" }, { kind: "runtime-limit" }] },
  },
  {
    name: "anthropic-context-editing",
    about:
      "Past 100,000 tokens all tool results but the newest three are cleared. The provider counts with its own " +
      "tokenizer and clears on its side; clearing of thinking and the memory tool are not imitated.",
    profile: { name: "anthropic-context-editing", policies: [{ kind: "clear-tool-uses" }] },
  },
  {
    name: "langchain",
    about:
      "A summary at 100,000 tokens or more, the newest 20 messages kept, at most 4,000 tokens given to the compressor. " +
      "The framework's middleware has no trigger of its own: this one stands in. It writes with a model and counts with " +
      "its own estimate; here the summary is extracted, and no message is ever deleted from history.",
    profile: {
      name: "langchain",
      policies: [
        {
          kind: "summarize",
          trigger: { tokens: 100_000 },
          comparator: ">=",
          keepRecent: 20,
          maxCompressorInputTokens: 4000,
        },
      ],
    },
  },
  {
    name: "deepagents",
    about:
      "Offload over 20,000 tokens with the first and last five lines shown, a summary at 170,000 tokens or more with " +
      "the newest six messages kept. The to-do list, sub-agents, the rest of its file system, offloading of the " +
      "summarised history and of large inputs are not imitated.",
    profile: {
      name: "deepagents",
      policies: [
        { kind: "offload", thresholdTokens: 20_000, previewLines: 5, tailLines: 5 },
        { kind: "summarize", trigger: { tokens: 170_000 }, comparator: ">=", keepRecent: 6 },
      ],
    },
  },
  {
    name: "codex",
    about:
      "The middle of a result over 10 KiB is cut out, about half of what stays from either end. The agent throws the " +
      "middle away and bounds lines as well; here it goes to a spill file, and results of reading tools point back at " +
      "their file. Compaction by its model is not imitated.",
    profile: {
      name: "codex",
      policies: [{ kind: "spill", spillBytes: 10_240, headBytes: 5000, tailBytes: 5000 }],
    },
  },
  {
    name: "gemini-cli",
    about:
      "A result over 40,000 bytes is saved to a file and shown by its head (a fifth) and its tail (four fifths). The " +
      "agent counts characters and does so for its shell only; its masking of old results and its compression by a " +
      "model are not imitated.",
    profile: {
      name: "gemini-cli",
      policies: [{ kind: "spill", spillBytes: 40_000, headBytes: 7800, tailBytes: 31_200 }],
    },
  },
  {
    name: "none",
    about:
      "No policy: what the transcript costs when nothing manages it. Repair still acts before every send.",
    profile: { name: "none", policies: [] },
  },
];

/** The preset of that name, or undefined. */
export function presetNamed(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.name === name);
}
