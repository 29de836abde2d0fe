import type { Json } from "../model/json.ts";
import { arrayField } from "../model/json.ts";
import { AtifTrajectory, namesOf } from "./atif-trajectory.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";

const ELSEWHERE = "trajectories of sub-agents that are in files of their own";

/** The trajectories of a record: itself, or the elements of a list. */
export function trajectoriesOf(record: unknown): readonly Json[] {
  return Array.isArray(record) ? (record as readonly Json[]) : [record as Json];
}

/** Reads trajectories: each is a thread, and each sub-agent's trajectory inside it is a lane of its own. */
export class AtifSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];
  /** A trajectory that is too large to be held: its steps come before the rest of it. */
  #streamed: AtifTrajectory | undefined;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const all = trajectoriesOf(value);
    const own = all.filter((one) => arrayField(one, "steps") !== undefined);
    if (own.length === 0 && all.length > 0) throw new BadRecord("steps: a list is needed");
    this.#notes.add("opaque", "records without steps", place.line, all.length - own.length);
    for (const one of own) this.#family(one, place.line);
  }

  element(path: readonly string[], value: unknown, place: Place): void {
    if (path.length === 0) return this.record(value, place);
    this.#streamed ??= new AtifTrajectory(this.#notes, place.line);
    this.#streamed.steps([value as Json]);
  }

  end(): Imported {
    if (this.#streamed) this.#finish(this.#streamed, {}, true);
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
      const reader = (at === 0 ? this.#streamed : undefined) ?? new AtifTrajectory(this.#notes, line);
      if (at === 0) this.#streamed = undefined;
      reader.steps(arrayField(one, "steps") ?? []);
      for (const name of namesOf(one)) held.add(name);
      for (const name of reader.named) named.add(name);
      this.#finish(reader, one, at === 0);
      for (const child of arrayField(one, "subagent_trajectories") ?? []) waiting.push(child);
    }
    const absent = [...named].filter((name) => !held.has(name));
    this.#notes.add("missing", ELSEWHERE, line, absent.length);
  }

  #finish(reader: AtifTrajectory, trajectory: Json, root: boolean): void {
    const [id = `trajectory-${this.#threads.length + 1}`] = namesOf(trajectory);
    const lane = root ? "main" : `agent-${oneLine(id)}`;
    this.#threads.push({ id, lane, ...reader.finish(trajectory, this.#sink) });
  }
}
