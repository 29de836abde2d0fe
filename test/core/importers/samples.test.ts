import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReadFile } from "../../../core/importers/read-all.ts";
import { readAll } from "../../../core/importers/read-all.ts";
import { countThread } from "../../../core/model/thread.ts";
import { decode } from "../../support/import-text.ts";

/**
 * Real transcripts, where they exist: the folder is not part of the project. What is read must agree with the
 * manifest's counts but for the differences stated here, each with its reason.
 */
const FOLDER = process.env["ULLAGE_SAMPLES"] ?? join(import.meta.dirname, "../../../../shared/samples");
const MANIFEST = join(FOLDER, "MANIFEST.tsv");
const FORMATS = [
  "claude_code",
  "codex",
  "pi",
  "openai_responses",
  "gemini_generate_content",
  "gemini_cli",
  "vercel_ai",
  "sharegpt",
  "mini_swe_agent",
  "swe_agent",
  "atif",
  "openhands",
  "otel_genai",
  "langfuse",
  "langchain",
  "inspect",
  "openai_chat",
  "anthropic_messages",
  "claude_code_stream_json",
  "opencode",
  "har",
  "vcr_cassette",
  "copilot_cli",
];

/** Single files of a store that is read as a folder. */
const STORE = "opencode/storage_v2/";

interface Difference {
  readonly messages: number;
  readonly results?: number;
  readonly why: string;
}

const merged = (lines: number): Difference => ({
  messages: -lines,
  why: "lines of one response are one message",
});
const summaries = (count: number): Difference => ({
  messages: -count,
  why: "a compaction's summary is a mark",
});
const split = (count: number): Difference => ({
  messages: count,
  why: "a line with results and text is two messages",
});
const agents = (messages: number, results: number): Difference => ({
  messages,
  results,
  why: "sub-agents' messages, which the manifest does not count: progress lines hold copies of them",
});
const system = (count: number): Difference => ({ messages: -count, why: "the system prompt is no message" });
const response = (messages = 1, results = 0): Difference => ({
  messages,
  results,
  why: "the last response, which the manifest does not count: it counts the longest request",
});

const calls = (count: number): Difference => ({
  messages: count,
  why: "items that call are assistant messages: the manifest counts message items alone",
});
const results = (count: number): Difference => ({
  messages: count,
  why: "items that answer a call are tool messages: the manifest counts message items alone",
});

const unsaid = (count: number): Difference => ({
  messages: -count,
  why: "a response that was aborted before a word was said is an error mark",
});

const joined = (count: number): Difference => ({
  messages: -count,
  why: "items of one response are one message",
});

const toolMessages = (count: number): Difference => ({
  messages: count,
  why: "results stand in the message that made the calls: they become a tool message after it",
});
const interfaceOnly = (count: number): Difference => ({
  messages: -count,
  why: "what the interface says to the user is no message",
});
const silent = (count: number): Difference => ({
  messages: -count,
  why: "events of the program (states, look-ups) are no messages",
});
const observations = (messages: number, results = 0): Difference => ({
  messages,
  results,
  why: "the manifest counts observations and tools' runs: the messages are those of the model calls",
});
const end = (count: number): Difference => ({ messages: -count, why: "how a run ended is a mark" });
const errors = (count: number): Difference => ({ messages: -count, why: "an error is a mark" });

