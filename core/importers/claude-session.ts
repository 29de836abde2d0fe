import { field, stringField } from "../model/json.ts";
import { claudeMark } from "./claude-mark.ts";
import { claudeAssistant, claudeUser } from "./claude-message.ts";
import type { ClaudeNode, Entry } from "./claude-node.ts";
import type { ClaudeRecord } from "./claude-record.ts";
import { claudeRecord } from "./claude-record.ts";
import { claudeThreads } from "./claude-threads.ts";
import type { Imported, ImportSession, PartSink, Place } from "./importer.ts";
import { textOf } from "./json-text.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";

/** What a session file says about itself beside its messages. */
export interface ClaudeTitles {
  custom?: string;
  generated?: string;
  /** Of `summary` records, which may belong to another session: by the uuid of the leaf that they name. */
  readonly byLeaf: Map<string, string>;
  /** What sub-agents were started for, by their lane: their files have a description beside them. */
  readonly agents: Map<string, string>;
}

/** A sub-agent's file, or the description beside it. */
const AGENT_FILE = /(?:^|\/)(agent-[^/]+?)(\.meta\.json|\.jsonl)$/;

const COPIES = "lines that repeat an earlier line (same uuid): read once";
const SHARED_UUID = "lines with the uuid of another line: all were read";

/** Reads the lines of one Claude Code session. */
export class ClaudeSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #nodes: ClaudeNode[] = [];
  readonly #byUuid = new Map<string, number>();
  readonly #titles: ClaudeTitles = { byLeaf: new Map(), agents: new Map() };
  /** The sub-agent whose file is read, and whether it is the description of one. */
  #agent: { readonly lane: string; readonly described: boolean } | undefined;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  part(name: string): void {
    const found = AGENT_FILE.exec(name);
    this.#agent = found?.[1] ? { lane: found[1], described: found[2] === ".meta.json" } : undefined;
  }

  record(value: unknown, place: Place): void {
    if (this.#agent?.described) return this.#describe(this.#agent.lane, value);
    const record = claudeRecord(value);
    const type = textOf(record.type);
    const uuid = textOf(record.uuid);
    if (this.#isCopy(uuid, place)) return;
    if (type === "progress") this.#progress(record, uuid, place);
    else if (uuid !== "" || type === "user" || type === "assistant")
      this.#treeLine(type, record, uuid, place);
    else this.#other(type, record, place);
  }

  end(): Imported {
    this.#opaque.addTo(this.#notes, "records of type");
    const threads = claudeThreads(this.#nodes, this.#byUuid, this.#titles, this.#notes);
    return { threads, notes: this.#notes.list() };
  }

  /** Resumed and forked sessions repeat earlier lines: the same uuid on a line of the same length is a copy. */
  #isCopy(uuid: string, place: Place): boolean {
    const known = this.#byUuid.get(uuid);
    const before = known === undefined ? undefined : this.#nodes[known];
    if (!before) return false;
    const copy = before.bytes === place.bytes;
    this.#notes.add(copy ? "merged" : "doubt", copy ? COPIES : SHARED_UUID, place.line);
    return copy;
  }

  /** A line whose message cannot be used still joins its children to its parent. */
  #treeLine(type: string, record: ClaudeRecord, uuid: string, place: Place): void {
    let entry: Entry | undefined;
    try {
      entry = this.#entry(type, record, place);
    } finally {
      this.#node(record, uuid, entry, place);
    }
  }

  #entry(type: string, record: ClaudeRecord, place: Place): Entry | undefined {
    const mark = claudeMark(type, record);
    if (mark) return mark;
    if (type === "assistant") return claudeAssistant({ record, place, sink: this.#sink, notes: this.#notes });
    if (type === "user") return claudeUser({ record, place, sink: this.#sink, notes: this.#notes });
    this.#opaque.add(type, textOf(record.subtype) || textOf(field(record.attachment, "type")), place.line);
    return undefined;
  }

  #node(record: ClaudeRecord, uuid: string, entry: Entry | undefined, place: Place): void {
    const parentUuid = parentOf(record);
    const parent = typeof parentUuid === "string" ? this.#positionOf(parentUuid) : undefined;
    // Two uuids a line would fill the memory of a long session: a parent that is known needs no name.
    const named = parent === undefined ? parentUuid : undefined;
    this.#push(uuid, named, parent, this.#lane(record, uuid, parent), entry, place);
  }

  /** Position of the last line with this uuid. Mostly that is the line before: it need not be looked up. */
  #positionOf(uuid: string): number | undefined {
    const before = this.#nodes.length - 1;
    return uuid !== "" && this.#nodes[before]?.uuid === uuid ? before : this.#byUuid.get(uuid);
  }

  #push(
    uuid: string,
    parentUuid: ClaudeNode["parentUuid"],
    parent: number | undefined,
    lane: string,
    entry: Entry | undefined,
    place: Place,
  ): void {
    if (uuid !== "") this.#byUuid.set(uuid, this.#nodes.length);
    this.#nodes.push({ uuid, parentUuid, parent, lane, line: place.line, bytes: place.bytes, entry });
  }

  /** A sub-agent's lines have an id of their own, or hang on one another from a root of their own. */
  #lane(record: ClaudeRecord, uuid: string, parent: number | undefined): string {
    if (record.isSidechain !== true) return "";
    if (typeof record.agentId === "string") return `agent-${record.agentId}`;
    if (this.#agent) return this.#agent.lane;
    const above = parent === undefined ? "" : (this.#nodes[parent]?.lane ?? "");
    return above === "" ? `side-${uuid}` : above;
  }

  #describe(lane: string, value: unknown): void {
    const title = stringField(value, "description") ?? stringField(value, "agentType");
    if (title !== undefined) this.#titles.agents.set(lane, title);
  }

  /** Older versions copied a sub-agent's messages into progress lines of the session. */
  #progress(record: ClaudeRecord, uuid: string, place: Place): void {
    this.#node(record, uuid, undefined, place);
    const agent = stringField(record.data, "agentId");
    const inner = claudeRecord(field(record.data, "message"));
    const type = textOf(inner.type);
    if (agent === undefined || (type !== "user" && type !== "assistant")) {
      return this.#opaque.add("progress", stringField(record.data, "type") ?? "", place.line);
    }
    const innerUuid = textOf(inner.uuid);
    if (this.#isCopy(innerUuid, place)) return;
    this.#push(innerUuid, undefined, undefined, `agent-${agent}`, this.#entry(type, inner, place), place);
  }

  #other(type: string, record: ClaudeRecord, place: Place): void {
    if (type === "summary") {
      this.#titles.byLeaf.set(stringField(record, "leafUuid") ?? "", stringField(record, "summary") ?? "");
    } else if (type === "custom-title") this.#titles.custom = stringField(record, "customTitle") ?? "";
    else if (type === "ai-title") this.#titles.generated = stringField(record, "aiTitle") ?? "";
    else this.#opaque.add(type, "", place.line);
  }
}

/** A compaction's boundary has no parent, but a logical one: what was before it stays in raw history. */
function parentOf(record: ClaudeRecord): string | null | undefined {
  if (typeof record.logicalParentUuid === "string") return record.logicalParentUuid;
  if (record.subtype === "compact_boundary") return undefined;
  const parent = record.parentUuid;
  return parent === null || typeof parent === "string" ? parent : undefined;
}
