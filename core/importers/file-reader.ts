import { PlaceCursor } from "../lib/json-lines-place.ts";
import type { Recovered } from "../lib/json-lines.ts";
import { recoverLine } from "../lib/json-lines.ts";
import type { StreamPlace } from "../lib/json-stream-taker.ts";
import type { LongLine, PhysicalLine } from "../lib/lines.ts";
import { ByteList, LineSplitter } from "../lib/lines.ts";
import { LARGE_OBJECT, parsePieces } from "../lib/json-pieces.ts";
import { repeatedKeys } from "../lib/repeated-keys.ts";
import { yamlItems } from "../lib/yaml-items.ts";
import type { ReportNote } from "../model/report.ts";
import { ImportFailure } from "./failure.ts";
import {
  blank,
  countNewlines,
  doubtful,
  FAILED,
  LINE_BREAK,
  NOT_JSON,
  NOT_YAML,
  opensDocument,
  opensYaml,
  parse,
  unread,
  withoutBom,
} from "./file-text.ts";
import { holdsLines, isOpening, isUnfinished, recoverFirst } from "./first-line.ts";
import type { Place } from "./importer.ts";
import type { ImportOutcome } from "./intake.ts";
import { Intake } from "./intake.ts";
import type { LargeContext } from "./large-document.ts";
import { LargeDocument } from "./large-document.ts";
import { recoverWhole } from "./recover-whole.ts";
import type { ReaderOptions, ReadWatch } from "./read.ts";
import { Reading } from "./reading.ts";
import { HEAD_BYTES, refuseBinary } from "./signature.ts";

/** From this many bytes on, a document is taken apart where its importer can. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** So many times this is held of a document of which two lines are broken, before it is read as lines. */
const MOST_GUESSED = 64;
/** After so many lines that are no JSON, and none that is, a file is given up. */
const HOPELESS_LINES = 100;
const STILL_WRITING = "the last line ends in the middle: it may still be being written";

const same = (bytes: Uint8Array): Uint8Array => bytes;

/** Reads one file, or several in a row, as their bytes come: lines of JSON, documents, or YAML. */
export class FileReader {
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #watch: ReadWatch;
  readonly #reading: Reading;
  readonly #intake: Intake;
  #splitter: LineSplitter;
  readonly #head = new ByteList();
  readonly #document = new ByteList();
  #documentAt = { line: 1, offset: 0 };
  readonly #largeContext: LargeContext;
  #large: LargeDocument | undefined;
  /** True for a document of which two lines are broken: it may be lines of which two are. */
  #guessed = false;
  /** From so many bytes on a document is asked whether it can be taken apart. */
  #askAt: number;
  #bytes = 0;
  #headDone = false;
  #started = false;
  /** True once it is clear whether the file is a document or lines. */
  #decided = false;
  #firstOfFile = 1;
  #lastLine = 1;
  #yaml = false;
  #ending = false;
  /** A first line that is no JSON: a document, if no other line follows. */
  #first: PhysicalLine | undefined;
  /** The first thing that is wrong with the bytes themselves. */
  #doubt: string | undefined;

