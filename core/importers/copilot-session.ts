import type { Json } from "../model/json.ts";
import { field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { MessageMeta } from "../model/thread.ts";
import { copilotAssistant, copilotMark, copilotResult, copilotUsage, copilotUser } from "./copilot-event.ts";
import { CopilotLane } from "./copilot-lane.ts";
import type { Imported, ImportedThread, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Notebook } from "./notebook.ts";
import { OpaqueCount } from "./opaque-count.ts";

const NO_TOOLS = "tool definitions: Copilot CLI does not record them";
const OTHER_SYSTEM = "system prompts after the first: the last one is shown";

/** Reads the events of one session. */
export class CopilotSession implements ImportSession {
  readonly #sink: PartSink;
  readonly #notes = new Notebook();
  readonly #opaque = new OpaqueCount();
  readonly #lanes = new Map<string, CopilotLane>();
  /** Names of sub-agents, by the call that started them. */
  readonly #names = new Map<string, string>();
  #system: string | null = null;
  #id = "main";

  constructor(sink: PartSink) {
    this.#sink = sink;
    this.#lane("");
  }

  record(value: unknown, place: Place): void {
    const type = stringField(value, "type");
    const data = field(value, "data");
    if (type === undefined || !isJsonObject(data))
      throw new BadRecord("an event with type and data is needed");
    const lane = this.#lane(stringField(data, "parentToolCallId") ?? "");
    const mark = copilotMark(type, data);
    if (mark) lane.mark(mark);
    else if (!this.#message(type, data, value as Json, lane)) this.#other(type, data, lane, place);
  }

  end(): Imported {
    this.#opaque.addTo(this.#notes, "events of type");
    if (this.#system === null) this.#notes.add("missing", "system prompt");
    this.#notes.add("missing", NO_TOOLS);
    const threads = [...this.#lanes].map(([name, lane]) => this.#thread(name, lane));
    return { threads, notes: this.#notes.list() };
  }

  /** Takes an event that is a message; false for one that is none. */
  #message(type: string, data: Json, event: Json, lane: CopilotLane): boolean {
    const id = stringField(event, "id") ?? "";
    const time = stringField(event, "timestamp");
    const meta = time === undefined ? {} : { time };
    switch (type) {
      case "user.message":
      case "system.notification":
        lane.add("user", id, copilotUser(data), meta);
        return true;
      case "assistant.message":
        this.#assistant(data, id, meta, lane);
        return true;
      case "tool.execution_complete":
        lane.add("tool", id, [copilotResult(data)], meta);
        return true;
      default:
        return false;
    }
  }

  #assistant(data: Json, id: string, time: MessageMeta, lane: CopilotLane): void {
    const model = stringField(data, "model");
    const output = numberField(data, "outputTokens");
    const usage = output === undefined ? {} : { usage: { kind: "reported" as const, output } };
    const meta = { ...(model === undefined ? {} : { model }), ...time, ...usage };
    lane.add("assistant", stringField(data, "messageId") ?? id, copilotAssistant(data, lane.reasoning), meta);
    lane.reasoning = undefined;
  }

  #other(type: string, data: Json, lane: CopilotLane, place: Place): void {
    const usage = type === "assistant.usage" ? copilotUsage(data) : undefined;
    if (usage) lane.usage(usage);
    else if (type === "assistant.reasoning") lane.reasoning = stringField(data, "content");
    else if (type === "system.message") this.#systemMessage(data, place);
    else if (type === "session.start") this.#id = stringField(data, "sessionId") ?? this.#id;
    else if (type === "subagent.started") this.#agent(data);
    else this.#opaque.add(type, "", place.line);
  }

  #systemMessage(data: Json, place: Place): void {
    if (this.#system !== null) this.#notes.add("doubt", OTHER_SYSTEM, place.line);
    this.#system = stringField(data, "content") ?? this.#system;
  }

  #agent(data: Json): void {
    const name = stringField(data, "agentDisplayName") ?? stringField(data, "agentName");
    if (name !== undefined) this.#names.set(stringField(data, "toolCallId") ?? "", name);
  }

  #lane(name: string): CopilotLane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const lane = new CopilotLane(this.#sink);
    this.#lanes.set(name, lane);
    return lane;
  }

  #thread(name: string, lane: CopilotLane): ImportedThread {
    const base = { tools: [], messages: lane.messages(), marks: lane.marks };
    if (name === "") return { id: this.#id, lane: "main", system: this.#system, ...base };
    const agent = `agent-${name}`;
    const title = this.#names.get(name);
    return { id: agent, lane: agent, system: null, ...base, ...(title === undefined ? {} : { title }) };
  }
}
