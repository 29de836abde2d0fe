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
  /** Complete elements of an array (values of an object) so far, and where the last one ended. */
  complete: number;
  end: number;
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
const SCALAR_START = /[-\dtfn][\w+.-]*$/y;
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
  return new Scanner(text, from).run();
}

class Scanner {
  readonly #text: string;
  readonly #open: OpenBracket[] = [];
  #at: number;
  #expect: Expect = "value";

  constructor(text: string, from: number) {
    this.#text = text;
    this.#at = from;
  }

  run(): Scan {
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#text.length) return this.#stop("open", "the text ends in the middle of a value");
      const stopped = this.#token(this.#text.charCodeAt(this.#at));
      if (stopped) return stopped;
    }
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
    if (SCALAR.test(this.#text) && !this.#mayGoOn(SCALAR.lastIndex)) {
      this.#at = SCALAR.lastIndex;
      return this.#finished();
    }
    SCALAR_START.lastIndex = this.#at;
    const cut = SCALAR_START.test(this.#text);
    return cut ? this.#stop("open", "the text ends in the middle of a value") : this.#error();
  }

  /** A number that the end of the text may have cut: only what follows it says that it is whole. */
  #mayGoOn(end: number): boolean {
    if (end === this.#text.length) return this.#open.length > 0;
    return end + 2 >= this.#text.length && NUMBER_TAIL.test(this.#text.slice(end));
  }

  #openBracket(array: boolean): Scan | undefined {
    if (this.#open.length === MAX_DEPTH) return this.#stop("error", `nested more than ${MAX_DEPTH} levels`);
    this.#open.push({ array, complete: 0, end: this.#at + 1 });
    this.#at++;
    this.#expect = array ? "first-element" : "first-key";
    return undefined;
  }

  #key(unit: number): Scan | undefined {
    if (unit !== QUOTE) return this.#error();
    this.#expect = "colon";
    return this.#string();
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
    this.#open.pop();
    this.#at++;
    return this.#finished();
  }

  #finished(): Scan | undefined {
    const top = this.#open.at(-1);
    if (!top) return this.#stop("complete", "");
    top.complete++;
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
      if (unit < 32) return this.#stopAt(at, "error", "a control character stands inside a string");
      if (unit !== BACKSLASH) continue;
      ESCAPE.lastIndex = at;
      if (ESCAPE.test(text)) at = ESCAPE.lastIndex - 1;
      else if (at + 6 <= text.length) return this.#stopAt(at, "error", "an escape that JSON does not know");
      else break;
    }
    return this.#stopAt(text.length, "open", "the text ends inside a string", true);
  }

  #skipSpace(): void {
    let at = this.#at;
    for (; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) break;
    }
    this.#at = at;
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
