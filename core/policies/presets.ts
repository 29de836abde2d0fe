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
