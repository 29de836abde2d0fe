import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { atifContent } from "./atif-content.ts";
import { AtifSteps, referencesOf } from "./atif-step.ts";
import { eachMessage } from "./each-message.ts";
import type { ImportedThread, PartSink } from "./importer.ts";
import { MessageList } from "./message-list.ts";
import type { Notebook } from "./notebook.ts";
import { oneLine } from "./one-line.ts";
import { openaiTool } from "./openai-wire.ts";

const GOES_ON = "the trajectory goes on in another file";

/** One trajectory: its steps as they come, then what the rest of it says of the agent. */
export class AtifTrajectory {
  /** The sub-agents' trajectories that steps refer to. */
  readonly named = new Set<string>();
  readonly #notes: Notebook;
  readonly #line: number;
  readonly #list = new MessageList();
  readonly #reader: AtifSteps;
  readonly #system: string[] = [];
  #leading = true;

  constructor(notes: Notebook, line: number) {
    this.#notes = notes;
    this.#line = line;
    this.#reader = new AtifSteps(this.#list, notes, line);
  }

  /** The next steps. One that is refused is noted and left out. */
  steps(steps: readonly Json[]): void {
    const read = (step: Json): readonly never[] => {
      for (const reference of referencesOf(step)) this.named.add(namesOf(reference)[0] ?? "");
      this.#leading &&= isPrompt(step);
      if (this.#leading) this.#system.push(promptOf(step));
      else this.#reader.read(step);
      return [];
    };
    eachMessage(steps, this.#notes, this.#line, read, "steps");
  }

  finish(trajectory: Json, sink: PartSink): Omit<ImportedThread, "id" | "lane"> {
    this.#reader.end();
    this.#goesOn(trajectory);
    const agent = field(trajectory, "agent");
    const model = stringField(agent, "model_name");
    if (model !== undefined) this.#list.answeredBy(model);
    return {
      system: this.#system.length === 0 ? null : this.#system.join("\n\n"),
      tools: (arrayField(agent, "tool_definitions") ?? []).filter(isJsonObject).map(openaiTool),
      ...this.#list.finish(sink, this.#notes, this.#line),
    };
  }

  #goesOn(trajectory: Json): void {
    const next = stringField(trajectory, "continued_trajectory_ref");
    if (next === undefined) return;
    this.#notes.add("missing", GOES_ON, this.#line);
    this.#list.mark({ kind: "opaque", label: oneLine(`goes on in another trajectory: ${next}`) });
  }
}

/** What a trajectory, or a reference to one, is known by: since version 1.7 an id of its own, before its session. */
export function namesOf(one: Json): string[] {
  return ["trajectory_id", "session_id"].flatMap((key) => stringField(one, key) ?? []);
}

/** True for a step that is the system prompt, where it stands before all others. */
function isPrompt(step: Json): boolean {
  return stringField(step, "source") === "system" && referencesOf(step).length === 0;
}

function promptOf(step: Json): string {
  return atifContent(field(step, "message"))
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}