const DIFFERENCES: Readonly<Record<string, readonly Difference[]>> = {
  "claude_code/cc-4.1MB-2compactions-microcompact.jsonl": [merged(295), summaries(2), split(1)],
  "claude_code/cc-3.9MB-agent_progress-mcp.jsonl": [merged(174), summaries(1), split(1), agents(360, 197)],
  "claude_code/cc-2.3MB-image-tool-result.jsonl": [merged(64), agents(57, 36)],
  "claude_code/cc-1.1MB-glued-line.jsonl": [merged(91)],
  "claude_code/cc-108KB-small.jsonl": [merged(14)],
  "claude_code/cc-as-fixture-small.jsonl": [
    merged(3),
    summaries(1),
    { messages: -1, why: "a synthetic assistant line is an error mark" },
    { messages: -1, why: "one line repeats another (same uuid, same length)" },
    { messages: -4, results: -1, why: "four lines are on branches that the session left" },
  ],
  "codex/rollout-2025-11-17-342KB.jsonl": [calls(39), results(39)],
  "codex/rollout-as-fixture-0.146-allrecords.jsonl": [
    calls(7),
    results(6),
    { messages: 2, results: 2, why: "results of hosted calls stand in tool messages of their own" },
    { messages: 2, why: "messages between agents are user messages" },
  ],
  "openai_responses/responses-tool-search.reqres.jsonl": [
    joined(1),
    response(),
    { messages: 0, results: 2, why: "outputs of tool searches are results" },
  ],
  "openai_responses/responses-custom-tool-retry.reqres.jsonl": [
    joined(3),
    response(),
    { messages: 0, results: 3, why: "outputs of custom tools are results" },
  ],
  "openai_responses/responses-compaction.reqres.jsonl": [
    { messages: -1, why: "the compaction item is a mark" },
    response(),
  ],
  "openai_responses/gemini-and-responses-cross-provider.reqres.jsonl": [response()],
  "gemini_generate_content/gemini3-image-tool-return.reqres.jsonl": [response()],
  "gemini_generate_content/gemini-and-responses-cross-provider.reqres.jsonl": [response()],
  "gemini_cli/session-59KB.json": [interfaceOnly(1), toolMessages(7)],
  "gemini_cli/session-41KB.json": [interfaceOnly(1), toolMessages(11)],
  "gemini_cli/session-summary-10KB.json": [interfaceOnly(1), toolMessages(3), errors(2)],
  "gemini_cli/session-v0.40.jsonl": [toolMessages(1)],
  "vercel_ai/ui-messages-40steps.json": [
    { messages: 40, why: "an assistant message holds 41 steps: each is a message" },
    toolMessages(40),
  ],
  "mini_swe_agent/sqlfluff-1733-1.2MB.traj.json": [system(1), end(1)],
  "mini_swe_agent/sqlfluff-1733-reasoner-1.1MB.traj.json": [system(1), end(1)],
  "mini_swe_agent/github_issue-test.traj.json": [system(1)],
  "swe_agent/ctf-i_got_id-110KB.traj": [
    system(1),
    { messages: 1, why: "the last observation, which the history leaves out, is taken from its step" },
  ],
  "swe_agent/marshmallow-1867-function_calling-391KB.traj": [
    system(1),
    { messages: 0, results: 1, why: "a result whose step says nothing is a result still" },
  ],
  "swe_agent/marshmallow-1867-thought_action-84KB.traj": [
    system(1),
    {
      messages: 1,
      results: 1,
      why: "the last observation, which the history leaves out, is taken from its step",
    },
  ],
  "atif/ctxsum/trajectory.json": [
    { messages: -1, results: -1, why: "a step that only hands over to sub-agents is a compaction mark" },
    toolMessages(7),
  ],
  "atif/openhands.trajectory.json": [system(1), toolMessages(1)],
  "atif/ctxsum/trajectory.summarization-1-answers.json": [toolMessages(2)],
  "atif/ctxsum/trajectory.summarization-1-summary.json": [toolMessages(2)],
  "openhands/v0-73events-wrapped-830KB.json": [system(1), silent(11)],
  "openhands/v0-73events-418KB.json": [system(1), silent(11)],
  "openhands/v0-harbor-rfc-63KB.json": [system(1), silent(2)],
  "otel_genai/otlp-aisdk7-40steps.json": [
    {
      messages: -48,
      why: "the manifest counts 130 spans: the messages are those of the last call and its answer",
    },
  ],
  "otel_genai/logfire-rows-1.0MB.json": [
    { messages: 473, results: 158, why: "the manifest does not count the messages of the 157 runs" },
  ],
  "langfuse/beeai-335KB.trace.json": [observations(-25, -3)],
  "langfuse/agno-128KB.trace.json": [observations(-3, 1)],
  "langfuse/langgraph-python-54KB.trace.json": [observations(-4)],
  "langfuse/langgraph-ui-merged.json": [observations(-4)],
  "langchain/lc-serialized-40turns.json": [system(1)],
  "langchain/stored-messages-40turns.json": [system(1)],
  "inspect/images-tc.json": [system(1)],
  "pi/large-session-974KB.jsonl": [unsaid(14)],
  "pi/session-compaction-947KB.jsonl": [
    unsaid(6),
    { messages: 2, why: "a glued line holds two messages that the manifest does not count" },
  ],
  "openai_chat/taubench-gpt-4o-airline-4.1MB.json": [system(200)],
  "openai_chat/taubench-grok3-3.4MB.json": [system(115)],
  "openai_chat/chat-image-tool-response-2.8MB.reqres.jsonl": [response()],
  "openai_chat/chat-sse-complex-agent.reqres.jsonl": [response()],
  "openai_chat/chat-mcp-code-mode.reqres.jsonl": [response()],
  "openai_chat/chat-groq-tool-use-failed.reqres.jsonl": [system(1), response()],
  "anthropic_messages/anthropic-image-tool-result-2.8MB.reqres.jsonl": [response(), split(1)],
  "anthropic_messages/anthropic-pause_turn-websearch-0.7MB.reqres.jsonl": [
    { messages: 1, why: "results of tools that ran at the provider stand in a tool message of their own" },
    response(3, 5),
  ],
  "anthropic_messages/anthropic-99msgs-429.reqres.jsonl": [response()],
  "anthropic_messages/anthropic-compaction-0.5MB.reqres.jsonl": [response()],
  "claude_code_stream_json/07-tool-use-partial.jsonl": [
    { messages: 3, results: 1, why: "the manifest does not count this format: two responses and a result" },
  ],
  "copilot_cli/copilot-events-small.jsonl": [
    { messages: 12, results: 4, why: "the manifest does not count this format" },
  ],
  "opencode/opencode-1.18.33-export-120tools.json": [
    toolMessages(112),
    { messages: -3, why: "assistant messages in which nothing was said are none" },
  ],
  "har/anthropic-websearch-base64.har": [
    { messages: 1, why: "results of tools that ran at the provider stand in a tool message of their own" },
    response(3, 5),
  ],
  "har/openai-chat-sse.har": [response()],
  "har/responses-tool-search.har": [
    joined(1),
    response(),
    { messages: 0, results: 2, why: "outputs of tool searches are results" },
  ],
  "vcr_cassette/responses-tool-search.yaml": [
    joined(1),
    response(),
    { messages: 0, results: 2, why: "outputs of tool searches are results" },
  ],
  "vcr_cassette/gemini3-image-tool-return.yaml": [response()],
  "vcr_cassette/chat-sse-complex-agent.yaml": [response()],
  "vcr_cassette/responses-custom-tool-retry.yaml": [
    joined(3),
    response(),
    { messages: 0, results: 3, why: "outputs of custom tools are results" },
  ],
  "vcr_cassette/responses-compaction.yaml": [
    { messages: -1, why: "the compaction item is a mark" },
    response(),
  ],
  "vcr_cassette/chat-mcp-code-mode.yaml": [response()],
  "vcr_cassette/gemini-and-responses-cross-provider.yaml": [
    response(),
    {
      messages: 7,
      results: 3,
      why: "the other conversation, of another provider, which the manifest does not count",
    },
  ],
  "vcr_cassette/chat-groq-tool-use-failed.yaml": [system(1), response()],
};

