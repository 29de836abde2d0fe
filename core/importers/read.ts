import { recoverDocument } from "../lib/json-lines-document.ts";
import { PlaceCursor } from "../lib/json-lines-place.ts";
import { scanJson } from "../lib/json-lines-scan.ts";
import { isUtf8 } from "../lib/json-lines-valid.ts";
import type { Recovered } from "../lib/json-lines.ts";
import { recoverLine } from "../lib/json-lines.ts";
import { yamlItems } from "../lib/yaml-items.ts";
import type { PhysicalLine } from "../lib/lines.ts";
import { ByteList, LineSplitter } from "../lib/lines.ts";
import type { BadSpan, ReportNote } from "../model/report.ts";
import { ImportFailure } from "./failure.ts";
import type { PartSink, Place } from "./importer.ts";
import type { ImportOutcome } from "./intake.ts";
import { Intake } from "./intake.ts";
import { Reading } from "./reading.ts";
import { HEAD_BYTES, refuseBinary } from "./signature.ts";

export type { ImportOutcome } from "./intake.ts";

/** What a reader needs of its host. */
export interface ReaderOptions {
  readonly sink: PartSink;
  /** Decodes UTF-8; bytes that are none become U+FFFD. The core has no decoder of its own. */
  readonly decode: (bytes: Uint8Array) => string;
  /** Name of the file, put before the message of a failure. */
  readonly name?: string;
  readonly watch?: ReadWatch;
}

/** Is told what is read, for whoever wants to know more than the importer tells. */
export interface ReadWatch {
  /** Each record before its importer gets it. */
  readonly record?: (value: unknown, place: Place) => void;
  /** Each span that could not be read, also those that a report does not list. */
  readonly bad?: (span: BadSpan) => void;
}

/** Reads one file as its bytes come. Both calls may throw `ImportFailure`; nothing can be read after that. */
export interface Reader {
  /** The next bytes, cut anywhere. The array may be used again afterwards. */
  push(chunk: Uint8Array): void;
  /**
   * The bytes that follow are another file, read as one with those before: its path below their folder, with slashes.
   * Lines and offsets go on. To be told before the first file as well.
   */
  part(name: string): void;
  /** Says in the report what was found out about the bytes. */
  note(kind: ReportNote["kind"], what: string): void;
  end(): ImportOutcome;
}

/** Opens a reader. The format is recognised from the content: JSONL, one JSON document, or several. */
export function createReader(options: ReaderOptions): Reader {
  const reader = new FileReader(options);
  const named = <T>(act: () => T): T => withName(options.name, act);
  return {
    push: (chunk) => named(() => reader.push(chunk)),
    part: (name) => named(() => reader.part(name)),
    note: (kind, what) => reader.note(kind, what),
    end: () => named(() => reader.end()),
  };
}

function withName<T>(name: string | undefined, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (name === undefined || !(error instanceof ImportFailure)) throw error;
    throw new ImportFailure(error.code, `${name}: ${error.message}`);
  }
}

/** After so many lines that are no JSON, and none that is, a file is given up. */
const HOPELESS_LINES = 100;
const STILL_WRITING = "the last line ends in the middle: it may still be being written";
const NOT_JSON = "not JSON: ";
const NOT_YAML = "not YAML: ";
const FAILED = Symbol("not JSON");

class FileReader {
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #watch: ReadWatch;
  readonly #reading: Reading;
  readonly #intake: Intake;
  #splitter: LineSplitter;
  readonly #head = new ByteList();
  readonly #document = new ByteList();
  #documentAt = { line: 1, offset: 0 };
  #bytes = 0;
  #headDone = false;
  #started = false;
  /** True once it is clear whether the file is a document or lines. */
  #decided = false;
  #firstOfFile = 1;
  #lastLine = 1;
  #yaml = false;
  #ending = false;

  constructor({ sink, decode, watch = {} }: ReaderOptions) {
    this.#decode = decode;
    this.#watch = watch;
    this.#reading = new Reading(watch.bad);
    this.#intake = new Intake(sink, this.#reading);
    this.#splitter = this.#lines({ line: 1, offset: 0 });
  }

  #lines(from: { readonly line: number; readonly offset: number }): LineSplitter {
    const rest = (bytes: Uint8Array): void => this.#document.add(bytes);
    return new LineSplitter((line) => this.#line(line), rest, from);
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#headDone) return this.#splitter.push(chunk);
    this.#head.add(chunk);
    if (this.#head.length >= HEAD_BYTES) this.#openHead();
  }

  part(name: string): void {
    if (this.#bytes > 0) this.#nextFile();
    this.#intake.part(name);
  }

  note(kind: ReportNote["kind"], what: string): void {
    this.#reading.note(kind, what);
  }

  end(): ImportOutcome {
    this.#finishFile();
    if (this.#reading.badCount === 0 && !this.#started) {
      throw new ImportFailure("empty", "This file is empty: there is nothing in it to read.");
    }
    this.#refuseUnread();
    return this.#intake.end(this.#bytes);
  }

  /** What is held when a file ends is its last line, or its document. */
  #finishFile(): void {
    if (!this.#headDone) this.#openHead();
    this.#ending = true;
    this.#splitter.end();
    if (this.#document.length > 0) this.#readDocument();
  }

  #nextFile(): void {
    this.#finishFile();
    this.#splitter = this.#lines({
      line: Math.max(this.#lastLine, this.#splitter.line),
      offset: this.#bytes,
    });
    this.#firstOfFile = this.#splitter.line;
    this.#ending = false;
    this.#yaml = false;
    this.#decided = false;
  }

  #openHead(): void {
    this.#headDone = true;
    const head = this.#head.take();
    refuseBinary(head.subarray(0, HEAD_BYTES));
    this.#splitter.push(head);
  }

