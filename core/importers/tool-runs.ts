import { canonicalJson } from "../lib/canonical-json.ts";
import type { Json } from "../model/json.ts";
import type { ToolCallPart, ToolResultPart } from "../model/part.ts";
import type { Notebook } from "./notebook.ts";

/** A tool's own run, as a trace records it beside the model calls. */
export interface ToolRun {
  readonly trace: string;
  /** The call that it answers; `` where the trace does not tell. */
  readonly callId: string;
  readonly name: string;
  readonly arguments: Json | undefined;
  readonly result: ToolResultPart;
  readonly line: number;
}

/** How many characters of results are held. */
const MAX_HELD = 64 * 1024 * 1024;
const TOO_MANY = "runs of tools beyond 64 MB: not used where messages lack their results";

/** Results of tools by the call that they answer, or by name and arguments, each given once. */
export class ToolRuns {
  readonly #notes: Notebook;
  readonly #byId = new Map<string, ToolResultPart>();
  readonly #byName = new Map<string, ToolRun[]>();
  #held = 0;

  constructor(notes: Notebook) {
    this.#notes = notes;
  }

  add(run: ToolRun): void {
    this.#held += run.result.parts.reduce(
      (sum, part) => sum + (part.type === "text" ? part.text.length : 0),
      0,
    );
    if (this.#held > MAX_HELD) return this.#notes.add("missing", TOO_MANY, run.line);
    if (run.callId !== "") this.#byId.set(run.callId, run.result);
    else this.#named(run.trace, run.name).push(run);
  }

  /** The result of a call: by its id, else that of a run of the same name and arguments, else of the same name. */
  answer(call: ToolCallPart, trace: string): ToolResultPart | undefined {
    const known = call.callId === "" ? undefined : this.#byId.get(call.callId);
    if (known) return { ...known, callId: call.callId };
    const runs = this.#named(trace, call.name);
    const asked = canonicalJson(call.arguments);
    const same = runs.findIndex(
      (run) => run.arguments !== undefined && canonicalJson(run.arguments) === asked,
    );
    const [run] = runs.splice(Math.max(0, same), 1);
    return run && { ...run.result, callId: call.callId };
  }

  #named(trace: string, name: string): ToolRun[] {
    const key = `${trace} ${name}`;
    const runs = this.#byName.get(key) ?? [];
    this.#byName.set(key, runs);
    return runs;
  }
}