/** Files that hold no transcript; the reason that a user reads must say so. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "openai_chat/taubench-retail-fewshot.jsonl": /no transcript that is understood.*messages_display/,
  "codex/rollout-as-legacy-bare.jsonl": /Codex rollout, but it holds no message/,
};

interface Row {
  readonly file: string;
  readonly messages: number;
  readonly results: number;
}

function manifest(): Row[] {
  const [, ...lines] = readFileSync(MANIFEST, "utf8").trimEnd().split("\n");
  const rows = lines.map((line) => line.split("\t"));
  return (
    rows
      .filter((row) => FORMATS.includes(row[1] ?? "") && !(row[0] ?? "").startsWith(STORE))
      // Archives are opened by the host.
      .filter((row) => !(row[0] ?? "").endsWith(".eval"))
      .map(([file = "", , , messages, results]) => ({
        file,
        messages: Number(messages),
        results: Number(results),
      }))
  );
}

function read(file: string): ReadFile {
  return readAll(readFileSync(join(FOLDER, file)), decode);
}

function sum(file: string, key: "messages" | "results"): number {
  return (DIFFERENCES[file] ?? []).reduce((total, difference) => total + (difference[key] ?? 0), 0);
}

const rows = existsSync(MANIFEST) ? manifest() : [];
const missing = rows.length > 0 ? "" : ` (skipped: no samples at ${FOLDER}; set ULLAGE_SAMPLES)`;

describe.skipIf(rows.length === 0)(`real transcripts${missing}`, () => {
  it.each(rows.filter((row) => !(row.file in REFUSED)))("$file agrees with the manifest", (row) => {
    const { threads, report } = read(row.file);
    // The manifest counts what is live.
    const live = threads.filter((thread) => !thread.branch);
    const counts = live.map((thread) => countThread(thread.messages));
    const total = (key: "messages" | "toolResults") => counts.reduce((all, one) => all + one[key], 0);
    expect({ messages: total("messages"), results: total("toolResults") }).toEqual({
      messages: row.messages + sum(row.file, "messages"),
      results: row.results + sum(row.file, "results"),
    });
    expect(report.lines.bad).toBe(0);
  });

  it.each(Object.entries(REFUSED))("%s is refused with a reason", (file, reason) => {
    expect(() => read(file)).toThrow(reason);
  });

  it("states no difference for a file that is not there", () => {
    const known = new Set(rows.map((row) => row.file));
    expect([...Object.keys(DIFFERENCES), ...Object.keys(REFUSED)].filter((file) => !known.has(file))).toEqual(
      [],
    );
  });
});