  /** One line; false when the file turns out to be one JSON document over many lines. */
  #line(line: PhysicalLine): boolean {
    const { bytes, offset } = line.line === this.#firstOfFile ? withoutBom(line) : line;
    if (bytes.length === 0) return true;
    const text = this.#decode(bytes);
    if (text.includes("\ufffd") && !isUtf8(bytes)) this.#reading.notUtf8(line.line);
    const value = parse(text);
    if (value === FAILED) return this.#unparsed(text, { ...line, bytes, offset });
    this.#start();
    this.#accept(value, { line: line.line, offset, bytes: bytes.length });
    return true;
  }

  #unparsed(text: string, line: PhysicalLine): boolean {
    if (text.trim() === "") return true;
    if (!this.#decided && (this.#ending || opensDocument(text) || opensYaml(text))) {
      this.#yaml = opensYaml(text);
      this.#startDocument(line);
      return false;
    }
    this.#start();
    this.#take(
      recoverLine(text),
      new PlaceCursor(text, line.line, line.offset),
      this.#ending ? STILL_WRITING : "",
    );
    this.#giveUpIfHopeless();
    return true;
  }

  #start(): void {
    this.#started = true;
    this.#decided = true;
  }

  #startDocument(line: PhysicalLine): void {
    this.#start();
    this.#documentAt = { line: line.line, offset: line.offset };
    this.#document.add(line.bytes);
    if (line.breakBytes > 0) this.#document.add(LINE_BREAK.subarray(2 - line.breakBytes));
  }

  #readDocument(): void {
    const bytes = this.#document.take();
    const text = this.#decodeWhole(bytes);
    if (text.includes("\ufffd") && !isUtf8(bytes)) this.#reading.notUtf8(this.#documentAt.line);
    const { line, offset } = this.#documentAt;
    this.#lastLine = line + countNewlines(text);
    if (this.#yaml) return this.#take(yamlItems(text), new PlaceCursor(text, line, offset), "");
    const value = parse(text);
    if (value !== FAILED) return this.#accept(value, { line, offset, bytes: bytes.length });
    this.#take(recoverDocument(text), new PlaceCursor(text, line, offset), "");
  }

  #decodeWhole(bytes: Uint8Array): string {
    try {
      return this.#decode(bytes);
    } catch {
      const size = `${Math.round(bytes.length / 1e6)} MB`;
      throw new ImportFailure(
        "too-large",
        `This is one JSON document of ${size}, more than can be held as one text; save it as JSONL.`,
      );
    }
  }

  /** Takes what was recovered, in order, with the places in the file. */
  #take(recovered: Recovered, places: PlaceCursor, openReason: string): void {
    for (const found of [...recovered.values, ...recovered.damaged].toSorted((a, b) => a.from - b.from)) {
      const place = places.place(found.from, found.to);
      if ("value" in found) this.#accept(found.value, place);
      else this.#reading.bad(place, found.open && openReason !== "" ? openReason : this.#no(found.reason));
    }
  }

  #no(reason: string): string {
    return `${this.#yaml ? NOT_YAML : NOT_JSON}${reason}`;
  }

  #accept(value: unknown, place: { line: number; offset: number; bytes: number }): void {
    if (typeof value === "object" && value !== null) {
      this.#watch.record?.(value, place);
      this.#intake.record(value, place);
    } else this.#reading.bad(place, "a JSON value, but no object or array");
  }

  #giveUpIfHopeless(): void {
    if (this.#reading.badCount >= HOPELESS_LINES) this.#refuseUnread();
  }

  /** Throws when lines were seen but not one record. */
  #refuseUnread(): void {
    const bad = this.#reading.firstBad;
    if (!bad || this.#intake.any) return;
    throw unread(bad);
  }
}

const LINE_BREAK = new Uint8Array([13, 10]);

/** The failure of a file of which nothing could be read, from the first span that could not. */
function unread({ line, offset, bytes, reason }: BadSpan): ImportFailure {
  if (reason.startsWith(NOT_YAML)) {
    const message = `This YAML could not be read: line ${line}, byte ${offset}: ${reason.slice(NOT_YAML.length)}.`;
    return new ImportFailure("not-json", message);
  }
  const why = reason.replace(NOT_JSON, "");
  if (!why.includes("the text ends")) {
    const message = `This is no JSON: line ${line}, byte ${offset}: ${why}. A transcript is a JSON or JSONL text file.`;
    return new ImportFailure("not-json", message);
  }
  return new ImportFailure(
    "truncated",
    `The JSON that starts at line ${line}, byte ${offset} ends in the middle, at byte ${offset + bytes}, and no ` +
      `complete element of it could be read (${why}).`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return FAILED;
  }
}

/** True when a first line that does not parse alone may be the start of a document: all of it is well formed so far. */
function opensDocument(text: string): boolean {
  const scan = scanJson(text, 0);
  return scan.state === "open" && !scan.inString;
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

const YAML_START = /^(?:---(?:\s|$)|(?:http_)?interactions:\s*$|version:\s*\d+\s*$|recorded_with:|%YAML)/;

/** True for the first line of a cassette in YAML. */
function opensYaml(text: string): boolean {
  return YAML_START.test(text);
}

function withoutBom(line: PhysicalLine): { readonly bytes: Uint8Array; readonly offset: number } {
  const [first, second, third] = line.bytes;
  if (first !== 0xef || second !== 0xbb || third !== 0xbf) return line;
  return { bytes: line.bytes.subarray(3), offset: line.offset + 3 };
}