  constructor({ sink, decode, quick = same, find, watch = {}, large = LARGE_BYTES }: ReaderOptions) {
    this.#decode = decode;
    this.#watch = watch;
    this.#reading = new Reading(watch.bad);
    this.#intake = new Intake(sink, this.#reading);
    this.#largeContext = {
      decode,
      quick,
      find,
      intake: this.#intake,
      reading: this.#reading,
      watch,
      limit: large,
    };
    this.#askAt = large;
    this.#splitter = this.#lines({ line: 1, offset: 0 });
  }

  #lines(from: { readonly line: number; readonly offset: number }): LineSplitter {
    const long: LongLine = {
      limit: this.#largeContext.limit,
      take: (start, place) => this.#longLine(start, place),
    };
    return new LineSplitter(
      (line) => this.#line(line),
      (bytes) => this.#more(bytes),
      { from, long, decode: this.#decode },
    );
  }

  /** More of a document. */
  #more(bytes: Uint8Array): void {
    if (this.#large) return this.#moreOfLarge(this.#large, bytes);
    this.#document.add(bytes);
    if (!this.#yaml && this.#document.length > this.#askAt) this.#askLarge();
  }

  #askLarge(): void {
    const start = this.#document.take();
    this.#large = LargeDocument.open(this.#largeContext, start, this.#documentAt);
    if (this.#large) return;
    const { limit } = this.#largeContext;
    this.#askAt = this.#guessed ? this.#askAt * 2 : Infinity;
    if (this.#askAt > limit * MOST_GUESSED && this.#guessed) this.#readAsLines(start);
    else if (holdsLines(this.#decode(start), this.#guessed ? 1 : 2)) this.#readAsLines(start);
    else this.#document.add(start);
  }

  /** A first line that is cut may look like the beginning of a document. */
  #readAsLines(start: Uint8Array): void {
    this.#guessed = false;
    this.#splitter = this.#lines(this.#documentAt);
    this.#splitter.push(start);
  }

  /** The start of a first line without end: a document on one line, if it can be taken apart. */
  #longLine(start: Uint8Array, place: StreamPlace): boolean {
    if (this.#decided) return false;
    if (this.#first) return this.#longSecond(this.#first, { bytes: start, ...place });
    const { bytes, offset } = withoutBom({ bytes: start, offset: place.offset });
    this.#large = LargeDocument.open(this.#largeContext, bytes, { line: place.line, offset });
    if (this.#large) this.#start();
    return this.#large !== undefined;
  }

  /** The start of a second line without end: of the same document, if it begins as nothing by itself. */
  #longSecond(first: PhysicalLine, start: Omit<PhysicalLine, "breakBytes" | "text">): boolean {
    if (!isUnfinished(first.text ?? "") || isOpening(start.bytes)) return false;
    this.#startDocument(first, { ...start, breakBytes: 0, text: undefined });
    return true;
  }

  #moreOfLarge(large: LargeDocument, bytes: Uint8Array): void {
    const after = large.push(bytes);
    if (!after) return;
    this.#large = undefined;
    this.#decided = false;
    this.#askAt = this.#largeContext.limit;
    this.#splitter = this.#lines(after.place);
    this.#splitter.push(after.bytes);
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
    if (kind === "doubt") this.#doubt ??= what;
  }

  end(): ImportOutcome {
    try {
      return this.#end();
    } catch (error) {
      throw this.#doubt !== undefined && error instanceof ImportFailure
        ? doubtful(error, this.#doubt)
        : error;
    }
  }

  #end(): ImportOutcome {
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
    if (this.#first) this.#startDocument(this.#first);
    this.#first = undefined;
    if (this.#large) this.#lastLine = this.#large.end(this.#bytes).line + 1;
    else if (this.#document.length > 0) this.#readDocument();
    this.#large = undefined;
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
    this.#askAt = this.#largeContext.limit;
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
    if (this.#decided && this.#first === undefined && this.#largeLine({ ...line, bytes, offset }))
      return true;
    const text = line.text ?? this.#decode(bytes);
    this.#reading.look(text, bytes, line.line);
    const value = parse(text);
    if (value === FAILED && text.trim() === "") return true;
    if (this.#first && value === FAILED && isUnfinished(this.#first.text ?? "")) {
      this.#startDocument(this.#first, { ...line, bytes, offset });
      return false;
    }
    if (this.#first) this.#unparsedFirst(this.#first);
    if (value === FAILED) return this.#unparsed(text, { ...line, bytes, offset });
    // Of a first line, which may be a document: to look so at each line of many would take as long as to read it.
    if (!this.#decided) this.#reading.repeated(repeatedKeys(text, value), line.line);
    this.#start();
    this.#reading.numbers(text, value, line.line);
    this.#accept(value, { line: line.line, offset, bytes: bytes.length });
    return true;
  }

  /** Reads a line that is a large object; false where it is none, or is better read as others are. */
  #largeLine({ bytes, line, offset, text }: PhysicalLine): boolean {
    if (text !== undefined || bytes.length < LARGE_OBJECT) return false;
    const parsed = parsePieces(this.#largeContext.quick(bytes), this.#decode);
    if (!parsed) return false;
    this.#reading.pieces(parsed, () => this.#decode(bytes), bytes, line);
    this.#accept(parsed.value, { line, offset, bytes: bytes.length });
    return true;
  }

  #unparsed(text: string, line: PhysicalLine): boolean {
    if (this.#decided) {
      this.#takeLine(text, line, this.#ending ? STILL_WRITING : "");
      return true;
    }
    if (this.#ending || opensDocument(text) || opensYaml(text)) {
      this.#yaml = opensYaml(text);
      this.#startDocument(line);
      return false;
    }
    this.#first = { ...line, text, bytes: line.bytes.slice() };
    this.#start();
    return true;
  }

  /** A first line that lines of JSON follow is no document, or one by itself. */
  #unparsedFirst(line: PhysicalLine): void {
    this.#first = undefined;
    const text = line.text ?? this.#decode(line.bytes);
    this.#take(text, recoverFirst(text), new PlaceCursor(text, line.line, line.offset));
    this.#giveUpIfHopeless();
  }

  #takeLine(text: string, line: PhysicalLine, openReason: string): void {
    const places = new PlaceCursor(text, line.line, line.offset);
    const isFirst = line.line === this.#documentAt.line;
    this.#take(text, isFirst ? recoverFirst(text) : recoverLine(text, openReason !== ""), places, openReason);
    this.#giveUpIfHopeless();
  }

  #start(): void {
    this.#started = true;
    this.#decided = true;
  }

  /** `next` is a second line of it that was looked at already. */
  #startDocument(line: PhysicalLine, next?: PhysicalLine): void {
    this.#first = undefined;
    this.#start();
    this.#documentAt = { line: line.line, offset: line.offset };
    this.#addLine(line);
    this.#guessed = next !== undefined;
    if (!next) return;
    const passed = next.offset - line.offset - this.#document.length;
    // Lines of spaces stood between them: places go on behind as many bytes and line breaks.
    this.#document.add(blank(passed, next.line - line.line - 1));
    this.#addLine(next);
  }

  #addLine({ bytes, breakBytes }: PhysicalLine): void {
    this.#document.add(bytes);
    if (breakBytes > 0) this.#document.add(LINE_BREAK.subarray(2 - breakBytes));
  }

  #readDocument(): void {
    const bytes = this.#document.take();
    const text = this.#decodeWhole(bytes);
    const { line, offset } = this.#documentAt;
    this.#reading.look(text, bytes, line);
    this.#lastLine = line + countNewlines(text);
    const places = new PlaceCursor(text, line, offset);
    if (this.#yaml) return this.#take(text, yamlItems(text), places);
    const value = parse(text);
    if (value === FAILED && this.#guessed && holdsLines(`${text}\n`, 1)) {
      this.#ending = false;
      this.#readAsLines(bytes);
      this.#ending = true;
      this.#splitter.end();
      return;
    }
    if (value !== FAILED) {
      this.#reading.numbers(text, value, line);
      this.#reading.repeated(repeatedKeys(text, value), line);
      return this.#accept(value, { line, offset, bytes: bytes.length });
    }
    this.#take(text, recoverWhole(text), places);
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

  /** Takes what was recovered of a text, in order, with the places in the file. */
  #take(text: string, recovered: Recovered, places: PlaceCursor, openReason = ""): void {
    for (const found of [...recovered.values, ...recovered.damaged].toSorted((a, b) => a.from - b.from)) {
      const place = places.place(found.from, found.to);
      if ("value" in found) {
        const json = found.json ?? text.slice(found.from, found.to);
        if (!this.#yaml) this.#reading.numbers(json, found.value, place.line);
        this.#accept(found.value, place, found.json !== undefined);
      } else this.#reading.bad(place, found.open && openReason !== "" ? openReason : this.#no(found.reason));
    }
  }

  #no(reason: string): string {
    return `${this.#yaml ? NOT_YAML : NOT_JSON}${reason}`;
  }

  #accept(value: unknown, place: Place, mended = false): void {
    if (typeof value === "object" && value !== null) {
      this.#watch.record?.(value, place);
      this.#intake.record(value, place, mended);
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
