import type { Part } from "../model/part.ts";
import type { WireMessage } from "./wire-message.ts";

/** Messages whose calls all have an id, and how many had none. */
export interface Paired {
  readonly messages: readonly WireMessage[];
  readonly named: number;
}

/**
 * Gives ids to calls that were recorded without one, and to their results: by the name of the function where the
 * recording tells it, in order; else to the oldest call that waits.
 */
export function pairCalls(messages: readonly WireMessage[]): Paired {
  if (!messages.some((message) => message.parts.some(isNameless))) return { messages, named: 0 };
  const pairing = new CallPairing();
  for (const message of messages) pairing.see(message);
  return { messages: messages.map((message) => pairing.message(message)), named: pairing.named };
}

function isNameless(part: Part): boolean {
  return (part.type === "tool-call" || part.type === "tool-result") && part.callId === "";
}

/** Ids as they are given: others can never be given twice. */
const GIVEN = /^call-\d+$/;

/** Pairs calls message by message. Ids of messages that it has not seen yet may be given to calls before them. */
export class CallPairing {
  named = 0;
  readonly #taken = new Set<string>();
  /** Calls that wait for a result, oldest first: all of them, and by name. */
  readonly #open = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();
  #count = 0;

  /** The ids of this message are given to no other call. */
  see(message: WireMessage): void {
    for (const part of message.parts) {
      if ((part.type === "tool-call" || part.type === "tool-result") && GIVEN.test(part.callId))
        this.#taken.add(part.callId);
    }
  }

  /** The next message, with an id for each of its calls and results. */
  message(message: WireMessage): WireMessage {
    if (!message.parts.some(isNameless)) return this.#named(message);
    const parts = message.parts.map((part, index) => this.#part(part, message.answers?.[index]));
    const { seen } = message;
    if (!seen) return { ...message, parts };
    return { ...message, parts, seen: seen.map((part, index) => withIdOf(part, parts[index])) };
  }

  /** There may be very many of these: none is copied. */
  #named(message: WireMessage): WireMessage {
    for (const part of message.parts) {
      if (part.type === "tool-call") this.#wait(part.callId, part.name);
      else if (part.type === "tool-result") this.#answer(part.callId);
    }
    return message;
  }

  #part(part: Part, answers: string | undefined): Part {
    if (part.type === "tool-call") {
      const callId = part.callId === "" ? this.#newId() : part.callId;
      this.#wait(callId, part.name);
      return part.callId === callId ? part : { ...part, callId };
    }
    if (part.type !== "tool-result") return part;
    const callId = part.callId === "" ? this.#waiting(answers) : part.callId;
    this.#answer(callId);
    return part.callId === callId ? part : { ...part, callId };
  }

  #newId(): string {
    this.named++;
    do this.#count++;
    while (this.#taken.has(`call-${this.#count}`));
    return `call-${this.#count}`;
  }

  #wait(callId: string, name: string): void {
    this.#open.set(callId, name);
    const same = this.#byName.get(name);
    if (same) same.add(callId);
    else this.#byName.set(name, new Set([callId]));
  }

  /** The call that a result without an id answers; none is left without one. */
  #waiting(name: string | undefined): string {
    const calls =
      name === undefined || name === "" ? this.#open.keys() : (this.#byName.get(name)?.keys() ?? [].values());
    for (const callId of calls) return callId;
    return "";
  }

  #answer(callId: string): void {
    const name = this.#open.get(callId);
    if (name === undefined) return;
    this.#open.delete(callId);
    this.#byName.get(name)?.delete(callId);
  }
}

/** The form that the model saw answers the same call. */
function withIdOf(seen: Part, part: Part | undefined): Part {
  const results = seen.type === "tool-result" && part?.type === "tool-result";
  return results ? { ...seen, callId: part.callId } : seen;
}
