import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";
import { OpencodeStore } from "./opencode-store.ts";
import type { OpencodeContext } from "./opencode-thread.ts";
import { OpencodeThread } from "./opencode-thread.ts";

/** Reads exports, one after the other, and records of the older store. */
export class OpencodeSession implements ImportSession {
  readonly #context: OpencodeContext;
  readonly #threads: ImportedThread[] = [];
  readonly #store = new OpencodeStore();
  /** A session of which the messages come before what is said of itself. */
  #streamed: OpencodeThread | undefined;

  constructor(sink: PartSink) {
    this.#context = { sink, notes: new Notebook(), opaque: new OpaqueCount() };
  }

  record(value: unknown, place: Place): void {
    if (!isJsonObject(value)) throw new BadRecord("an object is needed");
    const messages = arrayField(value, "messages");
    if (messages) this.#export(field(value, "info") ?? null, messages, place.line);
    else if (!this.#store.take(value, place)) throw new BadRecord("no session, message or part of opencode");
  }

  element(_path: readonly string[], message: unknown, place: Place): void {
    this.#streamed ??= new OpencodeThread(this.#context);
    const parts = arrayField(message, "parts") ?? [];
    this.#message(this.#streamed, field(message, "info") ?? null, parts, place.line);
  }

  end(): Imported {
    const { notes, opaque } = this.#context;
    for (const { info, messages } of this.#store.sessions()) {
      const thread = new OpencodeThread(this.#context);
      for (const { info: own, parts, line } of messages) this.#message(thread, own, parts, line);
      this.#threads.push(thread.finish(info));
    }
    opaque.addTo(notes, "parts of type");
    if (this.#threads.every((thread) => thread.system === null))
      notes.add("missing", "system prompt: opencode does not record it");
    notes.add("missing", "tool definitions: opencode does not record them");
    return { threads: mainFirst(this.#threads), notes: notes.list() };
  }

  #export(info: Json, messages: readonly Json[], line: number): void {
    const thread = this.#streamed ?? new OpencodeThread(this.#context);
    this.#streamed = undefined;
    for (const message of messages) {
      this.#message(thread, field(message, "info") ?? null, arrayField(message, "parts") ?? [], line);
    }
    this.#threads.push(thread.finish(info));
  }

  /** A message that cannot be read is noted, and the others are. */
  #message(thread: OpencodeThread, info: Json, parts: readonly Json[], line: number): void {
    try {
      thread.message(info, parts, line);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      const id = (stringField(info, "id") ?? "without an id").slice(0, 60);
      this.#context.notes.add("dropped", `message ${id}: ${error.message}`, line);
    }
  }
}

/** Sub-agents' sessions follow the session that they belong to. */
function mainFirst(threads: readonly ImportedThread[]): ImportedThread[] {
  return [...threads.filter(({ lane }) => lane === "main"), ...threads.filter(({ lane }) => lane !== "main")];
}
