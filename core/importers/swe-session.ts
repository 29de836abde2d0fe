import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { eachMessage } from "./each-message.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { keptMessages } from "./kept-message.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { openaiMessages } from "./openai-message.ts";
import { pairCalls } from "./pair-calls.ts";
import { ELIDED, SweHistory } from "./swe-history.ts";

const PAIRS = "calls without an id: joined to their results by order";
const TOOLS = "tool definitions: SWE-agent does not record them";
const STATES = "steps: their states, times and queries are not shown";

/** Reads trajectories: each is a thread. */
export class SweSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const history = arrayField(value, "history");
    if (!history) throw new BadRecord("history: a list is needed");
    const steps = arrayField(value, "trajectory") ?? [];
    this.#notes.add("opaque", STATES, place.line, steps.length);
    const start = history.findIndex((message) => stringField(message, "role") !== "system");
    const leading = start < 0 ? history : history.slice(0, start);
    const reader = new SweHistory(steps, this.#notes, place.line);
    let index = 0;
    const read = eachMessage(history, this.#notes, place.line, (message) =>
      index++ < leading.length ? [] : reader.read(message),
    );
    const paired = pairCalls([...read, ...reader.last()]);
    this.#notes.add("note", PAIRS, place.line, paired.named);
    const { messages, marks } = keptMessages(paired.messages, this.#sink);
    const at = messages.length;
    this.#threads.push({
      id: stringField(value, "instance_id") ?? `trajectory-${this.#threads.length + 1}`,
      lane: "main",
      system: openaiMessages(leading, this.#notes, place.line).system,
      tools: [],
      messages,
      marks: [...marks, ...elided(steps, at), ...ended(field(value, "info"), at)],
    });
  }

  end(): Imported {
    this.#notes.add("missing", TOOLS);
    return { threads: this.#threads, notes: this.#notes.list() };
  }
}

/** What the last request no longer held: SWE-agent elides old observations before it sends. */
function elided(steps: readonly Json[], at: number): Mark[] {
  const last = steps.findLast((step) => queryOf(step) !== undefined);
  const left = (queryOf(last) ?? []).filter((message) => ELIDED.test(stringField(message, "content") ?? ""));
  if (left.length === 0) return [];
  const callIds = left.flatMap((message) => arrayField(message, "tool_call_ids") ?? []).filter(isText);
  const label = `observations elided in the last request: ${left.length}`;
  return [{ kind: "clearing", at, label, ...(callIds.length === 0 ? {} : { callIds }) }];
}

function queryOf(step: Json | undefined): readonly Json[] | undefined {
  return arrayField(step, "query") ?? arrayField(step, "messages");
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

/** How the run ended: anything but a submission is an error. */
function ended(info: Json | undefined, at: number): Mark[] {
  const status = stringField(info, "exit_status");
  if (status === undefined) return [];
  return [
    { kind: status.startsWith("submitted") ? "opaque" : "error", at, label: oneLine(`ended: ${status}`) },
  ];
}
