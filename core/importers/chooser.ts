import { anthropicMessages } from "./anthropic-messages.ts";
import { atif } from "./atif.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeStream } from "./claude-stream.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { har } from "./har.ts";
import { opencode } from "./opencode.ts";
import { vcr } from "./vcr.ts";
import type { Importer } from "./importer.ts";
import { geminiCli } from "./gemini-cli.ts";
import { gemini } from "./gemini.ts";
import { miniSweAgent } from "./mini-swe-agent.ts";
import { inspect } from "./inspect.ts";
import { langchain } from "./langchain.ts";
import { langsmith } from "./langsmith.ts";
import { langfuse } from "./langfuse.ts";
import { openHands } from "./openhands.ts";
import { otel } from "./otel.ts";
import { openaiResponses } from "./openai-responses.ts";
import { openaiChat } from "./openai-chat.ts";
import { pi } from "./pi.ts";
import { vercelAi } from "./vercel-ai.ts";
import { shareGpt } from "./sharegpt.ts";
import { sweAgent } from "./swe-agent.ts";
import { ullage } from "./ullage.ts";

/** Every format that is understood: a new one is one file and one line here. */
export const IMPORTERS: readonly Importer[] = [
  ullage,
  claudeCode,
  claudeStream,
  opencode,
  copilotCli,
  har,
  vcr,
  codex,
  pi,
  geminiCli,
  vercelAi,
  shareGpt,
  miniSweAgent,
  sweAgent,
  atif,
  openHands,
  otel,
  langfuse,
  langsmith,
  langchain,
  inspect,
  anthropicMessages,
  openaiResponses,
  gemini,
  openaiChat,
];

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
