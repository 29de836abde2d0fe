import { backslashesBefore, isStart, newlinesIn, nextQuote, nextSign } from "./json-bytes.ts";
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "./json-signs.ts";
import { SeamFinder } from "./json-seams.ts";
import { ByteList } from "./lines.ts";
import type { Seam, StreamPlace, StreamRest, StreamTaker } from "./json-stream-taker.ts";

interface Bracket {
  readonly array: boolean;
  readonly key: string;
  /** Where it stands in what is held, and in the file. */
  readonly at: number;
  readonly place: StreamPlace;
}

const NEWLINE = 10;
/** A key longer than this leads to nothing that is known. */
const MAX_KEY = 64;
const MAX_DEPTH = 10_000;

/** So much may be guessed in vain, in bytes, and so much of what was guessed right. */
const WASTE = 16 * 1024 * 1024;
const WASTE_SHARE = 0.25;

/** Inside of given elements, brackets are only counted. */
const INNER_ARRAY: Bracket = { array: true, key: "", at: 0, place: { line: 0, offset: 0 } };
const INNER_OBJECT: Bracket = { ...INNER_ARRAY, array: false };

/**
 * Takes a JSON document apart that is too large to be held: once more than `limit` bytes are held, the elements of the
 * outermost array that is open are given one by one and let go; all else is held. It looks at brackets, strings and
 * commas alone: whether an element is JSON is for its reader to say.
 */
export class JsonStream {
  readonly #limit: number;
  readonly #taker: StreamTaker;
  readonly #held = new ByteList();
  readonly #element = new ByteList();
  #open: Bracket[] = [];
  /** So many brackets are open around the elements that are given; 0 while none are. */
  #depth = 0;
  #path: readonly string[] = [];
  #inString = false;
  /** The last string outside of given elements, which may be a key: what earlier bytes hold of it, and its place in these. */
  #key: number[] = [];
  #keyFrom = 0;
  #keyTo = 0;
  #escaped = false;
  #line: number;
  #offset: number;
  /** Where the element that is read began. */
  #from: StreamPlace | undefined;
  #streams = false;
  /** Whether an element of the given ones, or a comma, stands right before; neither at their start. */
  #after: "start" | "element" | "comma" = "start";
  /** Where the last comma between given elements stands. */
  #commaAt: StreamPlace | undefined;
  /** Commas in a row without elements between them: where the first stands, and where the last ends. */
  #stray: { readonly place: StreamPlace; readonly end: number } | undefined;
  /** The array that is not wanted: it is not asked for again. */
  #refused = -1;
  #ended = false;
  #broken = false;
  /** Whether the bytes that come are nobody else's. */
  #owns = false;
  readonly #finder: SeamFinder;
  readonly #seams: Seam[];
  /** Bytes of elements whose end was guessed right, and of guesses that were wrong. */
  #guessed = 0;
  #wasted = 0;

  constructor(limit: number, place: StreamPlace, taker: StreamTaker) {
    this.#limit = limit;
    this.#taker = taker;
    this.#finder = new SeamFinder(taker.find);
    this.#seams = [{ at: 0, place }];
    this.#line = place.line;
    this.#offset = place.offset;
  }

  /** True while elements are given, and once some were. */
  get streams(): boolean {
    return this.#streams;
  }

  /** True when the brackets do not fit: what follows is passed over. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Bytes that are held. */
  get length(): number {
    return this.#held.length + this.#element.length;
  }

  /** The first bytes, which nobody uses again: they need not be copied. */
  open(bytes: Uint8Array): void {
    this.#owns = true;
    this.push(bytes);
    this.#owns = false;
  }

