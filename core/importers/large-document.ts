import type { FindBytes } from "../lib/json-seams.ts";
import { beginningOf, mendDocument } from "../lib/json-lines-document.ts";
import { scanJson } from "../lib/json-lines-scan.ts";
import type { Seam, StreamedArray, StreamPlace, StreamRest } from "../lib/json-stream-taker.ts";
import { JsonStream } from "../lib/json-stream.ts";
import { PlaceCursor } from "../lib/json-lines-place.ts";
import { placeInRest } from "../lib/rest-place.ts";
import { utf8LengthOf } from "../lib/utf8.ts";
import type { Place } from "./importer.ts";
import type { Intake } from "./intake.ts";
import type { Reading } from "./reading.ts";
import type { ReadWatch } from "./read.ts";

/** What a large document is read with. */
export interface LargeContext {
  readonly decode: (bytes: Uint8Array) => string;
  readonly quick: (bytes: Uint8Array) => Uint8Array;
  readonly find: FindBytes | undefined;
  readonly intake: Intake;
  readonly reading: Reading;
  readonly watch: ReadWatch;
  /** From this many bytes on, a document is large. */
  readonly limit: number;
}

/** So much of a large array decides the format, if an element is whole in it. */
const PREVIEW_BYTES = 256 * 1024;
const NOT_JSON = "not JSON: ";
const STRAY = `${NOT_JSON}a value was expected; this piece was left out`;

/**
 * Reads a JSON document that is too large to be held, where its importer takes the elements of its largest array one
 * by one; the rest of the document comes after them, with the array empty.
 */
export class LargeDocument {
  readonly #context: LargeContext;
  readonly #stream: JsonStream;
  readonly #place: StreamPlace;
  #elements = 0;
  /** Arrays of which elements were given. */
  readonly #begun = new Set<string>();
  /** True when of the last element a part was read. */
  #parted = false;

