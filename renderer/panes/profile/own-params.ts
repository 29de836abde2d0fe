import { PROFILE_DEFAULTS } from "../../../core/policies/defaults.ts";
import type { ParamSpec } from "../../../core/policies/parameters.ts";
import { COUNTER_NAMES, RESULT_FORMS } from "../../../core/model/profile.ts";

/** The settings of a profile itself, described like a policy's parameters. */
export const OWN_PARAMS: readonly ParamSpec[] = [
  {
    key: "tokenCounter",
    label: "Token counter",
    help: "How tokens are estimated. Offload’s threshold and the summary’s bound are chars4 whatever is chosen.",
    type: "choice",
    choices: COUNTER_NAMES,
    default: PROFILE_DEFAULTS.tokenCounter,
  },
  {
    key: "results",
    label: "Results",
    help: "Which form is managed where the recording holds two: full, or as seen by the model after its vendor’s own cut.",
    type: "choice",
    choices: RESULT_FORMS,
    default: PROFILE_DEFAULTS.results,
  },
  {
    key: "contextWindow",
    label: "Context window",
    help: "Tokens that the model’s window holds: drawn on the timeline and warned of, never a rule.",
    type: "integer",
    unit: "tokens",
    min: 1,
    default: PROFILE_DEFAULTS.contextWindow,
    slider: { min: 4000, max: 2_000_000, scale: "log" },
  },
  {
    key: "mediaTokens",
    label: "Tokens of an image",
    help: "What one image, audio or file is counted as.",
    type: "integer",
    unit: "tokens",
    min: 0,
    default: PROFILE_DEFAULTS.mediaTokens,
    slider: { min: 0, max: 10_000, scale: "log" },
  },
  {
    key: "maxPromptSectionTokens",
    label: "Prompt sections",
    help: "Bound on all prompt sections of a request together.",
    type: "integer",
    unit: "tokens",
    min: 0,
    default: PROFILE_DEFAULTS.maxPromptSectionTokens,
    slider: { min: 0, max: 100_000, scale: "log" },
  },
];
