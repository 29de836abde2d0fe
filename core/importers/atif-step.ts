import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import type { ContentPart, Part, ToolResultPart } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import { atifContent, atifUsage } from "./atif-content.ts";
import { parsedArguments } from "./json-text.ts";
import type { MessageList } from "./message-list.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";

const NOTES = {
  system: "system steps further on: kept where they stand, as user messages",
  observed: "observations of steps without calls: kept as user messages",
  copied: "steps carried over from an earlier trajectory: part of what the model saw",
  counts: "token ids and log probabilities: not read",
  refers: "results that only refer to a sub-agent's trajectory: they have no text here",
} as const;

const COPIED = "carried over from an earlier trajectory: counted there";

/** Reads the steps of one trajectory, in order, into a list of messages. */
export class AtifSteps {
  readonly #into: MessageList;
  readonly #notes: Notebook;
  readonly #line: number;
  #copied = 0;

  constructor(into: MessageList, notes: Notebook, line: number) {
    this.#into = into;
    this.#notes = notes;
    this.#line = line;
  }

  /** One step. Throws `BadRecord` for bad content; then nothing of it was added. */
  read(step: Json): void {
    this.#carry(field(step, "is_copied_context") === true);
    const source = stringField(step, "source") ?? "";
    if (source === "agent") this.#agent(step);
    else if (source === "system" && onlyRefers(step)) this.#into.mark(handover(step));
    else if (source === "user" || source === "system") this.#said(step, source);
    else
      this.#notes.add(
        "dropped",
        `steps of source ${source === "" ? "(none)" : source.slice(0, 60)}`,
        this.#line,
      );
  }

  /** After the last step. */
  end(): void {
    this.#carry(false);
  }

  /** A mark stands where the steps end that were carried over. */
  #carry(copied: boolean): void {
    if (copied) {
      this.#copied++;
      this.#notes.add("note", NOTES.copied, this.#line);
    } else if (this.#copied > 0) {
      const label = `steps carried over from an earlier trajectory: ${this.#copied}`;
      this.#into.mark({ kind: "opaque", label });
      this.#copied = 0;
    }
  }

  #said(step: Json, source: string): void {
    const parts = atifContent(field(step, "message"));
    const observed = resultsOf(step).flatMap((result) => atifContent(field(result, "content")));
    if (source === "system") this.#notes.add("note", NOTES.system, this.#line);
    const id = idOf(step);
    if (parts.length > 0 || observed.length === 0)
      this.#into.message({ id, role: "user", parts, meta: timeOf(step) });
    this.#observed(id, observed, timeOf(step));
  }

  #agent(step: Json): void {
    const id = idOf(step);
    const calls = (arrayField(step, "tool_calls") ?? []).map(toolCall);
    const parts: Part[] = [...thinking(step), ...atifContent(field(step, "message")), ...calls];
    const results = resultsOf(step).map((result) => this.#result(result));
    this.#into.message({ id, role: "assistant", parts, meta: this.#meta(step) });
    if (calls.length === 0)
      return this.#observed(
        id,
        results.flatMap((result) => result.parts),
      );
    if (results.length > 0)
      this.#into.message({ id: id === "" ? "" : `${id}/results`, role: "tool", parts: results });
  }

  /** What an agent without calls is shown is the next thing that it reads. */
  #observed(id: string, parts: readonly ContentPart[], meta: MessageMeta = {}): void {
    if (parts.length === 0) return;
    this.#notes.add("note", NOTES.observed, this.#line);
    this.#into.message({ id: id === "" ? "" : `${id}/observation`, role: "user", parts, meta });
  }

  #result(result: Json): ToolResultPart {
    const parts = atifContent(field(result, "content"));
    if (parts.length === 0 && refersTo(result).length > 0)
      this.#notes.add("missing", NOTES.refers, this.#line);
    const isError = field(field(result, "extra"), "is_error") === true;
    return { type: "tool-result", callId: stringField(result, "source_call_id") ?? "", isError, parts };
  }

  #meta(step: Json): MessageMeta {
    const metrics = field(step, "metrics");
    if (
      field(metrics, "prompt_token_ids") ??
      field(metrics, "completion_token_ids") ??
      field(metrics, "logprobs")
    )
      this.#notes.add("opaque", NOTES.counts, this.#line);
    const model = stringField(step, "model_name");
    const usage = atifUsage(metrics, doubtOf(step));
    return {
      ...(model === undefined ? {} : { model }),
      ...timeOf(step),
      ...(usage === undefined ? {} : { usage }),
    };
  }
}

function doubtOf(step: Json): string | undefined {
  if (field(step, "is_copied_context") === true) return COPIED;
  const calls = numberField(step, "llm_call_count") ?? 1;
  return calls > 1 ? `the sum of ${calls} model calls` : undefined;
}

/** The results of a step's observation. */
function resultsOf(step: Json): readonly Json[] {
  return arrayField(field(step, "observation"), "results") ?? [];
}

/** The sub-agents' trajectories that a result refers to. */
export function refersTo(result: Json): readonly Json[] {
  return arrayField(result, "subagent_trajectory_ref") ?? [];
}

/** All of them that a step refers to. */
export function referencesOf(step: Json): readonly Json[] {
  return resultsOf(step).flatMap(refersTo);
}

/** True for a system step that does nothing but hand over to sub-agents: so a summary is made. */
function onlyRefers(step: Json): boolean {
  const results = resultsOf(step);
  const hasText = results.some((result) => (field(result, "content") ?? "") !== "");
  return referencesOf(step).length > 0 && !hasText;
}

function handover(step: Json): { readonly kind: "compaction"; readonly label: string } {
  const said = atifContent(field(step, "message"));
  const label = said.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  return { kind: "compaction", label: oneLine(label) || "compacted: handed over to sub-agents" };
}

function idOf(step: Json): string {
  const id = field(step, "step_id");
  return typeof id === "number" || typeof id === "string" ? `step-${id}` : "";
}

function timeOf(step: Json): MessageMeta {
  const time = stringField(step, "timestamp");
  return time === undefined ? {} : { time };
}

function thinking(step: Json): Part[] {
  const shown = stringField(step, "reasoning_content") ?? "";
  return shown === "" ? [] : [{ type: "thinking", text: shown }];
}

function toolCall(call: Json): Part {
  return {
    type: "tool-call",
    callId: stringField(call, "tool_call_id") ?? "",
    name: stringField(call, "function_name") ?? "",
    arguments: parsedArguments(field(call, "arguments")).value,
  };
}
