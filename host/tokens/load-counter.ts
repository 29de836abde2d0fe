import { bpeCounter } from "../../core/model/bpe-counter.ts";
import { provideCounter } from "../../core/model/counter.ts";
import { stringField } from "../../core/model/json.ts";
import { BPE_NAMES, type BpeName } from "../../core/model/profile.ts";

/** What is used of an encoding. */
interface Encoding {
  readonly countTokens: (text: string, options: { readonly disallowedSpecial: Set<string> }) => number;
}

/** Each is some two megabytes of ranks: imported when a profile first names it. */
const ENCODINGS: { readonly [N in BpeName]: () => Promise<Encoding> } = {
  o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
  cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
};

/** Text such as <|endoftext|> is text like any other: nobody's transcript can make a count fail. */
const PLAIN = { disallowedSpecial: new Set<string>() };

const loading = new Map<BpeName, Promise<void>>();

async function load(name: BpeName): Promise<void> {
  const { countTokens } = await ENCODINGS[name]();
  provideCounter(bpeCounter(name, (text) => countTokens(text, PLAIN)));
}

/** Loads a token counter, once. Resolves at once for a name of none that must be loaded. */
export async function loadCounter(name: string | undefined): Promise<void> {
  const known = BPE_NAMES.find((one) => one === name);
  if (!known) return;
  const started = loading.get(known) ?? load(known);
  loading.set(known, started);
  // One that failed is tried again with the next profile.
  await started.catch((error: unknown) => {
    loading.delete(known);
    throw error;
  });
}

/** Loads the token counter that a profile names, checked or not: it is needed to check it against a thread. */
export async function loadCounterOf(profile: unknown): Promise<void> {
  await loadCounter(stringField(profile, "tokenCounter"));
}
