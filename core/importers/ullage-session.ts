import type { MessageMeta } from "../model/thread.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { Usage } from "../model/usage.ts";
import type { At } from "./checked.ts";
import { at, isGiven, needItems, needObject, optionalString, wrong } from "./checked.ts";
import type {
  Imported,
  ImportedMessage,
  ImportedThread,
  ImportSession,
  PartSink,
  Place,
} from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import type { UllageMessage } from "./ullage-message.ts";
import { ullageMessage } from "./ullage-message.ts";
import { ullageState, ullageTool, ullageUsage } from "./ullage-state.ts";

const VERSION = 1;

/** Reads neutral thread files: each record is one thread. Strict: what is wrong is named by its field. */
export class UllageSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const file: At = { value: needObject({ value: value as At["value"], path: "record" }), path: "" };
    const version = at(file, "ullage");
    if (version.value !== VERSION) wrong(version, `version ${VERSION}`);
    const thread = { ...at(file, "thread"), path: "" };
    needObject({ ...thread, path: "thread" });
    this.#threads.push(this.#thread(thread, place));
  }

  end(): Imported {
    return { threads: this.#threads, notes: this.#notes.list() };
  }

  #thread(thread: At, place: Place): ImportedThread {
    const title = optionalString(at(thread, "title"));
    const state = at(thread, "state");
    return {
      id: optionalString(at(thread, "id")) ?? `thread-${this.#threads.length + 1}`,
      lane: optionalString(at(thread, "lane")) ?? "main",
      ...(title === undefined ? {} : { title }),
      system: optionalString(at(thread, "system")) ?? null,
      tools: this.#each(at(thread, "tools"), place, ullageTool),
      messages: this.#messages(thread, place),
      marks: [],
      ...(isGiven(state) ? this.#state(state, place) : {}),
    };
  }

  #messages(thread: At, place: Place): ImportedMessage[] {
    const usage = this.#usage(at(thread, "usage"), place);
    let step = 0;
    const doubt = (what: string): void => this.#notes.add("doubt", what, place.line);
    return needItems(at(thread, "messages")).flatMap((one, index) => {
      const message = this.#kept(place, () => named(ullageMessage(one, doubt), index));
      if (message?.role === "assistant") step++;
      return message ? [this.#keep(message, usage(message, step))] : [];
    });
  }

  #keep({ id, role, parts }: UllageMessage, usage: Usage | undefined): ImportedMessage {
    const kept = [this.#sink.keep(parts)];
    const meta: MessageMeta | undefined = usage && { usage };
    return meta ? { id, role, kept, meta } : { id, role, kept };
  }

  /** `usage` is an array with one record (or null) a step, or an object of records by message id. */
  #usage(one: At, place: Place): (message: UllageMessage, step: number) => Usage | undefined {
    if (!isGiven(one)) return () => undefined;
    const read = (entry: At) => (isGiven(entry) ? this.#kept(place, () => ullageUsage(entry)) : undefined);
    if (Array.isArray(one.value)) {
      const steps = needItems(one).map(read);
      return (message, step) => (message.role === "assistant" ? steps[step - 1] : undefined);
    }
    needObject(one);
    return (message) => (message.id === "" ? undefined : read(at(one, message.id)));
  }

  #each(one: At, place: Place, read: (item: At) => ToolDefinition): ToolDefinition[] {
    if (!isGiven(one)) return [];
    return needItems(one).flatMap((item) => this.#kept(place, () => read(item)) ?? []);
  }

  #state(one: At, place: Place): Pick<ImportedThread, "state"> {
    const state = this.#kept(place, () => ullageState(one));
    return state ? { state } : {};
  }

  /** What `read` gives; when it is refused, a note says so and the rest is read. */
  #kept<T>(place: Place, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.#notes.add("dropped", error.message, place.line);
      return undefined;
    }
  }
}

/** A message without an id is named by its place in the file, so that one that is left out renames no other. */
function named(message: UllageMessage, index: number): UllageMessage {
  return message.id === "" ? { ...message, id: `m${index + 1}` } : message;
}
