import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./json-signs.ts";

/** An array or object that was still open where a scan stopped, outermost first. Positions in UTF-16 units. */
export interface OpenBracket {
  readonly array: boolean;
  /** Complete elements of an array (values of an object) so far, and where the last one ended that was read or passed over. */
  complete: number;
  end: number;
  /** Where the one before that ended. */
  before: number;
  /** True once an array was closed inside of it. */
  lists: boolean;
  /** True for an element of an array that says what it is: a message or a part of one, which is read whole or not at all. */
  message: boolean;
}

/** Keys by which a message or a part of one says what it is. */
const SAYS_WHAT = new Set(['"info"', '"role"', '"type"', '"source"', '"from"']);

/** So many of these brackets hold what may be read in part: all around the first that is a message. */
export function depthOfContainers(open: readonly OpenBracket[]): number {
  const message = open.findIndex((bracket) => bracket.message);
  return message < 0 ? open.length : message;
}

/** What is to be left out of a text, [from, to) in UTF-16 units, and what to put there. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly insert: "" | ",";
}

/** A broken element or member, without the comma before it: [from, to) in UTF-16 units, and what of it to cut out. */
export interface BrokenPiece {
  readonly from: number;
  readonly to: number;
  readonly cut: Cut;
  /** Why, where it is not what stopped the scan. */
  readonly reason?: string;
}

/** What a scan found: one complete JSON value, a value that the text ends in the middle of, or an error. */
export interface Scan {
  readonly state: "complete" | "open" | "error";
  /** After the value when it is complete, else where the scan stopped. */
  readonly at: number;
  readonly reason: string;
  readonly open: readonly OpenBracket[];
  /** True when the text ended inside a string. */
  readonly inString: boolean;
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SCALAR_START = /[-\dtfn][\w+.-]*[ \t\r\n]*$/y;
/** What may stand behind a scalar inside of brackets. */
const DELIMITERS = ",]} \t\r\n";
const NUMBER_TAIL = /^(?:\.|[eE][+-]?)$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** What is nested deeper is given up: its brackets alone would fill the memory. */
const MAX_DEPTH = 10_000;

type Expect = "value" | "first-element" | "key" | "first-key" | "colon" | "comma";

const EXPECTED: Record<Expect, string> = {
  value: "a value was expected",
  "first-element": "a value or ] was expected",
  key: "a key in quotes was expected",
  "first-key": "a key in quotes or } was expected",
  colon: "a colon was expected",
  comma: "a comma or a closing bracket was expected",
};

/** Scans one JSON value from `from` (spaces before it are skipped) without building it. Linear, no recursion. */
export function scanJson(text: string, from: number): Scan {
  return new JsonScanner(text, from).run();
}

/** Scans one JSON value, and can go on behind a piece of it that is broken. */
export class JsonScanner {
  readonly #text: string;
  readonly #open: OpenBracket[] = [];
  #at: number;
  #expect: Expect = "value";
  #passed = 0;
  /** Beginnings of comments that have no end in what is left of the text. */
  readonly #endless = new Set<string>();

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  /** UTF-16 units that were passed over in search of the ends of broken pieces. */
  get passed(): number {
    return this.#passed;
  }

  /** From where the last run stopped to the end of the value, of the text, or to an error. */
  run(): Scan {
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#text.length) return this.#stop("open", "the text ends in the middle of a value");
      const stopped = this.#token(this.#text.charCodeAt(this.#at));
      if (stopped) return stopped;
    }
  }

  /** After an error: passes over what is broken, as little as that can be. */
  passBroken(): BrokenPiece | undefined {
    return this.#passComment() ?? this.#passMissingComma() ?? this.#passPiece();
  }

  /** A comment may stand wherever a space may: nothing else is broken by it. */
  #passComment(): BrokenPiece | undefined {
    const from = this.#at;
    const begin = this.#text.slice(from, from + 2);
    if ((begin !== "/*" && begin !== "//") || this.#endless.has(begin)) return undefined;
    const ending = COMMENT_ENDS[begin];
    const end = this.#text.indexOf(ending, from + 2);
    // Not to be looked for again and again.
    if (end < 0) this.#endless.add(begin);
    if (end < 0) return undefined;
    const to = begin === "/*" ? end + ending.length : end;
    this.#passed += to - from;
    this.#at = to;
    return { from, to, cut: { from, to, insert: "" }, reason: "JSON has no comments" };
  }

