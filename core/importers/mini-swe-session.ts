import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { eachMessage } from "./each-message.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { keptMessages } from "./kept-message.ts";
import { miniSweMessage } from "./mini-swe-message.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { openaiMessages } from "./openai-message.ts";
import { pairCalls } from "./pair-calls.ts";
import type { WireMessage } from "./wire-message.ts";

const PAIRS = "calls without an id: joined to their results by order";
const TOOLS = "tool definitions: mini-swe-agent does not record them";

/** Reads trajectories: each is a thread. */
export class MiniSweSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #threads: ImportedThread[] = [];
  #asked = false;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    const list: readonly Json[] | undefined = Array.isArray(value)
      ? (value as readonly Json[])
      : arrayField(value, "messages");
    if (!list) throw new BadRecord("messages: a list is needed");
    this.#trajectory(list, isJsonObject(value) ? value : null, place);
  }

  end(): Imported {
    this.#notes.add("missing", TOOLS);
    return { threads: this.#threads, notes: this.#notes.list() };
  }

  #trajectory(list: readonly Json[], holder: Json, place: Place): void {
    const system = leadingSystem(list);
    const ends: Mark[] = [];
    this.#asked = false;
    let index = 0;
    const read = eachMessage(list, this.#notes, place.line, (message) =>
      index++ < system.length ? [] : this.#message(message, ends, place.line),
    );
    const paired = pairCalls(read);
    this.#notes.add("note", PAIRS, place.line, paired.named);
    const { messages, marks } = keptMessages(paired.messages, this.#sink);
    const all = [...marks, ...ends.map((mark) => ({ ...mark, at: messages.length }))];
    const id = stringField(holder, "instance_id") ?? `trajectory-${this.#threads.length + 1}`;
    const { system: prompt } = openaiMessages(system, this.#notes, place.line);
    this.#threads.push({ id, lane: "main", system: prompt, tools: [], messages, marks: all });
  }

  /** The output of the last command is the submission, and has no return code. */
  #turn(message: Json, line: number): WireMessage[] {
    const read = miniSweMessage(message, this.#notes, line, this.#asked);
    this.#asked = read.some(asksInText);
    return read;
  }

  #message(message: Json, ends: Mark[], line: number): WireMessage[] {
    if (stringField(message, "role") !== "exit") return this.#turn(message, line);
    ends.push(endMark(message));
    return [];
  }
}

/** True for a response whose command stands in its text: the user message that follows is its result. */
function asksInText(message: WireMessage): boolean {
  return (
    message.role === "assistant" &&
    message.parts.some((part) => part.type === "tool-call" && part.callId === "")
  );
}

/** The system messages at the start. */
function leadingSystem(list: readonly Json[]): readonly Json[] {
  const end = list.findIndex((message) => stringField(message, "role") !== "system");
  return list.slice(0, end < 0 ? list.length : end);
}

/** How the run ended: anything but a submission is an error. */
function endMark(message: Json): Mark {
  const extra = field(message, "extra");
  const status = stringField(extra, "exit_status") ?? "";
  const why = stringField(extra, "exception_str") ?? stringField(message, "content") ?? "";
  const submitted = status === "Submitted";
  const label = submitted ? "submitted" : oneLine([status, why].filter((one) => one !== "").join(": "));
  return { kind: submitted ? "opaque" : "error", at: 0, label: `ended: ${label}` };
}
