import type { Json } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { Part, ToolResultPart } from "../model/part.ts";
import { text } from "../model/part.ts";
import type { Notebook } from "./notebook.ts";
import { openaiMessage } from "./openai-message.ts";
import { shellCall } from "./shell-call.ts";
import type { WireMessage } from "./wire-message.ts";

const WRITTEN = "actions and observations that stand in texts: read as calls and results";
const DEMO = "messages of a demonstration: the model saw them";
const RESTORED =
  "observations that the history leaves out: taken from the step; what was sent is kept beside them";

const LAST = "observations that are not in the history: of the last action, taken from its step";

/** What stands in the place of an observation that was too old to be sent. */
export const ELIDED = /^Old environment output: \(\d+ lines? omitted\)/;

/** Reads the messages of a history in order: an observation answers the action before it. */
export class SweHistory {
  readonly #steps: readonly Json[];
  readonly #notes: Notebook;
  readonly #line: number;
  /** The step whose action was the last one; demonstrations are no steps. */
  #step = -1;
  #asked = false;

  constructor(steps: readonly Json[], notes: Notebook, line: number) {
    this.#steps = steps;
    this.#notes = notes;
    this.#line = line;
  }

  /** The neutral messages of one message that is no system message. Throws `BadRecord` for bad content. */
  read(message: Json): WireMessage[] {
    const demo = field(message, "is_demo") === true;
    if (demo) this.#notes.add("note", DEMO, this.#line);
    const [one, ...more] = openaiMessage(message, this.#notes, this.#line);
    if (!one) return [];
    if (one.role === "assistant") return [this.#action(one, message, demo), ...more];
    const answers = one.role === "tool" || this.#asked;
    this.#asked = false;
    return [answers ? this.#observation(one, message, demo) : one, ...more];
  }

  /** The observation of the last action, where only its step tells it: the run ended with it. */
  last(): WireMessage[] {
    const seen = stringField(this.#steps[this.#step], "observation") ?? "";
    if (!this.#asked || seen === "") return [];
    this.#notes.add("note", LAST, this.#line);
    const result = { type: "tool-result", callId: "", isError: false, parts: [text(seen)] } as const;
    return [{ id: "", role: "tool", parts: [result] }];
  }

  #action(one: WireMessage, message: Json, demo: boolean): WireMessage {
    if (!demo) this.#step++;
    const thinking = thinkingOf(message);
    const action = stringField(message, "action") ?? "";
    const called = one.parts.some((part) => part.type === "tool-call");
    if (called || action === "") return { ...one, parts: [...thinking, ...one.parts] };
    this.#asked = true;
    this.#notes.add("note", WRITTEN, this.#line);
    const thought = stringField(message, "thought") ?? "";
    const said = thought.trim() === "" ? [] : [text(thought)];
    return { ...one, parts: [...thinking, ...said, shellCall(action)] };
  }

  #observation(one: WireMessage, message: Json, demo: boolean): WireMessage {
    const [first] = one.parts;
    const id = (arrayField(message, "tool_call_ids") ?? [])[0];
    const result: ToolResultPart =
      first?.type === "tool-result"
        ? { ...first, callId: first.callId === "" && typeof id === "string" ? id : first.callId }
        : { type: "tool-result", callId: "", isError: false, parts: one.parts.filter(isContent) };
    const whole = demo ? result : this.#whole(result);
    const seen = whole === result ? {} : { seen: [result] };
    return { ...one, role: "tool", parts: [whole], ...seen };
  }

  #whole(result: ToolResultPart): ToolResultPart {
    const [first] = result.parts;
    const seen = stringField(this.#steps[this.#step], "observation");
    if (first?.type !== "text" || seen === undefined || !ELIDED.test(first.text)) return result;
    this.#notes.add("note", RESTORED, this.#line);
    return { ...result, parts: [text(seen)] };
  }
}

function isContent(part: Part): part is ToolResultPart["parts"][number] {
  return part.type === "text" || part.type === "media";
}

function thinkingOf(message: Json): Part[] {
  return (arrayField(message, "thinking_blocks") ?? []).map((block) => {
    const signature = stringField(block, "signature");
    const shown = stringField(block, "thinking") ?? "";
    return signature === undefined
      ? { type: "thinking", text: shown }
      : { type: "thinking", text: shown, signature };
  });
}
