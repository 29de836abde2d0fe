import type { Json, JsonObject } from "../model/json.ts";
import { field, stringField } from "../model/json.ts";
import type { Place } from "./importer.ts";

/** A message of the store with its parts, in the order in which they came: their files are named so that they sort. */
export interface StoredMessage {
  readonly info: Json;
  readonly parts: readonly Json[];
  readonly line: number;
}

/** A session of the store with its messages. */
export interface StoredSession {
  readonly info: Json;
  readonly messages: readonly StoredMessage[];
}

interface Kept {
  readonly value: JsonObject;
  readonly line: number;
}

/** Gathers the records of the older store, which come in any order: sessions, messages, parts. */
export class OpencodeStore {
  readonly #sessions = new Map<string, Kept>();
  readonly #messages = new Map<string, Map<string, Kept>>();
  readonly #parts = new Map<string, Map<string, Kept>>();

  /** Takes a record; false when it is none of the store. */
  take(value: JsonObject, { line }: Place): boolean {
    const id = stringField(value, "id");
    if (id === undefined) return false;
    const session = stringField(value, "sessionID");
    const message = stringField(value, "messageID");
    if (message !== undefined) put(this.#parts, message, id, { value, line });
    else if (session !== undefined) put(this.#messages, session, id, { value, line });
    else if (field(value, "projectID") !== undefined) this.#sessions.set(id, { value, line });
    else return false;
    return true;
  }

  /** The sessions, in the order in which they came; one of which only messages came has no info but its id. */
  sessions(): StoredSession[] {
    const ids = new Set([...this.#sessions.keys(), ...this.#messages.keys()]);
    return [...ids].map((id) => ({
      info: this.#sessions.get(id)?.value ?? { id },
      messages: this.#messagesOf(id),
    }));
  }

  #messagesOf(session: string): StoredMessage[] {
    return [...(this.#messages.get(session) ?? [])].map(([id, { value, line }]) => ({
      info: value,
      parts: [...(this.#parts.get(id)?.values() ?? [])].map((part) => part.value),
      line,
    }));
  }
}

function put(into: Map<string, Map<string, Kept>>, of: string, id: string, kept: Kept): void {
  const known = into.get(of);
  if (known) known.set(id, kept);
  else into.set(of, new Map([[id, kept]]));
}
