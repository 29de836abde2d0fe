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
  const pairing = new Pairing(messages);
  return { messages: messages.map((message) => pairing.message(message)), named: pairing.named };
}

function isNameless(part: Part): boolean {
  return (part.type === "tool-call" || part.type === "tool-result") && part.callId === "";
}

class Pairing {
  named = 0;
  readonly #taken: Set<string>;
  /** Calls that wait for a result, oldest first: all of them, and by name. */
  readonly #open = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();
  #count = 0;

  constructor(messages: readonly WireMessage[]) {
    this.#taken = new Set(messages.flatMap((message) => message.parts.flatMap(idOf)));
  }

  message(message: WireMessage): WireMessage {
    const parts = message.parts.map((part, index) => this.#part(part, message.answers?.[index]));
    const { seen } = message;
    if (!seen) return { ...message, parts };
    return { ...message, parts, seen: seen.map((part, index) => withIdOf(part, parts[index])) };
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

function idOf(part: Part): string[] {
  return part.type === "tool-call" || part.type === "tool-result" ? [part.callId] : [];
}
