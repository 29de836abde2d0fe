import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { atifContent } from "./atif-content.ts";
import { AtifSteps, referencesOf } from "./atif-step.ts";
import { eachMessage } from "./each-message.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { MessageList } from "./message-list.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { openaiTool } from "./openai-wire.ts";

const ELSEWHERE = "trajectories of sub-agents that are in files of their own";
const GOES_ON = "the trajectory goes on in another file";

/** The trajectories of a record: itself, or the elements of a list. */
export function trajectoriesOf(record: unknown): readonly Json[] {
  return Array.isArray(record) ? (record as readonly Json[]) : [record as Json];
}

/** Reads trajectories: each is a thread, and each sub-agent's trajectory inside it is a lane of its own. */
export class AtifSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const all = trajectoriesOf(value);
    const own = all.filter((one) => arrayField(one, "steps") !== undefined);
    if (own.length === 0) throw new BadRecord("steps: a list is needed");
    this.#notes.add("opaque", "records without steps", place.line, all.length - own.length);
    for (const one of own) this.#family(one, place.line);
  }

  end(): Imported {
    if (this.#threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (this.#threads.every((thread) => thread.tools.length === 0))
      this.#notes.add("missing", "tool definitions");
    return { threads: this.#threads, notes: this.#notes.list() };
  }

  /** A trajectory and all of its sub-agents', however deep: a list in the place of recursion. */
  #family(root: Json, line: number): void {
    const waiting: Json[] = [root];
    const held = new Set<string>();
    const named = new Set<string>();
    for (let at = 0; at < waiting.length; at++) {
      const one = waiting[at] ?? null;
      for (const name of namesOf(one)) held.add(name);
      for (const step of arrayField(one, "steps") ?? [])
        for (const reference of referencesOf(step)) named.add(namesOf(reference)[0] ?? "");
      this.#trajectory(one, at === 0, line);
      for (const child of arrayField(one, "subagent_trajectories") ?? []) waiting.push(child);
    }
    const absent = [...named].filter((name) => !held.has(name));
    this.#notes.add("missing", ELSEWHERE, line, absent.length);
  }

  #trajectory(trajectory: Json, root: boolean, line: number): void {
    const steps = arrayField(trajectory, "steps") ?? [];
    const agent = field(trajectory, "agent");
    const list = new MessageList();
    const reader = new AtifSteps(list, stringField(agent, "model_name"), this.#notes, line);
    const system: string[] = [];
    let leading = true;
    const read = (step: Json): readonly never[] => {
      leading &&= isPrompt(step);
      if (leading) system.push(promptOf(step));
      else reader.read(step);
      return [];
    };
    eachMessage(steps, this.#notes, line, read, "steps");
    reader.end();
    this.#goesOn(trajectory, list, line);
    const [id = `trajectory-${this.#threads.length + 1}`] = namesOf(trajectory);
    this.#threads.push({
      id,
      lane: root ? "main" : `agent-${oneLine(id)}`,
      system: system.length === 0 ? null : system.join("\n\n"),
      tools: (arrayField(agent, "tool_definitions") ?? []).filter(isJsonObject).map(openaiTool),
      ...list.finish(this.#sink, this.#notes, line),
    });
  }

  #goesOn(trajectory: Json, list: MessageList, line: number): void {
    const next = stringField(trajectory, "continued_trajectory_ref");
    if (next === undefined) return;
    this.#notes.add("missing", GOES_ON, line);
    list.mark({ kind: "opaque", label: oneLine(`goes on in another trajectory: ${next}`) });
  }
}

/** What a trajectory, or a reference to one, is known by: since version 1.7 an id of its own, before its session. */
function namesOf(one: Json): string[] {
  return ["trajectory_id", "session_id"].flatMap((key) => stringField(one, key) ?? []);
}

/** True for a step that is the system prompt, where it stands before all others. */
function isPrompt(step: Json): boolean {
  return stringField(step, "source") === "system" && referencesOf(step).length === 0;
}

function promptOf(step: Json): string {
  return atifContent(field(step, "message"))
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}
