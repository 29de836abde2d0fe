import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import type { Mark } from "../model/mark.ts";
import { leftBranches, noteBranches } from "./branches.ts";
import { geminiCliMessage } from "./gemini-cli-message.ts";
import type {
  Imported,
  ImportedMessage,
  ImportedThread,
  ImportSession,
  PartSink,
  Place,
} from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { keptMessage } from "./kept-message.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";
import { Rewinds } from "./rewinds.ts";

const NOTES = {
  replaced: "messages that a later line replaces (same id): the last one is shown",
  rewound: "messages that the user went back from: not part of the live thread, but of a branch",
  lost: "going back to a message that is not there: nothing was taken out",
  list: "messages that a patch replaces as a whole: the last list is shown",
  display: "forms of results for the interface: not read",
  system: "system prompt: Gemini CLI does not record it",
  tools: "tool definitions: Gemini CLI does not record them",
} as const;

/** What one message of the session adds. */
interface Entry {
  readonly id: string;
  readonly messages: readonly ImportedMessage[];
  readonly marks: readonly Omit<Mark, "at">[];
}

/** Reads one session, a document or line by line: patches apply in order, a message with a known id replaces it. */
export class GeminiCliSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  #entries: Entry[] = [];
  #rewinds = new Rewinds<Entry>();
  #byId = new Map<string, number>();
  #id: string | undefined;
  #kind: string | undefined;
  #title: string | undefined;

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  record(value: unknown, place: Place): void {
    if (!isJsonObject(value)) throw new BadRecord("an object is needed");
    const patch = field(value, "$set");
    const back = field(value, "$rewindTo");
    if (patch !== undefined) this.#patch(patch, place);
    else if (typeof back === "string") this.#rewind(back, place);
    else if (stringField(value, "sessionId") !== undefined && field(value, "type") === undefined)
      this.#header(value, place);
    else this.#message(value, place);
  }

  end(): Imported {
    this.#opaque.addTo(this.#notes, "messages of type");
    this.#notes.add("missing", NOTES.system);
    this.#notes.add("missing", NOTES.tools);
    const main = this.#thread();
    const left = leftBranches(main, this.#left());
    noteBranches(this.#notes, left.length, this.#rewinds.leftOver);
    return { threads: [main, ...left], notes: this.#notes.list() };
  }

  #thread(): ImportedThread {
    const { messages, marks } = joined(this.#entries);
    const id = this.#id ?? "main";
    const lane = this.#kind === "subagent" ? `agent-${id}` : "main";
    const base = { id, lane, system: null, tools: [], messages, marks };
    return this.#title === undefined ? base : { ...base, title: this.#title };
  }

  /** The session before each time that the user went back, the last first. */
  *#left(): Generator<Pick<ImportedThread, "messages" | "marks">> {
    for (const { items } of this.#rewinds.states(this.#entries)) yield joined(items);
  }

  /** The header line, or the whole document. */
  #header(header: Json, place: Place): void {
    this.#id ??= stringField(header, "sessionId");
    this.#kind ??= stringField(header, "kind");
    this.#title = stringField(header, "summary") ?? this.#title;
    this.#each(arrayField(header, "messages") ?? [], place);
  }

  #patch(patch: Json, place: Place): void {
    this.#title = stringField(patch, "summary") ?? this.#title;
    const messages = arrayField(patch, "messages");
    if (!messages) return;
    this.#notes.add("merged", NOTES.list, place.line, this.#entries.length);
    this.#entries = [];
    this.#rewinds = new Rewinds();
    this.#byId = new Map();
    this.#each(messages, place);
  }

  #each(messages: readonly Json[], place: Place): void {
    for (const [index, message] of messages.entries()) {
      try {
        this.#message(message, place);
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        this.#notes.add("dropped", `messages[${index}].${error.message}`, place.line);
      }
    }
  }

  /** The message itself goes too: the user types it anew. */
  #rewind(id: string, place: Place): void {
    const at = this.#byId.get(id);
    if (at === undefined) return this.#notes.add("doubt", NOTES.lost, place.line);
    const left = this.#entries.splice(at);
    for (const entry of left) this.#byId.delete(entry.id);
    const count = left.reduce((sum, entry) => sum + entry.messages.length, 0);
    this.#rewinds.add(at, left);
    this.#notes.add("note", NOTES.rewound, place.line, count);
    const label = `went back (messages: ${count})`;
    this.#entries.push({ id: "", messages: [], marks: [{ kind: "rewind", label }] });
  }

  #message(message: Json, place: Place): void {
    if (!isJsonObject(message)) throw new BadRecord("an object is needed");
    const entry = this.#entry(message, place);
    const known = entry.id === "" ? undefined : this.#byId.get(entry.id);
    if (known === undefined) {
      if (entry.id !== "") this.#byId.set(entry.id, this.#entries.length);
      this.#entries.push(entry);
      if (entry.messages.length > 0) this.#rewinds.grow();
      return;
    }
    this.#notes.add("merged", NOTES.replaced, place.line);
    this.#entries[known] = entry;
  }

  #entry(message: Json, place: Place): Entry {
    const id = stringField(message, "id") ?? "";
    const read = geminiCliMessage(message);
    if ("mark" in read) return { id, messages: [], marks: [read.mark] };
    if ("other" in read) {
      this.#opaque.add(read.other, "", place.line);
      return { id, messages: [], marks: [] };
    }
    this.#notes.add("opaque", NOTES.display, place.line, displays(message));
    const messages = read.messages.map((one) => keptMessage(one, this.#sink));
    return { id, messages, marks: [] };
  }
}

/** The messages and marks of entries, in order. */
function joined(entries: readonly Entry[]): Pick<ImportedThread, "messages" | "marks"> {
  const messages: ImportedMessage[] = [];
  const marks: Mark[] = [];
  for (const entry of entries) {
    for (const mark of entry.marks) marks.push({ ...mark, at: messages.length });
    messages.push(...entry.messages);
  }
  return { messages, marks };
}

function displays(message: Json): number {
  return (arrayField(message, "toolCalls") ?? []).filter((call) => field(call, "resultDisplay") !== undefined)
    .length;
}
