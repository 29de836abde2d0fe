import { bytesOfBase64 } from "../lib/base64.ts";
import { textOfUtf8 } from "../lib/utf8-decode.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { chatRecord } from "./chat-record.ts";
import { ChatSession } from "./chat-session.ts";
import type { Imported, PartSink, Place } from "./importer.ts";
import { Notebook } from "./notebook.ts";

/** A recorded call over HTTP, wherever it was recorded: headers, cookies and queries are never looked at. */
export interface HttpCall {
  readonly url: string | undefined;
  readonly sent: Json | undefined;
  readonly status: number | undefined;
  readonly received: Json | undefined;
  /** When it was sent, as recorded. */
  readonly time: string | undefined;
}

const NOTES = {
  other: "requests that are no call of a model: left out",
  empty: "responses whose body was not recorded",
  secrets:
    "keys and cookies (headers, queries) are not in what was read, but are kept in the stored original: whoever gets that gets them",
} as const;

/** Reads recorded calls of any model's API as a request log. */
export class HttpLog {
  readonly #chats: ChatSession;
  readonly #notes = new Notebook();

  constructor(sink: PartSink) {
    this.#chats = new ChatSession(sink, "openai");
  }

  /** The next call; one that is none of a model is counted. */
  take(call: HttpCall, place: Place): void {
    const record = recordOf(call);
    this.#notes.add("note", NOTES.secrets, place.line);
    if (chatRecord(record)?.kind !== "exchange") return this.#notes.add("dropped", NOTES.other, place.line);
    if (call.received === undefined || call.received === "")
      this.#notes.add("missing", NOTES.empty, place.line);
    this.#chats.record(record, place);
  }

  end(): Imported {
    const { threads, notes } = this.#chats.end();
    return { threads, notes: [...this.#notes.list(), ...notes] };
  }
}

/** The call as the request logs have it. */
function recordOf({ url, sent, status, received, time }: HttpCall): JsonObject {
  const address = url === undefined ? {} : { url: withoutQuery(url) };
  return {
    request: { ...address, ...(sent === undefined ? {} : { body: sent }) },
    response: {
      ...(status === undefined ? {} : { status }),
      ...(received === undefined ? {} : { body: received }),
    },
    ...(time === undefined ? {} : { timestamp: time }),
  };
}

/** A key may stand in a query, or before the host. */
function withoutQuery(url: string): string {
  return url.replace(/[?#][^]*$/, "").replace(/^([a-z]+:\/\/)[^/@]*@/i, (_all, scheme: string) => scheme);
}

/** The text of a body that was recorded as base64; undefined when it is none. */
export function textOfBase64(encoded: string): string | undefined {
  const bytes = bytesOfBase64(encoded);
  return bytes && textOfUtf8(bytes);
}
