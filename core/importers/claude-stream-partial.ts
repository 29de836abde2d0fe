import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, stringField } from "../model/json.ts";
import type { Usage } from "../model/usage.ts";
import { joinAnthropicEvents } from "./anthropic-stream.ts";
import { anthropicUsage, laterUsage } from "./anthropic-usage.ts";

/** How a response ended, as its stream tells it: lines of whole blocks never say so. */
export interface StreamEnd {
  readonly usage: Usage | undefined;
  readonly final: boolean;
}

interface Streaming {
  readonly id: string;
  readonly events: Json[];
}

/** A response of which the stream tells more blocks than there are lines: it was cut. */
export interface CutResponse {
  /** A message with the blocks that no line holds. */
  readonly message: JsonObject;
  readonly blocks: number;
}

/** The stream events of one lane: partial messages, which are there only where somebody asked for them. */
export class PartialMessages {
  readonly ends = new Map<string, StreamEnd>();
  /** Blocks that came in lines of their own, by response. */
  readonly #whole = new Map<string, number>();
  #streaming: Streaming | undefined;

  /** Takes an event; gives the response before it when that one was never completed. */
  event(event: Json): CutResponse | undefined {
    if (stringField(event, "type") === "message_start") {
      const cut = this.finish();
      const message = field(event, "message") ?? null;
      this.#streaming = { id: stringField(message, "id") ?? "", events: [event] };
      this.#end(this.#streaming.id, anthropicUsage(field(message, "usage")), false);
      return cut;
    }
    this.#streaming?.events.push(event);
    this.#delta(event);
    return undefined;
  }

  /** Counts the blocks of a line. */
  line(response: string, message: Json): void {
    const blocks = arrayField(message, "content")?.length ?? 1;
    this.#whole.set(response, (this.#whole.get(response) ?? 0) + blocks);
  }

  /** After the last event of a response: gives it when blocks of it stand in no line. */
  finish(): CutResponse | undefined {
    const streaming = this.#streaming;
    this.#streaming = undefined;
    if (!streaming) return undefined;
    const whole = this.#whole.get(streaming.id) ?? 0;
    const stopped = streaming.events.some((event) => stringField(event, "type") === "message_stop");
    // Blocks without content get no line of their own: a response that ended lacks nothing.
    if (stopped && whole > 0) return undefined;
    const message = joinAnthropicEvents(streaming.events);
    const missing = (arrayField(message, "content") ?? []).slice(whole);
    return missing.length === 0
      ? undefined
      : { message: { ...message, content: missing }, blocks: missing.length };
  }

  #delta(event: Json): void {
    if (stringField(event, "type") !== "message_delta" || !this.#streaming) return;
    const final = typeof field(field(event, "delta"), "stop_reason") === "string";
    this.#end(this.#streaming.id, anthropicUsage(field(event, "usage")), final);
  }

  #end(id: string, usage: Usage | undefined, final: boolean): void {
    const known = this.ends.get(id);
    this.ends.set(id, { usage: laterUsage(known?.usage, usage), final: final || known?.final === true });
  }
}
