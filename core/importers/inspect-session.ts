import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { InspectSample } from "./inspect-sample.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";

const NOTES = {
  scores: "scores, stores and sandboxes: not read",
  unfinished: "the run did not finish: its status is not success",
  other: "records that are neither the head of a log nor a sample",
} as const;

/** True for a log, or its head alone: the evaluation and its state. */
export function isLog(value: unknown): boolean {
  const evaluation = field(value, "eval");
  return (
    isJsonObject(evaluation) &&
    (stringField(evaluation, "task") ?? stringField(evaluation, "run_id")) !== undefined
  );
}

/** True for a sample: its number, its epoch, and what was said or done. */
export function isSample(value: unknown): boolean {
  return (
    field(value, "id") !== undefined &&
    typeof field(value, "epoch") === "number" &&
    (arrayField(value, "messages") ?? arrayField(value, "events")) !== undefined
  );
}

/**
 * Reads a log whole, or its head and then its samples one by one, as an archive holds them. Every sample is a thread,
 * with those of its agents and scorers.
 */
export class InspectSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];
  #task: string | undefined;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    if (isLog(value)) return this.#log(value as Json, place);
    if (isSample(value)) return this.#sample(value as Json, place.bytes, place.line);
    if (!Array.isArray(value)) throw new BadRecord("the head of a log or a sample is needed");
    const samples = (value as readonly Json[]).filter(isSample);
    this.#notes.add("opaque", NOTES.other, place.line, value.length - samples.length);
    this.#each(samples, place);
  }

  element(_path: readonly string[], value: unknown, place: Place): void {
    this.record(value, place);
  }

  end(): Imported {
    if (this.#threads.every((thread) => thread.system === null)) this.#notes.add("missing", "system prompt");
    if (this.#threads.every((thread) => thread.tools.length === 0))
      this.#notes.add("missing", "tool definitions");
    return { threads: this.#threads.map((thread) => titled(thread, this.#task)), notes: this.#notes.list() };
  }

  #log(log: Json, place: Place): void {
    this.#task = stringField(field(log, "eval"), "task") ?? this.#task;
    const status = stringField(log, "status");
    if (status !== undefined && status !== "success") this.#notes.add("note", NOTES.unfinished, place.line);
    this.#each(arrayField(log, "samples") ?? [], place);
  }

  #each(samples: readonly Json[], place: Place): void {
    const bytes = Math.ceil(place.bytes / Math.max(1, samples.length));
    samples.forEach((sample, index) => {
      try {
        this.#sample(sample, bytes, place.line);
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        this.#notes.add("dropped", `samples[${index}]: ${error.message}`, place.line);
      }
    });
  }

  #sample(sample: Json, bytes: number, line: number): void {
    this.#notes.add("opaque", NOTES.scores, line);
    const threads = new InspectSample(sample, bytes, this.#notes, line).threads(this.#sink);
    for (const thread of threads) this.#threads.push(thread);
  }
}

/** The task is known from the head of the log, which may come after the samples. */
function titled(thread: ImportedThread, task: string | undefined): ImportedThread {
  return task === undefined ? thread : { ...thread, title: oneLine(`${task}: ${thread.id}`) };
}
