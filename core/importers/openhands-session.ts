import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";
import { OpenHandsThread } from "./openhands-thread.ts";
import { readV0 } from "./openhands-v0.ts";
import { readV1 } from "./openhands-v1.ts";

const NOTES = {
  usage: "usage: newer versions keep it in the conversation's state, not in its events",
  framing:
    "what OpenHands adds to results before they are sent, such as exit codes and the working directory",
} as const;

const SOURCES = new Set(["agent", "user", "environment", "hook"]);

/** True for an event of either generation: an action, an observation, or one that names its kind. */
export function isEvent(value: unknown): boolean {
  if (!SOURCES.has(stringField(value, "source") ?? "")) return false;
  if (stringField(value, "kind") !== undefined) return stringField(value, "timestamp") !== undefined;
  return stringField(value, "action") !== undefined || stringField(value, "observation") !== undefined;
}

/**
 * The events of a record that holds several: a list, a trajectory, the history of an evaluation (in old ones, pairs of
 * an action and its observation), or a recorded answer of the server. Undefined for a record that holds none.
 */
export function eventsOf(record: unknown): readonly Json[] | undefined {
  if (Array.isArray(record)) return (record as readonly Json[]).flatMap(pair);
  const inner = arrayField(record, "trajectory") ?? arrayField(record, "history");
  const page = arrayField(record, "events") ?? arrayField(record, "items");
  const found = inner ?? (page?.some(isEvent) ? page : undefined);
  if (found) return found.flatMap(pair);
  const body = field(field(record, "response"), "json");
  return isJsonObject(body) ? arrayField(body, "trajectory") : undefined;
}

function pair(one: Json): readonly Json[] {
  return Array.isArray(one) ? (one as readonly Json[]) : [one];
}

/** Reads recordings: each record that holds events is a thread, and single events are one together. */
export class OpenHandsSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #threads: ImportedThread[] = [];
  #lines: OpenHandsThread | undefined;
  /** Where the events of a recording that is too large to be held are: they come before the rest of it. */
  #streamed: OpenHandsThread | undefined;
  #newer = 0;
  #older = 0;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    if (isEvent(value)) {
      this.#lines ??= new OpenHandsThread(this.#sink, this.#notes);
      return this.#event(value as Json, this.#lines, place.line);
    }
    const events = eventsOf(value);
    if (events) return this.#recording(events, isJsonObject(value) ? value : null, place.line);
    if (!isJsonObject(value)) throw new BadRecord("an object is needed");
    this.#opaque.add("record", stringField(value, "kind") ?? "", place.line);
  }

  element(path: readonly string[], value: unknown, place: Place): void {
    if (path.length === 0) return this.record(value, place);
    this.#streamed ??= new OpenHandsThread(this.#sink, this.#notes);
    this.#events(pair(value as Json), this.#streamed, place.line);
  }

  end(): Imported {
    if (this.#streamed) this.#finish(this.#streamed, null);
    if (this.#lines) this.#threads.push(this.#lines.finish(`conversation-${this.#threads.length + 1}`));
    this.#opaque.addTo(this.#notes, "events of type");
    if (this.#threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (this.#threads.every((thread) => thread.tools.length === 0))
      this.#notes.add("missing", "tool definitions");
    if (this.#newer > 0) this.#notes.add("missing", NOTES.usage);
    if (this.#newer + this.#older > 0) this.#notes.add("missing", NOTES.framing);
    return { threads: this.#threads, notes: this.#notes.list() };
  }

  #recording(events: readonly Json[], holder: Json, line: number): void {
    if (events.length === 0 && !this.#streamed) return;
    const thread = this.#streamed ?? new OpenHandsThread(this.#sink, this.#notes);
    this.#streamed = undefined;
    this.#events(events, thread, line);
    this.#finish(thread, holder);
  }

  #events(events: readonly Json[], thread: OpenHandsThread, line: number): void {
    events.forEach((event, index) => {
      try {
        this.#event(event, thread, line);
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        this.#notes.add("dropped", `events[${index}].${error.message}`, line);
      }
    });
  }

  #finish(thread: OpenHandsThread, holder: Json): void {
    const failed = stringField(holder, "error") ?? "";
    if (failed !== "") thread.mark({ kind: "error", label: failed });
    const id = stringField(holder, "instance_id") ?? `conversation-${this.#threads.length + 1}`;
    this.#threads.push(thread.finish(id));
  }

  #event(event: Json, thread: OpenHandsThread, line: number): void {
    if (!isEvent(event)) return this.#opaque.add("record", "", line);
    const newer = stringField(event, "kind") !== undefined;
    if (newer) this.#newer++;
    else this.#older++;
    const unread = newer
      ? readV1(event, thread, this.#notes, line)
      : readV0(event, thread, this.#notes, line);
    if (unread !== undefined) this.#opaque.add(unread, "", line);
  }
}
