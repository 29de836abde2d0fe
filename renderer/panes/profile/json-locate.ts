/** A place in a JSON text, [start, end) in UTF-16 units. */
export interface JsonPlace {
  readonly start: number;
  readonly end: number;
}

type Path = readonly (string | number)[];

const SPACE = /[\s]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

/** Walks valid JSON. Its depth is bounded: a profile is never deep, and a typed text must not end the stack. */
class Walker {
  readonly #text: string;
  readonly #found: (path: Path, place: JsonPlace) => void;
  #at = 0;

  constructor(text: string, found: (path: Path, place: JsonPlace) => void) {
    this.#text = text;
    this.#found = found;
  }

  value(path: Path): void {
    this.#skip(SPACE);
    const start = this.#at;
    const first = this.#text[start];
    if (path.length > 12) throw new RangeError("too deep");
    if (first === "{") this.#object(path);
    else if (first === "[") this.#array(path);
    else this.#skip(first === '"' ? STRING : SCALAR);
    this.#found(path, { start, end: this.#at });
  }

  #object(path: Path): void {
    for (this.#at++; this.#more("}");) {
      const start = this.#at;
      this.#skip(STRING);
      const key: unknown = JSON.parse(this.#text.slice(start, this.#at));
      this.#skip(SPACE);
      this.#at++;
      this.value([...path, String(key)]);
    }
  }

  #array(path: Path): void {
    let index = 0;
    for (this.#at++; this.#more("]");) this.value([...path, index++]);
  }

  /** Steps over spaces and a comma to the next item, or over the end. */
  #more(end: string): boolean {
    this.#skip(SPACE);
    if (this.#text[this.#at] === ",") this.#at++;
    this.#skip(SPACE);
    const over = this.#text[this.#at] === end || this.#at >= this.#text.length;
    if (over) this.#at++;
    return !over;
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    this.#at += pattern.exec(this.#text)?.[0].length ?? 0;
    // A text that is no JSON must not stand still for ever.
    if (pattern !== SPACE && pattern.lastIndex === 0) throw new SyntaxError("no JSON");
  }
}

/** Where the value at a path stands in a JSON text. Undefined where it is not there, or the text is no JSON. */
export function locate(text: string, path: Path): JsonPlace | undefined {
  let found: JsonPlace | undefined;
  const walker = new Walker(text, (at, place) => {
    if (at.length === path.length && at.every((part, index) => part === path[index])) found = place;
  });
  try {
    walker.value([]);
  } catch {
    return undefined;
  }
  return found;
}
