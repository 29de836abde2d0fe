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

/** Of so many of these records, one must be known for what is known to decide. */
const KNOWN_OF = 5;

/** True for a record that an importer would take if it stood alone. */
export function isKnown(record: unknown): boolean {
  return choose([record]) !== undefined;
}

/** The importer of the records that are known, where too many others stand among them for it to be sure. */
export function chooseAmong(records: readonly unknown[]): Choice | undefined {
  const known = records.filter(isKnown);
  if (known.length === records.length || known.length * KNOWN_OF < records.length) return undefined;
  const choice = choose(known);
  return (
    choice && { ...choice, because: `${choice.because}; ${records.length - known.length} more are unknown` }
  );
}
