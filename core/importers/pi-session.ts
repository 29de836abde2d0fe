import type { Json } from "../model/json.ts";
import { field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { leftBranches, noteBranches } from "./branches.ts";
import type { Imported, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";
import { hasDetails, piContent, piMessage } from "./pi-message.ts";
import type { PiEntry } from "./pi-tree.ts";
import { PiThread } from "./pi-thread.ts";
import { PiTree } from "./pi-tree.ts";

const NOTES = {
  commands: "commands that the user kept out of the context: not part of the thread",
  details: "details of results, for the interface: not read",
  branched: "the session was branched from another one: what is before it is in that file",
  headers: "session headers further on: the first one is the file's",
  tools: "tool definitions: pi does not record them",
} as const;

type Added = Pick<PiEntry, "message" | "marks" | "firstKept">;

const NOTHING: Added = { marks: [] };

/** Reads one session file. */
export class PiSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #entries: PiEntry[] = [];
  #header: Json | undefined;
  #title: string | undefined;
  /** Records so far: version 1 counts them, the header too. */
  #records = 0;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    if (!isJsonObject(value)) throw new BadRecord("an object is needed");
    this.#records++;
    const type = stringField(value, "type") ?? "";
    if (type === "session") return this.#session(value, place);
    let added = NOTHING;
    try {
      added = this.#added(type, value, place);
    } finally {
      this.#entries.push({ ...added, ...linkOf(value, this.#records - 1), line: place.line });
    }
  }

  end(): Imported {
    this.#opaque.addTo(this.#notes, "entries of type");
    const system = stringField(this.#header, "systemPrompt") ?? null;
    if (system === null) this.#notes.add("missing", "system prompt: pi does not record it");
    this.#notes.add("missing", NOTES.tools);
    const tree = new PiTree(this.#entries, this.#notes);
    const thread = new PiThread(tree.live());
    const id = stringField(this.#header, "id") ?? "main";
    const base = { id, lane: "main", system, tools: [], messages: thread.messages, marks: thread.marks };
    const main = this.#title === undefined ? base : { ...base, title: this.#title };
    const left = leftBranches(main, branchesOf(tree));
    noteBranches(this.#notes, left.length, tree.leftOver());
    return { threads: [main, ...left], notes: this.#notes.list() };
  }

  #session(header: Json, place: Place): void {
    if (this.#header !== undefined) return this.#notes.add("merged", NOTES.headers, place.line);
    this.#header = header;
    const parent = field(header, "parentSession") ?? field(header, "branchedFrom");
    if (typeof parent === "string") this.#notes.add("note", NOTES.branched, place.line);
  }

  #added(type: string, value: Json, place: Place): Added {
    if (type === "message") return this.#message(field(value, "message") ?? null, value, place);
    if (type === "custom_message") return this.#custom(value);
    if (type === "compaction") return compaction(value);
    if (type === "branch_summary") return { marks: [branch(value)] };
    if (type === "session_info") this.#title = stringField(value, "name") ?? this.#title;
    else this.#opaque.add(type, stringField(value, "customType") ?? "", place.line);
    return NOTHING;
  }

  #message(message: Json, entry: Json, place: Place): Added {
    if (!isJsonObject(message)) throw new BadRecord("message: an object is needed");
    if (field(message, "excludeFromContext") === true) {
      this.#notes.add("note", NOTES.commands, place.line);
      return NOTHING;
    }
    if (hasDetails(message)) this.#notes.add("opaque", NOTES.details, place.line);
    const read = piMessage(message, stringField(entry, "timestamp"));
    if (typeof read === "string") return this.#otherRole(read, message, place);
    const marks = read.error ? [read.error] : [];
    if (read.parts === undefined) return { marks };
    return { message: { role: read.role, kept: this.#sink.keep(read.parts), meta: read.meta }, marks };
  }

  /** Summaries that stand as messages of a role of their own are marks. */
  #otherRole(role: string, message: Json, place: Place): Added {
    if (role === "compactionSummary") return compaction(message);
    if (role === "branchSummary") return { marks: [branch(message)] };
    this.#opaque.add("message", role, place.line);
    return NOTHING;
  }

  /** What an extension tells the model. */
  #custom(value: Json): Added {
    const time = stringField(value, "timestamp");
    const kept = this.#sink.keep(piContent(field(value, "content")));
    return { message: { role: "user", kept, meta: time === undefined ? {} : { time } }, marks: [] };
  }
}

/** The branches that were left, one after the other, the last one first. */
function* branchesOf(tree: PiTree): Generator<PiThread> {
  for (let left = tree.nextLeft(); left; left = tree.nextLeft()) yield new PiThread(left);
}

/** Version 1 has no ids: an entry follows the one before it. */
function linkOf(entry: Json, position: number): Pick<PiEntry, "id" | "parentId" | "at"> {
  const parent = field(entry, "parentId");
  return {
    id: stringField(entry, "id") ?? "",
    parentId: typeof parent === "string" || parent === null ? parent : undefined,
    at: position,
  };
}

function compaction(entry: Json): Added {
  const summary = stringField(entry, "summary");
  const tokensBefore = numberField(entry, "tokensBefore");
  const firstKept = stringField(entry, "firstKeptEntryId") ?? numberField(entry, "firstKeptEntryIndex");
  const mark: Omit<Mark, "at"> = {
    kind: "compaction",
    label: "compacted",
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(summary === undefined ? {} : { summary }),
  };
  return firstKept === undefined ? { marks: [mark] } : { marks: [mark], firstKept };
}

function branch(entry: Json): Omit<Mark, "at"> {
  const summary = stringField(entry, "summary");
  return { kind: "rewind", label: "came back from a branch", ...(summary === undefined ? {} : { summary }) };
}
