import { mayUnderflow } from "./underflow.ts";

/** A number of a JSON text that is another one once it is parsed. */
export interface InexactNumber {
  /** As it is written. */
  readonly written: string;
  /** Where: `messages[3].arguments.id`; `` for the text itself. */
  readonly path: string;
}

const MAX_DEPTH = 200;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** What a walk through a value came by. One for all walks: there is one for each record, and most come by nothing. */
const walk = {
  /** What lies deeper than the stack may grow. */
  deep: [] as unknown[],
  /** True once there was a zero: it may have been another number, too small for a double. */
  zero: false,
};

/**
 * Quick: true when a value, which was parsed from the text, holds a number that may have been another one there. It may
 * be wrong so, never the other way.
 */
export function mayBeInexact(value: unknown, text: string): boolean {
  walk.zero = false;
  let may = holdsSuspect(value, 0);
  while (!may && walk.deep.length > 0) may = holdsSuspect(walk.deep.pop(), 0);
  // What was found needs no more looking; else nothing is left.
  if (may) walk.deep = [];
  return may || (walk.zero && mayUnderflow(text));
}

function holdsSuspect(value: unknown, depth: number): boolean {
  if (typeof value === "number") return isSuspect(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth === MAX_DEPTH) {
    walk.deep.push(value);
    return false;
  }
  if (Array.isArray(value)) {
    for (const one of value) if (typeof one !== "string" && holdsSuspect(one, depth + 1)) return true;
    return false;
  }
  for (const key in value) {
    const one = (value as Record<string, unknown>)[key];
    // Most fields are texts: not to be called for them halves the time.
    if (typeof one !== "string" && holdsSuspect(one, depth + 1)) return true;
  }
  return false;
}

function isSuspect(value: number): boolean {
  if (value === 0) {
    walk.zero = true;
    return Object.is(value, -0);
  }
  if (Number.isSafeInteger(value)) return false;
  return !Number.isFinite(value) || Number.isInteger(value) || String(value).length > 17;
}

/**
 * The numbers of a JSON text that parsing changes: too large or too small for a double, negative zero, and those of
 * more digits than it keeps. `first` is the first of them, `count` how many there are. The text may be damaged.
 */
export function inexactNumbers(text: string): {
  readonly first: InexactNumber | undefined;
  readonly count: number;
} {
  const path = new JsonPath();
  let first: InexactNumber | undefined;
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === '"') {
      const end = stringEnd(text, at);
      path.string(text, at + 1, end - 1);
      at = end;
    } else if (char === "-" || (char >= "0" && char <= "9")) {
      NUMBER.lastIndex = at;
      const written = NUMBER.exec(text)?.[0] ?? char;
      at += written.length;
      if (!isInexact(written)) continue;
      count++;
      first ??= { written, path: path.text() };
    } else {
      path.mark(char);
      at++;
    }
  }
  return { first, count };
}

/** Index after the closing quote of the string that opens at `at`. */
function stringEnd(text: string, at: number): number {
  let end = at;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
  } while (isEscaped(text, end, at));
  return end + 1;
}

function isEscaped(text: string, at: number, open: number): boolean {
  let from = at;
  while (from - 1 > open && text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}

/** Where a scan stands. */
class JsonPath {
  /** A number counts the elements of a list, a text is the key of an object. */
  readonly #stack: (number | string)[] = [];
  #key = false;

  mark(char: string): void {
    if (char === "{") this.#open("");
    else if (char === "[") this.#open(0);
    else if (char === "}" || char === "]") {
      this.#stack.pop();
      this.#key = false;
    } else if (char === ":") this.#key = false;
    else if (char === ",") this.#next();
  }

  string(text: string, from: number, to: number): void {
    if (!this.#key) return;
    this.#stack[this.#stack.length - 1] = text.slice(from, Math.min(to, from + MAX_KEY));
  }

  text(): string {
    const steps = this.#stack
      .slice(-MAX_STEPS)
      .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
    return steps.join("").replace(/^\./, "");
  }

  #open(step: number | string): void {
    this.#stack.push(step);
    this.#key = step === "";
  }

  #next(): void {
    const last = this.#stack.at(-1);
    if (typeof last === "number") this.#stack[this.#stack.length - 1] = last + 1;
    else this.#key = last !== undefined;
  }
}

const MAX_KEY = 40;
const MAX_STEPS = 12;

function isInexact(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value) || Object.is(value, -0)) return true;
  const digits = written
    .replace(/[eE].*$/, "")
    .replaceAll(/[-.]/g, "")
    .replace(/^0+/, "");
  if (value === 0) return digits !== "";
  if (/[.eE]/.test(written)) return digits.length > 17;
  return !Number.isSafeInteger(value) && BigInt(written) !== BigInt(value);
}
