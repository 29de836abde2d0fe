import type { Json } from "../model/json.ts";
import { arrayField, field, numberField, stringField } from "../model/json.ts";
import type { ToolDefinition } from "../model/tool.ts";
import type { ToolResultPart } from "../model/part.ts";
import type { ImportedThread, PartSink } from "./importer.ts";
import { BadRecord } from "./importer.ts";
import { Attachments } from "./inspect-attachments.ts";
import type { PlacedEvent } from "./inspect-events.ts";
import { messagePool, placedEvents } from "./inspect-events.ts";
import { InspectHistory } from "./inspect-history.ts";
import type { KeyedMessage } from "./inspect-input.ts";
import { InspectInputs } from "./inspect-input.ts";
import { InspectMessages } from "./inspect-message.ts";
import { inspectMeta } from "./inspect-meta.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { toolDefinition } from "./tool-definition.ts";

const NOTES = {
  choices: "further choices of a response: only the first is shown",
  events: "samples without model calls: their messages are those at the end",
} as const;

/** How many conversations of a lane a call is compared with. */
const MAX_ALIKE = 16;

/** Reads one sample: its conversation, and those of its agents and scorers. */
export class InspectSample {
  readonly #sample: Json;
  readonly #notes: Notebook;
  readonly #line: number;
  readonly #attachments: Attachments;
  readonly #messages: InspectMessages;
  readonly #inputs: InspectInputs;
  readonly #final: readonly KeyedMessage[];
  readonly #finalByKey: ReadonlyMap<string, KeyedMessage>;
  readonly #histories: InspectHistory[] = [];
  readonly #byLane = new Map<string, InspectHistory[]>();
  readonly #answers = new Map<string, ToolResultPart>();

  constructor(sample: Json, bytes: number, notes: Notebook, line: number) {
    this.#sample = sample;
    this.#notes = notes;
    this.#line = line;
    const held = [field(sample, "attachments"), field(field(sample, "transcript"), "content")];
    this.#attachments = new Attachments(held, bytes, notes, line);
    this.#messages = new InspectMessages(this.#attachments, notes, line);
    this.#inputs = new InspectInputs(messagePool(sample), this.#attachments, notes, line);
    this.#final = this.#inputs.list(arrayField(sample, "messages") ?? []);
    this.#finalByKey = new Map(this.#final.map((one) => [one.key, one]));
  }

  /** All threads, the main one first. */
  threads(sink: PartSink): ImportedThread[] {
    const events =
      arrayField(this.#sample, "events") ?? arrayField(field(this.#sample, "transcript"), "events") ?? [];
    const placed = placedEvents(events);
    for (const one of placed) this.#tool(one);
    for (const one of placed) this.#event(one);
    const main = this.#main();
    main.end(this.#final);
    for (const mark of this.#ended()) main.mark(mark);
    for (const history of this.#histories) history.complete((callId) => this.#answers.get(callId));
    const id = `${text(field(this.#sample, "id"))}_epoch_${numberField(this.#sample, "epoch") ?? 1}`;
    let sides = 0;
    const others = this.#histories.filter((history) => history !== main);
    return [
      main.thread(id, "main", sink),
      ...others.map((history) =>
        history.thread(
          id,
          laneOf(history.lane, () => ++sides),
          sink,
        ),
      ),
    ];
  }

  #tool({ event, kind }: PlacedEvent): void {
    const callId = kind === "tool" ? (stringField(event, "id") ?? "") : "";
    if (callId !== "" && field(event, "result") !== undefined)
      this.#answers.set(callId, this.#answerOf(event));
  }

  #answerOf(event: Json): ToolResultPart {
    try {
      return this.#messages.answer(event);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      return { type: "tool-result", callId: stringField(event, "id") ?? "", isError: true, parts: [] };
    }
  }

  #event({ event, kind, lane }: PlacedEvent): void {
    if (kind === "model") this.#call(event, lane);
    else if (kind === "compaction") this.#byLane.get(lane)?.at(-1)?.compacted(event);
  }

  #call(event: Json, lane: string): void {
    const input = this.#inputs.of(event);
    const choices = arrayField(field(event, "output"), "choices") ?? [];
    this.#notes.add("dropped", NOTES.choices, this.#line, Math.max(0, choices.length - 1));
    const said = field(choices[0], "message");
    const [output] = said === undefined || said === null ? [] : this.#inputs.list([said]);
    const history = this.#historyOf(input, lane);
    history.call(input, this.#whole(output), inspectMeta(event), this.#tools(event), (key) =>
      this.#finalByKey.has(key),
    );
    const error = stringField(event, "error") ?? "";
    if (error !== "")
      history.mark({ kind: "error", label: oneLine(`error: ${this.#attachments.text(error)}`) });
  }

  /** A message that the sample ends with is there in full. */
  #whole(output: KeyedMessage | undefined): KeyedMessage | undefined {
    return output && (this.#finalByKey.get(output.key) ?? output);
  }

  /** The conversation of a lane that a call goes on, or a new one. */
  #historyOf(input: readonly KeyedMessage[], lane: string): InspectHistory {
    const ofLane = this.#byLane.get(lane) ?? [];
    this.#byLane.set(lane, ofLane);
    const found = ofLane.slice(-MAX_ALIKE).findLast((one) => one.shared(input) > 0);
    if (found) return found;
    const history = new InspectHistory(lane, this.#messages, this.#notes, this.#line);
    this.#histories.push(history);
    ofLane.push(history);
    return history;
  }

  /** The conversation that the sample ends with, else the longest one of the main lane. */
  #main(): InspectHistory {
    let best: InspectHistory | undefined;
    let most = 0;
    for (const history of this.#histories) {
      const shared = history.shared(this.#final);
      if (shared > most) [best, most] = [history, shared];
    }
    const own = this.#histories.filter((history) => history.lane === "");
    best ??= this.#final.length > 0 ? undefined : own.toSorted((a, b) => b.length - a.length)[0];
    if (best) return best;
    if (this.#histories.length === 0) this.#notes.add("note", NOTES.events, this.#line);
    const history = new InspectHistory("", this.#messages, this.#notes, this.#line);
    this.#histories.unshift(history);
    return history;
  }

  #tools(event: Json): ToolDefinition[] {
    return (arrayField(event, "tools") ?? []).map((tool) => {
      const read = toolDefinition(tool);
      return read.description === undefined
        ? read
        : { ...read, description: this.#attachments.text(read.description) };
    });
  }

  /** How the sample ended, where it did not end well. */
  #ended(): { readonly kind: "error" | "opaque"; readonly label: string }[] {
    const error = field(this.#sample, "error");
    const limit = field(this.#sample, "limit");
    const said = stringField(error, "message") ?? (typeof error === "string" ? error : undefined);
    return [
      ...(limit === undefined || limit === null
        ? []
        : [
            {
              kind: "opaque" as const,
              label: `stopped by a limit: ${text(field(limit, "type"))} ${text(field(limit, "limit"))}`,
            },
          ]),
      ...(said === undefined
        ? []
        : [{ kind: "error" as const, label: oneLine(`ended: ${this.#attachments.text(said)}`) }]),
    ];
  }
}

function laneOf(lane: string, next: () => number): string {
  if (lane === "scorer") return lane;
  return lane === "" ? `side-${next()}` : oneLine(`agent-${lane}`);
}

function text(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
