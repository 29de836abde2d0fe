import type { Json } from "../model/json.ts";
import { field, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import type { Part } from "../model/part.ts";
import type { MessageMeta } from "../model/thread.ts";
import type { Usage } from "../model/usage.ts";
import type { ImportedMessage, ImportedThread, PartSink } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { isoTime } from "./iso-time.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import type { OpaqueCount } from "./opaque-count.ts";
import { numberIn, opencodeFields, textIn } from "./opencode-fields.ts";
import { opencodeContent, opencodeTool, opencodeUsage } from "./opencode-part.ts";

const NOTES = {
  open: "calls that had no result yet: the step was interrupted, or is still running",
  reverted: "messages that the user took back (revert): not part of the thread",
  silent: "assistant messages in which nothing was said or called",
  unseen: "text parts marked as ignored: the model is not sent them",
} as const;

/** Parts that hold no content of a message: bookkeeping of the interface. */
const BOOKKEEPING = new Set(["step-start", "step-finish", "snapshot", "patch", "retry"]);

/** One step of an assistant message: what was said and called, and the results. */
interface Step {
  readonly parts: Part[];
  readonly results: Part[];
  usage: MessageMeta["usage"];
}

/** What a thread's reader is given. */
export interface OpencodeContext {
  readonly sink: PartSink;
  readonly notes: Notebook;
  readonly opaque: OpaqueCount;
}

/** Builds the thread of one session, message by message. */
export class OpencodeThread {
  readonly #context: OpencodeContext;
  readonly #messages: ImportedMessage[] = [];
  readonly #marks: Mark[] = [];
  /** Where the messages of a recorded one begin. */
  readonly #starts: { readonly id: string; readonly at: number }[] = [];
  /** Results that were taken out of the context, by when. */
  readonly #cleared = new Map<number, string[]>();
  #system: string | null = null;
  /** The session's id, as the messages have it: what the session says of itself may be cut off. */
  #session: string | undefined;
  /** True once a user said something. */
  #named = false;

  constructor(context: OpencodeContext) {
    this.#context = context;
  }

  /** The next message: its info and its parts. Throws `BadRecord` for what is none. */
  message(info: Json, parts: readonly Json[], line: number): void {
    const { role, id, sessionID, summary } = opencodeFields(info);
    if (role !== "user" && role !== "assistant")
      throw new BadRecord("info.role: user or assistant is needed");
    this.#session ??= textIn(sessionID);
    this.#starts.push({ id: textIn(id) ?? "", at: this.#messages.length });
    if (role === "user") this.#user(info, parts, line);
    else if (summary === true) this.#summary(parts);
    else this.#assistant(info, parts, line);
  }

  /** The thread, with what the session says of itself. */
  finish(info: Json): ImportedThread {
    this.#takeBack(stringField(field(info, "revert"), "messageID"));
    const child = stringField(info, "parentID") !== undefined;
    const id = stringField(info, "id") ?? this.#session ?? "main";
    const title = stringField(info, "title");
    const base = { id, lane: child ? `agent-${id}` : "main", system: this.#system, tools: [] };
    const thread = { ...base, messages: this.#messages, marks: this.#allMarks() };
    return title === undefined ? thread : { ...thread, title };
  }

  #user(info: Json, parts: readonly Json[], line: number): void {
    const compaction = parts.find((part) => opencodeFields(part).type === "compaction");
    if (compaction) this.#compaction(compaction);
    this.#system = textIn(opencodeFields(info).system) ?? this.#system;
    const own = parts.flatMap((part) => this.#content(part, line));
    if (own.length > 0 || !compaction) this.#push(info, "user", "", own);
  }

  #compaction(part: Json): void {
    const label = field(part, "auto") === true ? "compacted (auto)" : "compacted";
    this.#marks.push({ kind: "compaction", at: this.#messages.length, label });
  }

  /** The vendor's summary: it belongs to the compaction that asked for it. */
  #summary(parts: readonly Json[]): void {
    const summary = parts
      .map((part) => (stringField(part, "type") === "text" ? (stringField(part, "text") ?? "") : ""))
      .join("");
    const last = this.#marks.at(-1);
    const joins =
      last?.kind === "compaction" && last.summary === undefined && last.at === this.#messages.length;
    if (joins) this.#marks[this.#marks.length - 1] = { ...last, summary };
    else this.#marks.push({ kind: "compaction", at: this.#messages.length, label: "compacted", summary });
  }

  #assistant(info: Json, parts: readonly Json[], line: number): void {
    const { system, error } = opencodeFields(info);
    const said = Array.isArray(system) ? system.filter((one) => typeof one === "string") : [];
    if (said.length > 0) this.#system = said.join("\n\n");
    const steps = this.#steps(parts, line);
    if (steps.length === 0) this.#context.notes.add("dropped", NOTES.silent, line);
    for (const [index, step] of steps.entries()) this.#step(info, step, index, steps.length);
    this.#error(error);
  }

  /** A message of an older version holds several steps: each starts with a mark of its own. */
  #steps(parts: readonly Json[], line: number): Step[] {
    const steps: Step[] = [];
    let step: Step | undefined;
    for (const part of parts) {
      const { type, tokens } = opencodeFields(part);
      if (type === "step-start" || !step) steps.push((step = { parts: [], results: [], usage: undefined }));
      if (type === "tool") this.#tool(part, step, line);
      else if (type === "step-finish") step.usage = opencodeUsage(tokens);
      else for (const own of this.#content(part, line)) step.parts.push(own);
    }
    return steps.filter((one) => one.parts.length > 0 || one.results.length > 0);
  }

  #tool(part: Json, step: Step, line: number): void {
    const { call, result, compacted } = opencodeTool(part);
    step.parts.push(call);
    if (result) step.results.push(result);
    else this.#context.notes.add("missing", NOTES.open, line);
    if (compacted === undefined) return;
    const cleared = this.#cleared.get(compacted);
    if (cleared) cleared.push(call.callId);
    else this.#cleared.set(compacted, [call.callId]);
  }

  #step(info: Json, step: Step, index: number, count: number): void {
    const suffix = index === 0 ? "" : `/${index + 1}`;
    const { modelID, tokens } = opencodeFields(info);
    const model = textIn(modelID);
    const usage = step.usage ?? (count === 1 ? opencodeUsage(tokens) : undefined);
    this.#push(info, "assistant", suffix, step.parts, model, usage);
    if (step.results.length > 0) this.#push(info, "tool", `${suffix}/results`, step.results);
  }

  #content(part: Json, line: number): Part[] {
    const own = opencodeContent(part);
    if (own) return [own];
    const type = textIn(opencodeFields(part).type) ?? "";
    if (type === "text") this.#context.notes.add("dropped", NOTES.unseen, line);
    else if (!BOOKKEEPING.has(type) && type !== "compaction") this.#context.opaque.add(type, "", line);
    return [];
  }

  #error(error: Json | undefined): void {
    if (error === undefined || error === null) return;
    const name = stringField(error, "name") ?? "error";
    const said = stringField(field(error, "data"), "message") ?? stringField(error, "message");
    const label = oneLine(said === undefined ? name : `${name}: ${said}`);
    this.#marks.push({ kind: "error", at: this.#messages.length, label });
  }

  #push(
    info: Json,
    role: ImportedMessage["role"],
    suffix: string,
    parts: Part[],
    model?: string,
    usage?: Usage,
  ): void {
    const fields = opencodeFields(info);
    const recorded = textIn(fields.id) ?? "";
    const created = numberIn(opencodeFields(fields.time).created);
    const time = isoTime(created === undefined ? undefined : created / 1000);
    const meta = metaOf(model, usage, time);
    const id = recorded === "" || suffix === "" ? recorded : `${recorded}${suffix}`;
    const kept = [this.#context.sink.keep(parts, role === "user" && !this.#named)];
    this.#named ||= role === "user";
    this.#messages.push(meta ? { id, role, kept, meta } : { id, role, kept });
  }

  #takeBack(from: string | undefined): void {
    const start = from === undefined ? undefined : this.#starts.find(({ id }) => id === from);
    if (!start) return;
    this.#context.notes.add("dropped", NOTES.reverted, undefined, this.#messages.length - start.at);
    this.#messages.length = start.at;
  }

  /** With the clearings, each before the first message that is later. */
  #allMarks(): Mark[] {
    const times = this.#cleared.size === 0 ? [] : this.#latest();
    const clearings = [...this.#cleared].map(([when, callIds]): Mark => {
      const what = callIds.length === 1 ? "1 tool result" : `${callIds.length} tool results`;
      const at = firstAfter(times, isoTime(when / 1000) ?? "");
      return { kind: "clearing", at, label: `pruned ${what}`, callIds };
    });
    return [...this.#marks, ...clearings]
      .filter((mark) => mark.at <= this.#messages.length)
      .toSorted((a, b) => a.at - b.at);
  }

  /** The latest time up to each message. */
  #latest(): string[] {
    let latest = "";
    return this.#messages.map(({ meta }) => {
      const time = meta?.time ?? "";
      if (time > latest) latest = time;
      return latest;
    });
  }
}

/** What is told of a message. Each form spelled out: an object that is added to takes half as much memory again. */
function metaOf(
  model: string | undefined,
  usage: Usage | undefined,
  time: string | undefined,
): MessageMeta | undefined {
  if (time === undefined) {
    if (model === undefined) return usage && { usage };
    return usage ? { model, usage } : { model };
  }
  if (model === undefined) return usage ? { usage, time } : { time };
  return usage ? { model, usage, time } : { model, time };
}

/** The position of the first of some times, which never fall, that is later than one. */
function firstAfter(times: readonly string[], when: string): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? "") > when) to = middle;
    else from = middle + 1;
  }
  return from;
}
