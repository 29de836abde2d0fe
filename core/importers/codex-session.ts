import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import { leftBranches, noteBranches } from "./branches.ts";
import { compactionSummary } from "./codex-compaction.ts";
import { codexResult } from "./codex-output.ts";
import type { CommandEnd } from "./codex-output.ts";
import { CodexThread, textOf } from "./codex-thread.ts";
import { CodexTokenCounter } from "./codex-usage.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { ItemGrouper } from "./item-grouper.ts";
import { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { OpaqueCount } from "./opaque-count.ts";
import type { ItemPiece, ResultPiece, TextPiece } from "./responses-item.ts";
import { responsesItem } from "./responses-item.ts";

const NOTES = {
  fork: "session headers further on: the history that a fork copied, or sub-agents' (the first header is the file's)",
  developer: "developer messages in the middle of a conversation: kept where they stand, as user messages",
  json: "results recorded as JSON around their text and exit code: the text is shown",
  whole: "results that Codex cut for the model: the whole text was found in another line; both are kept",
  leftOver: "token counts that belong to no recorded message (compaction, aborted requests)",
  tokens: "token counts in a form that is not known",
  instructions: "system prompt: the header's instructions may be the user's own alone",
  tools: "tool definitions: Codex does not record them",
  rolledBack: "messages of turns that the user took back: not part of the live thread, but of a branch",
} as const;

/** So many commands' ends are held for their results. */
const MAX_ENDS = 64;

/** Reads one rollout. `response_item` lines are the conversation; `event_msg` lines mirror them for the interface. */
export class CodexSession implements ImportSession {
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #events = new OpaqueCount();
  readonly #thread: CodexThread;
  readonly #items: ItemGrouper;
  readonly #tokens = new CodexTokenCounter();
  readonly #ends = new Map<string, CommandEnd>();
  readonly #system: string[] = [];
  #header: Json | undefined;
  #instructions: string | undefined;
  #title: string | undefined;
  #model: string | undefined;
  #lastTotal: number | undefined;

  constructor(sink: PartSink) {
    this.#thread = new CodexThread(sink);
    this.#items = new ItemGrouper(this.#thread);
  }

  record(value: unknown, place: Place): void {
    if (!isJsonObject(value)) throw new BadRecord("an object is needed");
    const payload = field(value, "payload");
    const time = stringField(value, "timestamp");
    if (payload === undefined) return this.#bare(value, time, place);
    const type = stringField(value, "type") ?? "";
    if (type === "session_meta") this.#meta(payload, place);
    else if (type === "turn_context") this.#context(payload);
    else if (type === "response_item") this.#item(payload, time, place);
    else if (type === "compacted") this.#compacted(payload, place);
    else if (type === "event_msg") this.#event(payload, place);
    else this.#opaque.add(type, "", place.line);
  }

  end(): Imported {
    this.#items.flush();
    this.#opaque.addTo(this.#notes, "records of type");
    this.#events.addTo(this.#notes, "lines for the interface: event_msg");
    const system = this.#systemPrompt();
    if (system === null) this.#notes.add("missing", "system prompt");
    this.#notes.add("missing", NOTES.tools);
    const main = this.#imported(system);
    const left = leftBranches(main, this.#thread.left());
    noteBranches(this.#notes, left.length, this.#thread.leftOver);
    return { threads: [main, ...left], notes: this.#notes.list() };
  }

  #imported(system: string | null): ImportedThread {
    const id = stringField(this.#header, "id") ?? "main";
    const lane = isSubAgent(this.#header) ? `agent-${id}` : "main";
    const messages = this.#thread.messages();
    const base = { id, lane, system, tools: [], messages, marks: this.#thread.marks() };
    return this.#title === undefined ? base : { ...base, title: this.#title };
  }

  #systemPrompt(): string | null {
    const base = stringField(field(this.#header, "base_instructions"), "text") ?? this.#instructions;
    const own = base ?? stringField(this.#header, "instructions");
    if (base === undefined && own !== undefined) this.#notes.add("doubt", NOTES.instructions);
    const all = [...(own === undefined ? [] : [own]), ...this.#system];
    return all.length === 0 ? null : all.join("\n\n");
  }

  /** A line without an envelope: the header, a state, or an item. */
  #bare(value: Json, time: string | undefined, place: Place): void {
    const state = stringField(value, "record_type");
    if (state !== undefined) this.#opaque.add(state, "", place.line);
    else if (field(value, "type") !== undefined) this.#item(value, time, place);
    else this.#meta(value, place);
  }

  #meta(payload: Json, place: Place): void {
    if (this.#header === undefined) this.#header = payload;
    else this.#notes.add("merged", NOTES.fork, place.line);
  }

  #context(payload: Json): void {
    this.#model = stringField(payload, "model") ?? this.#model;
    this.#instructions ??= stringField(payload, "base_instructions");
  }

  #item(item: Json, time: string | undefined, place: Place): void {
    const piece = responsesItem(item, this.#notes, place.line);
    if (piece.kind === "opaque") return this.#opaqueItem(item, piece.type, time, place);
    const meta = this.#metaOf(piece, time);
    if (piece.kind === "system") this.#developer(piece, meta, place);
    else if (piece.kind === "result") this.#items.add(this.#result(piece, place), meta);
    else this.#items.add(piece, meta);
  }

  /** Messages between agents come as user messages; other items are none. */
  #opaqueItem(item: Json, type: string, time: string | undefined, place: Place): void {
    if (type !== "agent_message") return this.#opaque.add("response_item", type, place.line);
    const meta = time === undefined ? {} : { time };
    this.#items.flush();
    const message = responsesItem(
      { ...(item as object), type: "message", role: "user" },
      this.#notes,
      place.line,
    );
    if (message.kind !== "user") return;
    this.#thread.injected({ id: message.id, role: "user", parts: message.parts, meta });
  }

  #metaOf(piece: ItemPiece, time: string | undefined): MessageMeta {
    const model = piece.kind === "assistant" ? this.#model : undefined;
    return { ...(model === undefined ? {} : { model }), ...(time === undefined ? {} : { time }) };
  }

  /** Developer messages at the start are part of the system prompt. */
  #developer(piece: TextPiece<"system">, meta: MessageMeta, place: Place): void {
    const message = { id: piece.id, role: "user" as const, parts: piece.parts, meta };
    if (this.#thread.length === 0 && !this.#items.open) {
      this.#system.push(textOf(message));
      return;
    }
    this.#notes.add("note", NOTES.developer, place.line);
    this.#items.flush();
    this.#thread.injected(message);
  }

  #result(piece: ResultPiece, place: Place): ResultPiece {
    const end = this.#ends.get(piece.result.callId);
    this.#ends.delete(piece.result.callId);
    const { result, unwrapped, seen } = codexResult(piece.result, end);
    if (unwrapped) this.#notes.add("note", NOTES.json, place.line);
    if (seen) this.#notes.add("note", NOTES.whole, place.line);
    return seen ? { ...piece, result, seen } : { ...piece, result };
  }

  #compacted(payload: Json, place: Place): void {
    this.#items.flush();
    const history = arrayField(payload, "replacement_history");
    const before = this.#lastTotal === undefined ? {} : { tokensBefore: this.#lastTotal };
    const { summary, kept } = compactionSummary(payload, this.#thread, this.#notes, place.line);
    const label = history ? `compacted: ${kept} of ${history.length} items were there before` : "compacted";
    const written = summary === "" ? {} : { summary };
    this.#thread.mark({ kind: "compaction", label, ...before, ...written });
  }

  #event(payload: Json, place: Place): void {
    const type = stringField(payload, "type") ?? "";
    if (type === "token_count") this.#count(payload, place);
    else if (type === "exec_command_end") this.#commandEnd(payload);
    else if (type === "thread_rolled_back") this.#rollBack(payload, place);
    else if (type === "error" || type === "stream_error" || type === "turn_aborted")
      this.#error(type, payload);
    else if (type === "thread_name_updated") this.#title = stringField(payload, "thread_name") ?? this.#title;
    else this.#events.add(type, "", place.line);
  }

  /** A count that goes on ends a response: what comes next is another one's. */
  #count(payload: Json, place: Place): void {
    const read = this.#tokens.read(payload);
    if (read === "unknown") this.#notes.add("doubt", NOTES.tokens, place.line);
    if (typeof read === "string") return;
    this.#items.flush();
    this.#lastTotal = read.total ?? this.#lastTotal;
    if (!this.#thread.usage(read.usage)) this.#notes.add("note", NOTES.leftOver, place.line);
  }

  #commandEnd(payload: Json): void {
    const callId = stringField(payload, "call_id");
    if (callId === undefined) return;
    const output = stringField(payload, "aggregated_output") ?? stringField(payload, "stdout") ?? "";
    this.#ends.set(callId, { output, exitCode: numberField(payload, "exit_code") });
    for (const oldest of this.#ends.keys()) if (this.#ends.size > MAX_ENDS) this.#ends.delete(oldest);
  }

  #rollBack(payload: Json, place: Place): void {
    this.#items.flush();
    const turns = numberField(payload, "num_turns") ?? 1;
    const left = this.#thread.rollBack(Math.trunc(turns));
    this.#notes.add("note", NOTES.rolledBack, place.line, left);
    this.#thread.mark({
      kind: "rewind",
      label: `turns taken back by the user: ${turns} (messages: ${left})`,
    });
  }

  #error(type: string, payload: Json): void {
    this.#items.flush();
    const said = stringField(payload, "message") ?? stringField(payload, "reason") ?? "";
    const what = type === "turn_aborted" ? "turn aborted" : "error";
    this.#thread.mark({ kind: "error", label: oneLine(said === "" ? what : `${what}: ${said}`) });
  }
}

/** True for the rollout of an agent that another one started. */
function isSubAgent(header: Json | undefined): boolean {
  return (
    field(field(header, "source"), "subagent") !== undefined ||
    stringField(header, "thread_source") === "subagent"
  );
}
