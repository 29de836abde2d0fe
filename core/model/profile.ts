/** When `summarize` acts: past this many tokens, or past this many messages, of the outgoing request. */
export type Trigger = { readonly tokens: number } | { readonly messages: number };

/** How a threshold is held against a value. `>` is the rule; `>=` is for presets that need it. */
export type Comparator = ">" | ">=";

/** Who writes the summary. */
export type CompressorConfig =
  | { readonly kind: "extractive" }
  | { readonly kind: "recorded" }
  | { readonly kind: "fixed"; readonly text: string }
  | { readonly kind: "model" };

/** `offload` with every parameter filled in (policies, 2.1). Units: chars4 tokens, bytes, lines, UTF-16 units. */
export interface OffloadConfig {
  readonly kind: "offload";
  readonly thresholdTokens: number;
  readonly maxResultBytes: number;
  readonly maxTotalBytes: number;
  readonly previewLines: number;
  readonly previewLineChars: number;
  readonly tailLines: number;
}

/** `spill` with every parameter filled in (policies, 2.2). All sizes in bytes. */
export interface SpillConfig {
  readonly kind: "spill";
  readonly spillBytes: number;
  readonly headBytes: number;
  readonly tailBytes: number;
  readonly maxToolOutputBytes: number;
  readonly fileCapBytes: number;
  readonly sessionCapBytes: number;
  readonly readTools: readonly string[];
  readonly readArgs: ReadArgs;
}

/** Names of the arguments of a reading tool: which hold the path, the first line and the number of lines. */
export interface ReadArgs {
  readonly path: readonly string[];
  readonly offset: readonly string[];
  readonly limit: readonly string[];
}

/** `summarize` with every parameter filled in (policies, 3.1). `maxSummaryTokens` is always chars4. */
export interface SummarizeConfig {
  readonly kind: "summarize";
  readonly trigger: Trigger;
  readonly comparator: Comparator;
  readonly keepRecent: number;
  readonly maxSummaryTokens: number;
  readonly pinNewestUser: boolean;
  readonly compressor: CompressorConfig;
  readonly maxCompressorInputTokens: number;
}

/** `respond-limit` with every parameter filled in (policies, 2.3). Both sizes in bytes. */
export interface RespondLimitConfig {
  readonly kind: "respond-limit";
  readonly maxResponseBytes: number;
  readonly maxSummaryBytes: number;
  readonly store: boolean;
}

/** `attachments` (policies, 2.4). */
export interface AttachmentsConfig {
  readonly kind: "attachments";
}

/** `runtime-limit` with every parameter filled in (policies, 2.5). Units: bytes, lines. */
export interface RuntimeLimitConfig {
  readonly kind: "runtime-limit";
  readonly maxBytes: number;
  readonly maxLines: number;
}

/** `paging` with every parameter filled in (policies, 2.6). Both in bytes; a page of 0 means 1. */
export interface PagingConfig {
  readonly kind: "paging";
  readonly thresholdBytes: number;
  readonly pageBytes: number;
}

/** How `window` chooses what leaves. */
export type WindowStrategy = "oldest-first" | "middle-out" | "recent-turns" | "adaptive";

/** `window` with every parameter filled in (policies, 3.2): one of the two budgets is there. */
export interface WindowConfig {
  readonly kind: "window";
  readonly maxTokens?: number;
  readonly maxMessages?: number;
  readonly strategy: WindowStrategy;
  readonly turns: number;
}

/** `clear-tool-uses` with every parameter filled in (policies, 3.3). Units: tokens, results. */
export interface ClearToolUsesConfig {
  readonly kind: "clear-tool-uses";
  readonly triggerTokens: number;
  readonly keep: number;
  readonly clearAtLeast: number;
  readonly excludeTools: readonly string[];
  readonly clearToolInputs: boolean;
}

/** One policy of a profile. */
export type PolicyConfig =
  | OffloadConfig
  | SpillConfig
  | RespondLimitConfig
  | AttachmentsConfig
  | RuntimeLimitConfig
  | PagingConfig
  | SummarizeConfig
  | WindowConfig
  | ClearToolUsesConfig;

/** The kinds of policies there are. */
export type PolicyKind = PolicyConfig["kind"];

/** Names of the exact token counters: byte-pair encoders, which a root provides when a profile names one. */
export const BPE_NAMES = ["o200k_base", "cl100k_base"] as const;

/** An exact token counter's name. */
export type BpeName = (typeof BPE_NAMES)[number];

/** Names of the token counters (policies, section 0). */
export const COUNTER_NAMES = ["chars4", "script-aware", ...BPE_NAMES] as const;

/** A token counter's name. */
export type CounterName = (typeof COUNTER_NAMES)[number];

/** Which form of a result is managed where the recording holds two: the whole, or what the vendor let the model see. */
export const RESULT_FORMS = ["full", "seen"] as const;

/** A form of results. */
export type ResultForm = (typeof RESULT_FORMS)[number];

/** A whole profile, defaults filled in. The order of `policies` is the stack, the first outermost. */
export interface Profile {
  readonly name: string;
  readonly tokenCounter: CounterName;
  readonly maxPromptSectionTokens: number;
  /** Tokens that the model's window holds: drawn and warned of, never a rule. */
  readonly contextWindow: number;
  /** Tokens counted for one image, audio or file. */
  readonly mediaTokens: number;
  readonly results: ResultForm;
  readonly policies: readonly PolicyConfig[];
}

/** A profile as people write it: everything may be left out but each policy's kind. Not yet checked. */
export interface ProfileInput {
  readonly name?: string;
  readonly tokenCounter?: CounterName;
  readonly maxPromptSectionTokens?: number;
  readonly contextWindow?: number;
  readonly mediaTokens?: number;
  readonly results?: ResultForm;
  readonly policies: readonly PolicyInput[];
}

/** A policy as people write it. */
export type PolicyInput = { [K in PolicyKind]: PolicyInputOf<K> }[PolicyKind];

/** The input form of one kind. */
export type PolicyInputOf<K extends PolicyKind> = { readonly kind: K } & Partial<
  Omit<Extract<PolicyConfig, { kind: K }>, "kind">
>;
