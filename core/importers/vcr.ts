import type { Json } from "../model/json.ts";
import { arrayField, field, isJsonObject, numberField, stringField } from "../model/json.ts";
import type { HttpCall } from "./http-record.ts";
import { HttpLog, textOfBase64 } from "./http-record.ts";
import type { Imported, Importer, ImportSession, PartSink, Place } from "./importer.ts";
import { BadRecord } from "./importer.ts";

/**
 * VCR cassettes of the Python and the Ruby library: YAML, which the reader takes apart into interactions, or one JSON
 * document. Their calls of a model are read as a request log.
 */
export const vcr: Importer = {
  format: "vcr",
  recognise(records) {
    const all = records.flatMap((record) => interactionsOf(record) ?? []);
    const own = all.filter(isInteraction).length;
    if (own === 0) return { score: 0, because: "" };
    return { score: 0.96, because: `interactions with a uri: ${own} of the first ${all.length}` };
  },
  open: (sink) => new VcrSession(sink),
  streams: ([key, ...more]) => more.length === 0 && (key === "interactions" || key === "http_interactions"),
};

/** The interactions that a record stands for: one, or all of a JSON cassette. */
function interactionsOf(record: unknown): readonly Json[] | undefined {
  const list = arrayField(record, "interactions") ?? arrayField(record, "http_interactions");
  return list ?? (isInteraction(record) ? [record as Json] : undefined);
}

function isInteraction(value: unknown): boolean {
  const request = field(value, "request");
  if (!isJsonObject(field(value, "response"))) return false;
  return stringField(request, "uri") !== undefined && stringField(request, "method") !== undefined;
}

class VcrSession implements ImportSession {
  readonly #log: HttpLog;

  constructor(sink: PartSink) {
    this.#log = new HttpLog(sink);
  }

  record(value: unknown, place: Place): void {
    const interactions = interactionsOf(value);
    if (!interactions) throw new BadRecord("an interaction with a request's uri and method is needed");
    for (const one of interactions) this.#log.take(callOf(one), place);
  }

  element(_path: readonly string[], interaction: unknown, place: Place): void {
    this.#log.take(callOf(interaction as Json), place);
  }

  end(): Imported {
    return this.#log.end();
  }
}

function callOf(interaction: Json): HttpCall {
  const request = field(interaction, "request");
  const response = field(interaction, "response");
  return {
    url: stringField(request, "uri"),
    sent: bodyOf(request),
    status: numberField(field(response, "status"), "code") ?? numberField(response, "status"),
    received: bodyOf(response),
    time: stringField(interaction, "recorded_at"),
  };
}

/** A body: parsed, a text, or an object that holds one as text or base64. */
function bodyOf(message: Json | undefined): Json | undefined {
  const parsed = field(message, "parsed_body");
  if (parsed !== undefined && parsed !== null) return parsed;
  const body = field(message, "body");
  if (body === undefined || body === null || typeof body === "string") return body ?? undefined;
  const encoded = stringField(body, "base64_string");
  if (encoded !== undefined) return textOfBase64(encoded);
  return field(body, "string") ?? body;
}
