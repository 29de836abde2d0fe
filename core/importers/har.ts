import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { HttpCall } from "./http-record.ts";
import { HttpLog, textOfBase64 } from "./http-record.ts";
import type { Imported, Importer, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";

/** HTTP Archive 1.2: what a browser or a proxy recorded. Its calls of a model are read as a request log. */
export const har: Importer = {
  format: "har",
  recognise([first]) {
    const entries = arrayField(field(first, "log"), "entries");
    if (!entries || !entries.some(isEntry)) return { score: 0, because: "" };
    return { score: 0.97, because: `log.entries with ${entries.length} requests and responses` };
  },
  open: (sink) => new HarSession(sink),
  streams: (path) => path.join(".") === "log.entries",
};

function isEntry(entry: unknown): boolean {
  return isJsonObject(field(entry, "request")) && isJsonObject(field(entry, "response"));
}

class HarSession implements ImportSession {
  readonly #log: HttpLog;

  constructor(sink: PartSink) {
    this.#log = new HttpLog(sink);
  }

  record(value: unknown, place: Place): void {
    const entries = arrayField(field(value, "log"), "entries");
    if (!entries) throw new BadRecord("log.entries: an array is needed");
    for (const entry of entries) this.#log.take(callOf(entry), place);
  }

  element(_path: readonly string[], entry: unknown, place: Place): void {
    this.#log.take(callOf(entry as Json), place);
  }

  end(): Imported {
    return this.#log.end();
  }
}

function callOf(entry: Json): HttpCall {
  const request = field(entry, "request");
  const response = field(entry, "response");
  return {
    url: stringField(request, "url"),
    sent: contentText(field(request, "postData")),
    status: numberField(response, "status"),
    received: contentText(field(response, "content")),
    time: stringField(entry, "startedDateTime"),
  };
}

/** The text of a content, out of its base64 where it says so. */
function contentText(content: Json | undefined): string | undefined {
  const text = stringField(content, "text");
  if (text === undefined || stringField(content, "encoding") !== "base64") return text;
  return textOfBase64(text);
}