  /**
   * The next element or member begins, and what was read of the list or object ends in a bracket: only the comma is missing.
   * What ends in a text or a number may not have been read right, but a list is too much to lose for it.
   */
  #passMissingComma(): BrokenPiece | undefined {
    const top = this.#open.at(-1);
    if (this.#expect !== "comma" || !top || depthOfContainers(this.#open) < this.#open.length)
      return undefined;
    const from = this.#at;
    const last = this.#text.charCodeAt(top.end - 1);
    const ends = last === CLOSE_ARRAY || last === CLOSE_OBJECT;
    if (!(ends ? beginsNext(this.#text, from, top.array) : !top.array && beginsHolder(this.#text, from)))
      return undefined;
    this.#expect = top.array ? "value" : "key";
    const reason = "a comma is missing before this";
    return { from, to: from + 1, cut: { from, to: from, insert: "," }, reason };
  }

  /**
   * Passes over the piece that is broken, if brackets and quotes tell where it ends. That is an element of
   * the innermost array around what is read whole or not at all, or a member of an object inside of that array which holds a
   * list: to leave all of it out would be too much.
   */
  #passPiece(): BrokenPiece | undefined {
    const around = this.#open.slice(0, depthOfContainers(this.#open));
    const innermost = around.findLastIndex(({ array, lists }) => array || lists);
    const depth = innermost < 0 ? around.length - 1 : innermost;
    const bracket = this.#open[depth];
    return bracket && this.#passIn(bracket, depth);
  }

  #passIn(around: OpenBracket, depth: number): BrokenPiece | undefined {
    if (this.#goesOn(depth, around)) {
      around.complete--;
      around.end = around.before;
    }
    const first = around.complete === 0;
    const start = pastSpace(this.#text, around.end);
    const behind = !first && this.#text.charCodeAt(start) === COMMA ? start + 1 : start;
    const from = pastSpace(this.#text, behind);
    const to = endOfPiece(this.#text, from, around.array);
    this.#passed += (to ?? this.#text.length) - from;
    if (to === undefined) return undefined;
    this.#open.length = depth + 1;
    // Before the first complete piece there is no comma: the one behind a broken one goes with it.
    const comma = first && this.#text.charCodeAt(to) === COMMA;
    this.#at = comma ? to + 1 : to;
    this.#expect = first ? (around.array ? "first-element" : "first-key") : "comma";
    const cut = { from: around.end, to: this.#at, insert: "" } as const;
    around.end = this.#at;
    const piece = this.#text.slice(from, to).trimEnd();
    return piece === "" ? { ...this.#commaAround(start, from), cut } : { from, to: from + piece.length, cut };
  }

  /** The comma that is too much where nothing stands: the one before, or at the start of a list the one behind. */
  #commaAround(start: number, from: number): Pick<BrokenPiece, "from" | "to"> {
    const at = this.#text.charCodeAt(start) === COMMA ? start : from;
    return { from: at, to: at + 1 };
  }

  /** A text or a number with something behind it that is no comma was not read right: an inner quote, a typing error. */
  #goesOn(depth: number, { complete, end }: OpenBracket): boolean {
    if (this.#expect !== "comma" || complete === 0 || depth < this.#open.length - 1) return false;
    const last = this.#text.charCodeAt(end - 1);
    return last !== CLOSE_ARRAY && last !== CLOSE_OBJECT;
  }

  #token(unit: number): Scan | undefined {
    switch (this.#expect) {
      case "value":
        return this.#value(unit);
      case "first-element":
        return unit === CLOSE_ARRAY ? this.#close() : this.#value(unit);
      case "first-key":
        return unit === CLOSE_OBJECT ? this.#close() : this.#key(unit);
      case "key":
        return this.#key(unit);
      case "colon":
        return this.#colon(unit);
      case "comma":
        return this.#comma(unit);
    }
  }

  #value(unit: number): Scan | undefined {
    if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) return this.#openBracket(unit === OPEN_ARRAY);
    if (unit === QUOTE) return this.#string() ?? this.#finished();
    SCALAR.lastIndex = this.#at;
    if (SCALAR.test(this.#text) && this.#endsAt(SCALAR.lastIndex)) {
      this.#at = SCALAR.lastIndex;
      return this.#finished();
    }
    SCALAR_START.lastIndex = this.#at;
    const cut = SCALAR_START.test(this.#text);
    return cut ? this.#stop("open", "the text ends in the middle of a value") : this.#error();
  }

  /** False for a number that the end of the text may have cut, and for what is only the beginning of something else. */
  #endsAt(end: number): boolean {
    if (this.#open.length > 0) return DELIMITERS.includes(this.#text.charAt(end) || "?");
    return end + 2 < this.#text.length || !NUMBER_TAIL.test(this.#text.slice(end));
  }

  #openBracket(array: boolean): Scan | undefined {
    if (this.#open.length === MAX_DEPTH) return this.#stop("error", `nested more than ${MAX_DEPTH} levels`);
    const end = this.#at + 1;
    this.#open.push({ array, complete: 0, end, before: end, lists: false, message: false });
    this.#at++;
    this.#expect = array ? "first-element" : "first-key";
    return undefined;
  }

  #key(unit: number): Scan | undefined {
    if (unit !== QUOTE) return this.#error();
    this.#expect = "colon";
    const from = this.#at;
    const stopped = this.#string();
    const top = this.#open.at(-1);
    if (top && this.#open.at(-2)?.array && SAYS_WHAT.has(this.#text.slice(from, this.#at)))
      top.message = true;
    return stopped;
  }

  #colon(unit: number): Scan | undefined {
    if (unit !== COLON) return this.#error();
    this.#at++;
    this.#expect = "value";
    return undefined;
  }

  #comma(unit: number): Scan | undefined {
    const top = this.#open.at(-1);
    if (!top) return this.#error();
    if (unit === (top.array ? CLOSE_ARRAY : CLOSE_OBJECT)) return this.#close();
    if (unit !== COMMA) return this.#error();
    this.#at++;
    this.#expect = top.array ? "value" : "key";
    return undefined;
  }

  #close(): Scan | undefined {
    const closed = this.#open.pop();
    const around = this.#open.at(-1);
    if (around && closed) around.lists ||= closed.array || closed.lists;
    this.#at++;
    return this.#finished();
  }

  #finished(): Scan | undefined {
    const top = this.#open.at(-1);
    if (!top) return this.#stop("complete", "");
    top.complete++;
    top.before = top.end;
    top.end = this.#at;
    this.#expect = "comma";
    return undefined;
  }

