import type { Mark } from "../model/mark.ts";
import type { Part } from "../model/part.ts";
import type { ReportNote } from "../model/report.ts";
import type { BranchOf, MessageMeta, StartState } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Role } from "../model/message.ts";

/** The outside formats that are understood. */
export const FORMATS = {
  ullage: "Ullage thread",
  "claude-code": "Claude Code session",
  "openai-chat": "OpenAI Chat",
  "anthropic-messages": "Anthropic Messages",
  codex: "Codex rollout",
  pi: "pi session",
  "openai-responses": "OpenAI Responses",
  gemini: "Gemini generateContent",
  "gemini-cli": "Gemini CLI session",
  "vercel-ai": "Vercel AI SDK messages",
  sharegpt: "ShareGPT conversations",
  "mini-swe-agent": "mini-swe-agent trajectory",
  "swe-agent": "SWE-agent trajectory",
  atif: "ATIF trajectory",
  openhands: "OpenHands events",
  "otel-genai": "OpenTelemetry GenAI spans",
  langfuse: "Langfuse trace",
  langchain: "LangChain messages",
  langsmith: "LangSmith runs",
  inspect: "Inspect AI log",
  "claude-stream-json": "Claude Code stream-json",
  opencode: "opencode session",
  har: "HTTP archive (HAR)",
  vcr: "VCR cassette",
  "copilot-cli": "Copilot CLI events",
} as const;

/** What a refusal ends with that knew none of them: the formats there are, and the way for all else. */
export const UNDERSTOOD = `Understood are: ${Object.values(FORMATS).join(", ")}. Any other agent can be recorded as an Ullage thread file.`;

/** The id of an outside format. */
export type FormatId = keyof typeof FORMATS;

/** Where a record lies in the file: its line from 1, its byte offset from 0, its length in bytes. */
export interface Place {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
}

/** A handle of kept parts: what `PartSink.keep` gave. */
export type KeptParts = number;

/**
 * Takes the content of messages off an importer's hands as it is read, so that a session of any size can be
 * imported in bounded memory: the host writes it to the library, tests and the command line keep it in an array.
 */
export interface PartSink {
  /**
   * Keeps parts and gives their handle. Every call is a new handle. `names` is false where no thread is known by them: only
   * the first message of a user that is a thread's own gives it a title.
   */
  keep(parts: readonly Part[], names?: boolean): KeptParts;
}

/** A message of an imported thread: its content is the kept parts, joined in order. */
export interface ImportedMessage {
  readonly id: string;
  readonly role: Role;
  readonly kept: readonly KeptParts[];
  /** The parts as the model saw them, where the vendor had shown less of a result than was found. */
  readonly seen?: readonly KeptParts[];
  readonly meta?: MessageMeta;
}

/** A lane as an importer gives it. Ids of messages need not be unique yet: `finishThread` sees to it. */
export interface ImportedThread {
  readonly id: string;
  readonly lane: string;
  readonly title?: string;
  readonly system: string | null;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly ImportedMessage[];
  readonly marks: readonly Mark[];
  readonly state?: StartState;
  /** Of a branch that the session left: the lane that went on without it. */
  readonly branch?: BranchOf;
}

/** Everything that one file held. */
export interface Imported {
  readonly threads: readonly ImportedThread[];
  readonly notes: readonly ReportNote[];
}

/** Reads one file, record by record. A record that is not understood is reported by throwing `BadRecord`. */
export interface ImportSession {
  /** One parsed record: a line of JSONL, or the whole document. */
  record(value: unknown, place: Place): void;
  /**
   * The records that follow come from this file, of several that are read as one: its path below their folder, with
   * slashes. It is told before the first as well, and only where there are several.
   */
  part?(name: string): void;
  /** One element of the array at a path that `Importer.streams` said yes to. Throws `BadRecord`, as `record` does. */
  element?(path: readonly string[], value: unknown, place: Place): void;
  /** After the last record. */
  end(): Imported;
}

/** One outside format. `recognise` and `open` are all that the chooser knows of it. */
export interface Importer {
  readonly format: FormatId;
  /**
   * How sure this importer is that the first records of a file (at most 50) are its own: 0 is no, 1 is certain,
   * with the reason that the report shows.
   */
  recognise(records: readonly unknown[]): { readonly score: number; readonly because: string };
  open(sink: PartSink): ImportSession;
  /**
   * True when the elements of the array at this path may come one by one, of a document that is too large to be held:
   * `ImportSession.element` gets each, in order; `record` gets the document afterwards, with that array empty.
   */
  readonly streams?: (path: readonly string[]) => boolean;
}

/** A record that an importer cannot use: reported with its place, and the rest of the file is read. */
export class BadRecord extends Error {
  override readonly name = "BadRecord";
}
