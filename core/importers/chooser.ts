import { anthropicMessages } from "./anthropic-messages.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import type { Importer } from "./importer.ts";
import { openaiChat } from "./openai-chat.ts";
import { pi } from "./pi.ts";
import { ullage } from "./ullage.ts";

/** Every format that is understood: a new one is one file and one line here. */
export const IMPORTERS: readonly Importer[] = [ullage, claudeCode, codex, pi, anthropicMessages, openaiChat];

/** An importer with the reason why it was taken. */
export interface Choice {
  readonly importer: Importer;
  readonly because: string;
}

/** The importer that is surest of a file's first records; undefined when none knows them. */
export function choose(records: readonly unknown[]): Choice | undefined {
  let best: (Choice & { readonly score: number }) | undefined;
  for (const importer of IMPORTERS) {
    const { score, because } = importer.recognise(records);
    if (score > 0 && (!best || score > best.score)) best = { importer, because, score };
  }
  return best;
}