  /** Moves past the string at the position; answers only when it cannot. */
  #string(): Scan | undefined {
    const text = this.#text;
    let at = this.#at + 1;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.#at = at + 1;
        return undefined;
      }
      if (unit < 32 && pastSpace(text, at) < text.length)
        return this.#stopAt(at, "error", "a control character stands inside a string");
      if (unit < 32) break;
      if (unit !== BACKSLASH) continue;
      ESCAPE.lastIndex = at;
      if (ESCAPE.test(text)) at = ESCAPE.lastIndex - 1;
      else if (at + 6 <= text.length) return this.#stopAt(at, "error", "an escape that JSON does not know");
      else break;
    }
    return this.#stopAt(text.length, "open", "the text ends inside a string", true);
  }

  #skipSpace(): void {
    this.#at = pastSpace(this.#text, this.#at);
  }

  #error(): Scan {
    return this.#stop("error", EXPECTED[this.#expect]);
  }

  #stopAt(at: number, state: Scan["state"], reason: string, inString = false): Scan {
    this.#at = at;
    return this.#stop(state, reason, inString);
  }

  #stop(state: Scan["state"], reason: string, inString = false): Scan {
    return { state, at: this.#at, reason, open: this.#open, inString };
  }
}

function pastSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) break;
  }
  return at;
}

const KEY = /"(?:[^"\\\n]|\\.)*"\s*:/y;

/** True where an element of an array begins that is no text and no number, or a member of an object. */
function beginsNext(text: string, at: number, array: boolean): boolean {
  const unit = text.charCodeAt(at);
  if (array) return unit === OPEN_ARRAY || unit === OPEN_OBJECT;
  KEY.lastIndex = at;
  return unit === QUOTE && KEY.test(text);
}

const HOLDER = /"(?:[^"\\\n]|\\.)*"\s*:\s*[[{]/y;

/** True where a member begins that holds a list or an object. */
function beginsHolder(text: string, at: number): boolean {
  HOLDER.lastIndex = at;
  return HOLDER.test(text);
}

/** What ends the comments that begin so. */
const COMMENT_ENDS = { "/*": "*/", "//": "\n" } as const;

/** Quotes, commas and brackets: all that tells where something ends that is no JSON. */
const SIGN = /["[\]{},]/g;

/** The comma or the closing bracket behind a piece of an array or object; undefined where brackets or quotes do not fit. */
function endOfPiece(text: string, from: number, array: boolean): number | undefined {
  const open = [array];
  SIGN.lastIndex = from;
  for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      const end = endOfString(text, found.index);
      if (end === undefined) return undefined;
      SIGN.lastIndex = end;
    } else if (sign === "," && open.length === 1) return found.index;
    else if (sign === "[" || sign === "{") open.push(sign === "[");
    else if (sign !== ",") {
      if (open.at(-1) !== (sign === "]")) return undefined;
      if (open.length === 1) return found.index;
      open.pop();
    }
  }
  return undefined;
}

/** After the quote that ends the string which begins here; undefined where none does. */
export function endOfString(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return undefined;
}