  private constructor(context: LargeContext, place: StreamPlace) {
    this.#context = context;
    this.#place = place;
    this.#stream = new JsonStream(context.limit, place, {
      begins: (array) => this.#begins(array),
      element: (path, bytes, at) => this.#element(path, bytes, at),
      stray: (at, bytes) => context.reading.bad({ ...at, bytes }, STRAY),
      guess: (path, bytes, at) => this.#guess(path, bytes, at),
      last: (path, bytes, at) =>
        this.#guess(path, bytes, at) ? undefined : (this.#mendElement(path, bytes, at, true) ?? at),
      quick: context.quick,
      find: context.find,
    });
  }

  /** A document of which so much is there, in bytes that nobody changes; undefined when its importer wants it whole, or it has no large array. */
  static open(context: LargeContext, start: Uint8Array, place: StreamPlace): LargeDocument | undefined {
    const document = new LargeDocument(context, place);
    document.#stream.open(context.quick(start));
    return document.#stream.streams ? document : undefined;
  }

  /** The next bytes; gives those that follow the document, and where, once it has ended. */
  push(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly place: StreamPlace } | undefined {
    const after = this.#stream.push(bytes);
    return after && { bytes: after, place: this.end(0) };
  }

  /** The document has ended, or there is no more of it: the file ends at this byte. Gives where the document ends. */
  end(fileEnd: number): StreamPlace {
    const { decode, reading } = this.#context;
    const rest = this.#stream.rest();
    const { bytes, closing, place, seams } = rest;
    const decoded = decode(bytes);
    const { at, place: since } = seams.at(-1) ?? { at: 0, place: this.#place };
    reading.look(decoded, bytes.subarray(at), since.line);
    const text = decoded + closing;
    const whole = parsed(text);
    if (!whole) this.#mend(decoded, rest, fileEnd);
    else {
      if (closing !== "" || this.#stream.broken)
        reading.bad({ ...place, bytes: Math.max(0, fileEnd - place.offset) }, this.#cut());
      this.#surroundings(text, whole.value, bytes.length);
    }
    return place;
  }

  /** What surrounds the elements, where it is cut or broken itself. */
  #mend(decoded: string, rest: StreamRest, fileEnd: number): void {
    const { values, damaged } = mendDocument(decoded);
    const placeOf = (at: number) =>
      placeInRest(rest, Math.min(rest.bytes.length, utf8LengthOf(decoded, 0, at)));
    for (const { from, to, open, reason } of damaged) {
      const place = placeOf(from);
      const end = open ? Math.max(fileEnd, place.offset) : placeOf(to).offset;
      const why = open ? this.#cut() : `${NOT_JSON}${reason}`;
      this.#context.reading.bad({ ...place, bytes: end - place.offset }, why);
    }
    const [found] = values;
    if (found) this.#surroundings(found.json ?? decoded, found.value, rest.bytes.length);
  }

  #surroundings(text: string, value: unknown, bytes: number): void {
    const { intake, reading, watch } = this.#context;
    const place = { ...this.#place, bytes };
    reading.numbers(text, value, place.line);
    watch.record?.(value, place);
    intake.record(value, place);
  }

  #cut(): string {
    const why = this.#stream.broken
      ? "a closing bracket fits no open one"
      : "the text ends in the middle of a value";
    const read = this.#parted
      ? "what is complete before it was read"
      : `${this.#elements} complete element${this.#elements === 1 ? " before it was" : "s before it were"} read`;
    return `${NOT_JSON}${why}; ${read}, the rest was not`;
  }

  /** What the importer would see of a small document says whether it takes a large one apart. */
  #begins({ path, head, some, since }: StreamedArray): boolean {
    const { decode, intake, reading } = this.#context;
    // Mostly the first of it say enough: the others are not parsed twice.
    const few = some.subarray(0, PREVIEW_BYTES);
    const preview = previewOf(decode(head), decode(few)) ?? previewOf(decode(head), decode(some));
    if (preview === undefined || !intake.streams(preview, path)) return false;
    this.#noteRepeated(path, since);
    reading.look(decode(head), head.subarray(since.at), since.place.line);
    return true;
  }

  /** An array that is in no other one stands once in a document. */
  #noteRepeated(path: readonly string[], since: Seam): void {
    const name = JSON.stringify(path);
    if (this.#begun.has(name) && !path.includes("[]")) this.#context.reading.repeatedList(since.place.line);
    this.#begun.add(name);
  }

  #element(path: readonly string[], bytes: Uint8Array, at: StreamPlace): boolean {
    const whole = this.#guess(path, bytes, at);
    if (!whole) this.#mendElement(path, bytes, at);
    return whole;
  }

  /** Takes what is left of an element that is broken, and tells what is. Gives where one that is cut was cut back to. */
  #mendElement(
    path: readonly string[],
    bytes: Uint8Array,
    at: StreamPlace,
    isCut = false,
  ): StreamPlace | undefined {
    const { decode, reading } = this.#context;
    const text = decode(bytes).trimEnd();
    // As in its array: a message is read whole or not at all.
    const { values, damaged } = mendDocument(isCut ? `[${text}` : `[${text}]`);
    const places = new PlaceCursor(text, at.line, at.offset);
    let cut: StreamPlace | undefined;
    for (const { from, to, open, reason } of damaged) {
      const place = places.place(Math.max(0, from - 1), Math.min(text.length, to - 1));
      if (isCut && (open || to === text.length + 1)) cut = place;
      else reading.bad(place, `${NOT_JSON}${reason}`);
    }
    const [found] = values;
    const elements = Array.isArray(found?.value) ? (found.value as readonly unknown[]) : [];
    if (elements.length === 0) return undefined;
    this.#parted ||= isCut;
    // Where a comma is missing, they are several.
    for (const element of elements) this.#take(path, found?.json ?? text, element, bytes, at);
    return cut;
  }

  /** Takes an element, if these bytes are one. */
  #guess(path: readonly string[], bytes: Uint8Array, at: StreamPlace): boolean {
    const text = this.#context.decode(bytes);
    const found = parsed(text);
    if (!found) return false;
    this.#elements++;
    this.#take(path, text, found.value, bytes, at);
    return true;
  }

  #take(path: readonly string[], text: string, value: unknown, bytes: Uint8Array, at: StreamPlace): void {
    const { intake, reading, watch } = this.#context;
    const place: Place = { line: at.line, offset: at.offset, bytes: bytes.length };
    reading.look(text, bytes, at.line);
    reading.numbers(text, value, at.line);
    watch.record?.(value, place);
    intake.element(path, value, place);
  }
}

/** The document with the first elements of the array that its head ends with. */
function previewOf(head: string, some: string): unknown {
  return beginningOf(head + some, scanJson(head, 0).open.length);
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