  /** The next bytes. Gives those that follow the document, once it has ended. */
  push(bytes: Uint8Array): Uint8Array | undefined {
    if (this.#broken) return undefined;
    const end = this.#scan(bytes);
    if (end !== undefined) return bytes.subarray(end);
    if (this.#depth === 0 && this.#held.length > this.#limit) this.#begin();
    return undefined;
  }

  /** What is left, after the last bytes. Nothing is held any more. */
  rest(): StreamRest {
    this.#giveLast();
    const place = this.#from ?? { line: this.#line, offset: this.#offset };
    const around = this.#depth > 0 ? this.#open.slice(0, this.#depth) : this.#open;
    return { bytes: this.#held.take(), closing: closingOf(around), place, seams: this.#seams };
  }

  #giveLast(): void {
    this.#tellStray();
    const bytes = this.#element.take();
    if (this.#from && !this.#broken) this.#from = this.#taker.last(this.#path, bytes, this.#from);
  }

  #begin(): void {
    const at = this.#open.findIndex(({ array }) => array);
    const target = this.#open[at];
    if (!target || target.place.offset === this.#refused) return;
    const held = this.#held.take();
    const [head, some] = [held.subarray(0, target.at + 1), held.subarray(target.at + 1)];
    const path = this.#open.slice(1, at + 1).map(({ key }) => key);
    const since = this.#seams.at(-1) as Seam;
    if (!this.#taker.begins({ path, head, some, since })) {
      this.#refused = target.place.offset;
      return this.#held.add(held);
    }
    this.#streams = true;
    this.#held.add(head);
    this.#open.length = at + 1;
    this.#depth = at + 1;
    this.#path = path;
    this.#after = "start";
    this.#inString = false;
    this.#escaped = false;
    this.#line = target.place.line;
    this.#offset = target.place.offset + 1;
    this.#scan(this.#taker.quick?.(some) ?? some);
  }

  /** Gives where the document ends in these bytes. */
  #scan(bytes: Uint8Array): number | undefined {
    const base = this.#offset;
    let from = 0;
    /** The comma before the element that comes next. */
    let comma = 0;
    this.#finder.begin(bytes);
    for (let at = 0; at < bytes.length; at++) {
      if (this.#inString) {
        at = this.#string(bytes, at);
        continue;
      }
      // Most of what is in no string is looked at only where an element may begin.
      if (this.#depth === 0 || this.#from !== undefined) at = nextSign(bytes, at);
      const byte = bytes[at];
      if (byte === undefined) break;
      if (this.#depth > 0 && this.#from === undefined && isStart(byte)) {
        if (this.#open.length === this.#depth) {
          this.#tellStray();
          const end = byte === OPEN_OBJECT ? this.#guess(bytes, comma, at, base + at) : at;
          if (end > at) {
            at = end - 1;
            continue;
          }
          this.#from = { line: this.#line, offset: base + at };
          from = at;
        }
      }
      if (byte === QUOTE) {
        const end = this.#depth > 0 ? nextQuote(bytes, at + 1) : -1;
        if (end >= 0 && bytes[end - 1] !== BACKSLASH) {
          at = end;
          continue;
        }
        this.#inString = true;
        this.#forgetKey();
      } else if (byte === NEWLINE) this.#line++;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT)
        this.#push(byte === OPEN_ARRAY, bytes, at - from, base + at);
      else if (byte === COMMA) {
        this.#comma(bytes, from, at, base + at);
        comma = at;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        const given = this.#depth > 0 && this.#open.length === this.#depth;
        if (given) this.#endGiven(bytes, from, at);
        if (!this.#pop(byte === CLOSE_ARRAY)) return this.#stop(base + at);
        if (given) {
          from = at;
          this.#seams.push({ at: this.#held.length, place: { line: this.#line, offset: base + at } });
        }
        if (this.#ended) {
          this.#keep(bytes, from, at + 1, base);
          return at + 1;
        }
      }
    }
    this.#keep(bytes, from, bytes.length, base);
    return undefined;
  }

  /**
   * Most elements begin alike. Where the next one seems to begin, this one ends, if it is JSON up to there: no beginning of
   * an object is one itself. So what is in it need not be looked at. Gives its end, or where it begins.
   */
  #guess(bytes: Uint8Array, comma: number, at: number, offset: number): number {
    if (this.#wasted > WASTE + this.#guessed * WASTE_SHARE) return at;
    this.#finder.learn(comma, at);
    const end = this.#finder.next(at);
    if (end === at) return at;
    if (!this.#taker.guess(this.#path, bytes.subarray(at, end), { line: this.#line, offset })) {
      this.#wasted += end - at;
      return at;
    }
    this.#guessed += end - at;
    this.#line += this.#finder.newlines(at, end);
    this.#after = "element";
    return end;
  }

  /** Past a string that was begun; gives the place of its last byte here. */
  #string(bytes: Uint8Array, from: number): number {
    // The first byte here may be escaped by the last one of the bytes before.
    const start = this.#escaped ? from + 1 : from;
    this.#escaped = false;
    for (let at = start; ;) {
      const quote = nextQuote(bytes, at);
      const end = quote < 0 ? bytes.length : quote;
      const escapes = backslashesBefore(bytes, start, end);
      if (quote >= 0 && escapes % 2 === 1) {
        at = quote + 1;
        continue;
      }
      if (this.#depth === 0) this.#line += newlinesIn(bytes.subarray(start, end));
      if (quote < 0) {
        if (this.#depth === 0) this.#addKey(bytes, from, end);
        this.#escaped = escapes % 2 === 1;
        return bytes.length;
      }
      if (this.#depth === 0) {
        this.#keyFrom = from;
        this.#keyTo = end;
      }
      this.#inString = false;
      return quote;
    }
  }

  #forgetKey(): void {
    // To empty a list that is empty costs more than to look at it.
    if (this.#key.length > 0) this.#key = [];
    this.#keyFrom = 0;
    this.#keyTo = 0;
  }

  #addKey(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to && this.#key.length <= MAX_KEY; at++) this.#key.push(bytes[at] as number);
  }

  /** What stands before a colon; nothing where it is too long to be known. */
  #keyIn(bytes: Uint8Array): string {
    const length = this.#key.length + this.#keyTo - this.#keyFrom;
    if (length > MAX_KEY) return "";
    return String.fromCharCode(...this.#key, ...bytes.subarray(this.#keyFrom, this.#keyTo));
  }

  #push(array: boolean, bytes: Uint8Array, at: number, offset: number): void {
    if (this.#depth > 0) {
      this.#open.push(array ? INNER_ARRAY : INNER_OBJECT);
      return;
    }
    const inArray = this.#open.at(-1)?.array === true;
    const key = inArray ? "[]" : this.#keyIn(bytes);
    const place = { line: this.#line, offset };
    this.#open.push({ array, key, at: this.#held.length + at, place });
  }

  /** False when the bracket closes another one, or too many are open. */
  #pop(array: boolean): boolean {
    if (this.#open.at(-1)?.array !== array || this.#open.length > MAX_DEPTH) return false;
    this.#open.pop();
    if (this.#open.length < this.#depth) this.#depth = 0;
    this.#ended = this.#open.length === 0;
    return true;
  }

  #comma(bytes: Uint8Array, from: number, at: number, offset: number): void {
    if (this.#depth === 0 || this.#open.length > this.#depth) return;
    this.#give(bytes, from, at);
    const place = { line: this.#line, offset };
    if (this.#after !== "element") this.#passComma(this.#after === "comma" ? this.#commaAt : place);
    this.#after = "comma";
    this.#commaAt = place;
  }

  /** The bracket that closes the given elements. */
  #endGiven(bytes: Uint8Array, from: number, at: number): void {
    this.#give(bytes, from, at);
    if (this.#after === "comma") this.#passComma(this.#commaAt);
    this.#tellStray();
  }

  #passComma(place: StreamPlace | undefined): void {
    if (!place) return;
    this.#stray = { place: this.#stray?.place ?? place, end: place.offset + 1 };
  }

  #tellStray(): void {
    const stray = this.#stray;
    if (!stray) return;
    this.#stray = undefined;
    this.#taker.stray(stray.place, stray.end - stray.place.offset);
  }

  #give(bytes: Uint8Array, from: number, to: number): void {
    const place = this.#from;
    if (!place) return;
    this.#from = undefined;
    this.#after = "element";
    let element = bytes.subarray(from, to);
    if (this.#element.length > 0) {
      this.#element.add(element);
      element = this.#element.take();
    }
    // Line breaks in its texts, which JSON does not allow there, were not counted.
    if (!this.#taker.element(this.#path, element, place)) this.#line = place.line + newlinesIn(element);
  }

  /** What is not given is held: the rest of an element, or of the document. */
  #keep(bytes: Uint8Array, from: number, to: number, base: number): void {
    this.#offset = base + to;
    if (this.#depth === 0) {
      // Its bytes are gone with these.
      this.#addKey(bytes, this.#keyFrom, this.#keyTo);
      this.#keyFrom = 0;
      this.#keyTo = 0;
      this.#hold(bytes.subarray(from, to));
    } else if (this.#from) this.#element.add(bytes.subarray(from, to));
  }

  #hold(bytes: Uint8Array): void {
    if (this.#owns) this.#held.own(bytes);
    else this.#held.add(bytes);
  }

  #stop(offset: number): undefined {
    this.#broken = true;
    this.#offset = offset;
    this.#from ??= { line: this.#line, offset };
  }
}

function closingOf(open: readonly Bracket[]): string {
  return open
    .map(({ array }) => (array ? "]" : "}"))
    .toReversed()
    .join("");
}
