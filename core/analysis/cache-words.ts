import type { Parting } from "../model/run-view.ts";

/** What a provider would say of a request's cache. */
export interface CacheWords {
  readonly provider: string;
  readonly says: string;
}

const ANTHROPIC: { readonly [P in Parting["place"]]: string } = {
  tools:
    "Changed tool definitions invalidate the tools, system and messages caches: nothing is read, all is written anew.",
  reader: "Changed tool definitions invalidate the tools, system and messages caches.",
  system:
    "The tools cache stays valid; the changed system prompt invalidates the system and messages caches.",
  summary: "The tools and system caches stay valid; the messages cache is invalid from the first message on.",
  lifted: "The tools and system caches stay valid; the messages cache is invalid after the summary.",
  history: "The tools and system caches stay valid; the messages cache is invalid from the changed block on.",
  end: "All earlier blocks are a cache read, what follows the last breakpoint is a cache write.",
};

const PLACES: { readonly [P in Parting["place"]]: string } = {
  tools: "in the tool definitions",
  reader: "in the tool definitions",
  system: "in the system prompt",
  summary: "at the summary",
  lifted: "after the summary",
  history: "among the messages",
  end: "at the end of the request before",
};

/** Where a request's cache ends, in the words of the providers. */
export function cacheWords({ place }: Parting): readonly CacheWords[] {
  const exact = `the longest common prefix ends ${PLACES[place]}`;
  return [
    { provider: "Anthropic", says: ANTHROPIC[place] },
    {
      provider: "OpenAI",
      says: `An exact prefix match is needed: ${exact}; only what comes before can be cached tokens.`,
    },
    { provider: "Gemini", says: `Implicit caching works on common prefixes: ${exact}.` },
  ];
}
