import type { Json } from "../model/json.ts";
import { field, isJsonObject, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import { laterUsage } from "./anthropic-usage.ts";
import { laneMessages } from "./claude-lane.ts";
import { claudeAssistant, claudeUser } from "./claude-message.ts";
import type { AssistantEntry, ClaudeNode, Entry } from "./claude-node.ts";
import { claudeMark } from "./claude-mark.ts";
import { claudeRecord } from "./claude-record.ts";
import { textOf } from "./json-text.ts";
import type { CutResponse } from "./claude-stream-partial.ts";
import { PartialMessages } from "./claude-stream-partial.ts";
import {
  isMessageType,
  laneOf,
  messageOf,
  namedTools,
  sessionRecord,
  streamMark,
  streamRecords,
} from "./claude-stream-record.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";

const NOTES = {
  cut: "blocks that only the partial messages hold: the response was cut, what was streamed of it is shown",
  partial: "partial messages: their blocks stand in lines of their own",
  tools: "descriptions and parameters of the tools: the init record has their names alone",
  system: "system prompt: stream-json does not record it",
} as const;

interface Lane {
  readonly nodes: ClaudeNode[];
  readonly partial: PartialMessages;
}

/** Reads what one run printed. */
export class ClaudeStreamSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #lanes = new Map<string, Lane>();
  #tools: readonly ToolDefinition[] = [];
  #id = "main";

  constructor(sink: PartSink) {
    this.#sink = sink;
    this.#lane("");
  }

  record(value: unknown, place: Place): void {
    if (!Array.isArray(value)) return this.#one(value as Json, place);
    for (const one of streamRecords(value)) this.#element(one as Json, place);
  }

  element(_path: readonly string[], value: unknown, place: Place): void {
    this.#element(value as Json, place);
  }

  end(): Imported {
    for (const [name, { partial }] of this.#lanes) this.#cut(name, partial.finish(), undefined);
    this.#opaque.addTo(this.#notes, "records of type");
    const threads = [...this.#lanes].map(([name, lane]) => this.#thread(name, lane));
    this.#notes.add("missing", NOTES.system);
    this.#notes.add("missing", NOTES.tools);
    return { threads, notes: this.#notes.list() };
  }

  /** One element of a list; a bad one is noted and the others are read. */
  #element(value: Json, place: Place): void {
    try {
      this.#one(value, place);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.#notes.add("dropped", error.message, place.line);
    }
  }

  #one(value: Json, place: Place): void {
    if (!isJsonObject(value)) throw new BadRecord("an object is needed");
    const type = stringField(value, "type") ?? "";
    const mark = streamMark(type, value) ?? this.#summary(type, value);
    if (mark) this.#push(laneOf(value), value, mark, place);
    else if (isMessageType(type)) this.#message(type, value, place);
    else if (type === "stream_event") this.#event(value, place);
    else if (type === "system" && stringField(value, "subtype") === "init") this.#init(value);
    else if (type !== "result") this.#opaque.add(type, stringField(value, "subtype") ?? "", place.line);
  }

  /** What the vendor put in after it compacted: the summary. */
  #summary(type: string, value: Json): Entry | undefined {
    if (type !== "user" || field(value, "isSynthetic") !== true) return undefined;
    const before = this.#lane(laneOf(value)).nodes.at(-1)?.entry;
    if (before?.kind !== "mark" || before.part !== "boundary") return undefined;
    return claudeMark("user", { ...claudeRecord(value), isCompactSummary: true });
  }

  #init(value: Json): void {
    this.#id = stringField(value, "session_id") ?? this.#id;
    this.#tools = namedTools(value);
  }

  #message(type: "user" | "assistant", value: Json, place: Place): void {
    const line = { record: sessionRecord(value), place, sink: this.#sink, notes: this.#notes };
    const name = laneOf(value);
    if (type === "user") return this.#push(name, value, claudeUser(line), place);
    const entry = claudeAssistant(line);
    this.#lane(name).partial.line(entry.response, messageOf(value));
    this.#push(name, value, entry, place);
  }

  #event(value: Json, place: Place): void {
    const name = laneOf(value);
    this.#notes.add("merged", NOTES.partial, place.line);
    this.#cut(name, this.#lane(name).partial.event(field(value, "event") ?? null), place);
  }

  /** Blocks that were streamed and never came whole are shown as far as they go. */
  #cut(name: string, cut: CutResponse | undefined, place: Place | undefined): void {
    if (!cut) return;
    this.#notes.add("doubt", NOTES.cut, place?.line, cut.blocks);
    const at = place ?? { line: 0, offset: 0, bytes: 0 };
    const record = { type: "assistant", message: cut.message };
    const entry = claudeAssistant({ record, place: at, sink: this.#sink, notes: this.#notes });
    this.#push(name, record, { ...entry, final: false }, at);
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const lane = { nodes: [], partial: new PartialMessages() };
    this.#lanes.set(name, lane);
    return lane;
  }

  #push(lane: string, value: Json, entry: Entry, { line, bytes }: Place): void {
    const uuid = textOf(field(value, "uuid"));
    const node = { uuid, parentUuid: undefined, parent: undefined, lane, line, bytes, entry };
    this.#lane(lane).nodes.push(node);
  }

  #thread(name: string, { nodes, partial }: Lane): ImportedThread {
    const ended = nodes.map((node) => withEnd(node, partial));
    const { messages, marks } = laneMessages(ended, this.#notes);
    const [id, lane] = name === "" ? [this.#id, "main"] : [`agent-${name}`, `agent-${name}`];
    return { id, lane, system: null, tools: name === "" ? this.#tools : [], messages, marks };
  }
}

/** A line of a response with what the stream said of its end. */
function withEnd(node: ClaudeNode, { ends }: PartialMessages): ClaudeNode {
  const { entry } = node;
  if (entry?.kind !== "assistant") return node;
  const end = ends.get(entry.response);
  if (!end) return node;
  const usage = laterUsage(entry.meta.usage, end.usage);
  const meta = usage ? { ...entry.meta, usage } : entry.meta;
  const ended: AssistantEntry = { ...entry, meta, final: entry.final || end.final };
  return { ...node, entry: ended };
}
