import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { anyInput, anyOutput } from "./any-call.ts";
import { CallTrace } from "./call-trace.ts";
import type { Imported, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { answeredRun, langsmithTool, startOf, stateContent } from "./langsmith-run.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";
import { toolDefinitions } from "./tool-definition.ts";

const ORDER = "runs, which come in any order: put in the order in which they began";

/** So many bytes of runs are held to be put in order. */
const MAX_HELD = 32 * 1024 * 1024;

/** True for a run: it says its type, and what went in or came out. */
export function isRun(value: unknown): boolean {
  return (
    stringField(value, "run_type") !== undefined &&
    (isJsonObject(field(value, "inputs")) || isJsonObject(field(value, "outputs")))
  );
}

/** The runs of a record: itself, a list, or a page. */
export function runsOf(record: unknown): readonly Json[] {
  if (Array.isArray(record)) return record as readonly Json[];
  return arrayField(record, "runs") ?? [record as Json];
}

interface Held {
  readonly run: JsonObject;
  readonly parent: string;
  readonly trace: string;
  readonly line: number;
  readonly bytes: number;
}

/** Reads runs: the model calls of each trace make its conversations. */
export class LangsmithSession implements ImportSession {
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #calls: CallTrace;
  #held: Held[] = [];
  #bytes = 0;

  constructor(sink: PartSink) {
    this.#calls = new CallTrace(sink, this.#notes);
  }

  record(value: unknown, place: Place): void {
    const runs = runsOf(value);
    const own = runs.filter(isRun);
    if (own.length === 0 && runs.length > 0) throw new BadRecord("a run with inputs or outputs is needed");
    this.#notes.add("opaque", "records that are no runs", place.line, runs.length - own.length);
    this.#hold(own, place);
    this.#bytes += place.bytes;
    if (this.#bytes > MAX_HELD) this.#flush();
  }

  element(_path: readonly string[], value: unknown, place: Place): void {
    this.record(value, place);
  }

  end(): Imported {
    this.#flush();
    this.#opaque.addTo(this.#notes, "runs without a model call:");
    const threads = this.#calls.finish();
    if (threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (threads.every((thread) => thread.tools.length === 0)) this.#notes.add("missing", "tool definitions");
    return { threads, notes: this.#notes.list() };
  }

  /** Runs and their children, however deep: a list in the place of recursion. */
  #hold(roots: readonly Json[], place: Place): void {
    const waiting = roots.map((run) => ({ run, parent: "", trace: "" }));
    const found: Omit<Held, "bytes">[] = [];
    for (let at = 0; at < waiting.length; at++) {
      const { run, parent, trace } = waiting[at] ?? { run: null, parent: "", trace: "" };
      if (!isJsonObject(run)) continue;
      const id = stringField(run, "id") ?? "";
      const own = stringField(run, "trace_id") ?? (trace === "" ? id : trace);
      found.push({ run, parent: stringField(run, "parent_run_id") ?? parent, trace: own, line: place.line });
      for (const child of arrayField(run, "child_runs") ?? [])
        waiting.push({ run: child, parent: id, trace: own });
    }
    const bytes = Math.ceil(place.bytes / Math.max(1, found.length));
    for (const one of found) this.#held.push({ ...one, bytes });
  }

  #flush(): void {
    const inOrder = this.#held.toSorted((a, b) => (startOf(a.run) || 0) - (startOf(b.run) || 0));
    const moved = inOrder.filter((one, at) => one !== this.#held[at]);
    this.#notes.add("reordered", ORDER, moved[0]?.line, moved.length);
    this.#held = [];
    this.#bytes = 0;
    for (const held of inOrder) this.#open(held);
    for (const held of inOrder) this.#call(held);
  }

  #open({ run, parent, trace, line }: Held): void {
    const agent = stringField(field(field(run, "extra"), "metadata"), "lc_agent_name");
    this.#calls.span(stringField(run, "id") ?? "", parent, agent);
    const tool = langsmithTool(run, trace, line);
    if (tool) this.#calls.tool(tool);
  }

  #call({ run, parent, trace, line, bytes }: Held): void {
    const type = (stringField(run, "run_type") ?? "").toLowerCase();
    const whole = type === "chain" && parent === "";
    if (type !== "llm" && !whole) {
      if (type !== "tool") this.#opaque.add(type, "", line);
      return;
    }
    const { request, response } = whole ? stateContent(run, this.#notes, line) : this.#content(run, line);
    if (whole && !request) return this.#opaque.add(type, "", line);
    this.#calls.call({
      span: stringField(run, "id") ?? "",
      trace,
      parent,
      request,
      response: answeredRun(run, response),
      conversation: "",
      whole,
      line,
      bytes,
    });
  }

  #content(run: Json, line: number): ReturnType<typeof stateContent> {
    const request = anyInput(field(run, "inputs"), this.#notes, line);
    const sent = field(field(run, "extra"), "invocation_params");
    const tools = toolDefinitions(field(sent, "tools") ?? field(sent, "functions"));
    return {
      request: request && (request.tools.length > 0 ? request : { ...request, tools }),
      response: anyOutput(field(run, "outputs"), this.#notes, line),
    };
  }
}
