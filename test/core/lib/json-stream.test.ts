import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonStream } from "../../../core/lib/json-stream.ts";
import type { StreamPlace } from "../../../core/lib/json-stream-taker.ts";
import { decode, encode } from "../../support/import-text.ts";

interface Streamed {
  readonly elements: {
    readonly path: readonly string[];
    readonly text: string;
    readonly place: StreamPlace;
  }[];
  readonly rest: string;
  /** Commas that are too many: where they stand, and how many bytes. */
  readonly strays: (readonly [number, number])[];
  readonly after: string | undefined;
  readonly broken: boolean;
  /** How many of the elements were not looked through. */
  readonly guessed: number;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

interface Wanted {
  /** Left out: every array. */
  readonly paths?: readonly string[];
  /** False: each element is looked through. */
  readonly guessing?: boolean;
}

/** Streams a text in pieces of a size through one buffer. */
function stream(
  text: string,
  limit: number,
  size: number,
  { paths, guessing = true }: Wanted = {},
): Streamed {
  const elements: Streamed["elements"] = [];
  const strays: Streamed["strays"] = [];
  let guessed = 0;
  const begins = (path: readonly string[]): boolean => paths?.includes(path.join(".")) ?? true;
  const streaming = new JsonStream(
    limit,
    { line: 1, offset: 0 },
    {
      begins: ({ path }) => begins(path),
      element(path, bytes, place) {
        elements.push({ path, text: decode(bytes), place });
        return isJson(decode(bytes));
      },
      stray: ({ offset }, bytes) => strays.push([offset, bytes]),
      guess(path, bytes, place) {
        const isElement = guessing && isJson(decode(bytes));
        if (isElement) elements.push({ path, text: decode(bytes), place });
        if (isElement) guessed++;
        return isElement;
      },
      last(path, bytes, place) {
        if (!isJson(decode(bytes))) return place;
        elements.push({ path, text: decode(bytes), place });
        return undefined;
      },
    },
  );
  const bytes = encode(text);
  let after: string | undefined;
  for (let at = 0; at < bytes.length && after === undefined; at += size) {
    const piece = bytes.slice(at, at + size);
    const left = streaming.push(piece);
    if (left) after = decode(left) + decode(bytes.subarray(at + size));
    else piece.fill(0x7b);
  }
  const { bytes: rest, closing } = streaming.rest();
  return { elements, strays, rest: decode(rest) + closing, after, broken: streaming.broken, guessed };
}

/** Puts the elements back where they were taken from. */
function restored({ elements, rest }: Streamed): unknown {
  const whole: unknown = JSON.parse(rest);
  for (const { path, text } of elements) {
    let at = whole as Record<string, unknown>;
    for (const key of path) at = at[key] as Record<string, unknown>;
    (at as unknown as unknown[]).push(JSON.parse(text));
  }
  return whole;
}

const key = fc.constantFrom("a", "b", "entries", 'q"uo', "back\\", "é🌊");
const list = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 });
const document = fc.oneof(fc.dictionary(key, fc.oneof(list, fc.jsonValue(), fc.dictionary(key, list))), list);
const plainKeys = (value: unknown): boolean =>
  !/[\\é🌊]/u.test(JSON.stringify(value)) || Array.isArray(value);

describe("JsonStream", () => {
  it("gives the elements of large arrays and holds the rest: put together they are the document", () => {
    fc.assert(
      fc.property(
        document,
        fc.nat(40),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(0, 1, 3),
        (value, limit, size, indent) => {
          const text = JSON.stringify(value, null, indent);
          const streamed = stream(`${text}\n{"next":1}`, limit, size);
          expect(streamed.broken).toBe(false);
          expect(streamed.after).toBe('\n{"next":1}');
          for (const { text: element, place } of streamed.elements) {
            expect(decode(encode(text).subarray(place.offset)).startsWith(element)).toBe(true);
            const before = decode(encode(text).subarray(0, place.offset));
            expect(place.line).toBe(before.split("\n").length);
          }
          // A key that needs escapes leads to nothing that is known: it cannot be followed back.
          if (plainKeys(value)) expect(restored(streamed)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it("holds what is not wanted", () => {
    const text = JSON.stringify({ a: [1, 2, 3], log: { entries: [{ x: "]" }, { y: "}" }] }, z: [4] });
    const streamed = stream(text, 5, 3, { paths: ["log.entries"] });
    expect(streamed.elements.map((one) => one.text)).toEqual(['{"x":"]"}', '{"y":"}"}']);
    expect(JSON.parse(streamed.rest)).toEqual({ a: [1, 2, 3], log: { entries: [] }, z: [4] });
  });

  it("gives what is whole of a document that was cut anywhere, and what would close it", () => {
    const value = { id: 1, messages: [{ a: "one\\" }, { b: ["two"] }, "three"], tail: { more: [1] } };
    const text = JSON.stringify(value);
    for (let end = 20; end < text.length; end++) {
      const { elements, rest, after } = stream(text.slice(0, end), 10, 4, { paths: ["messages"] });
      expect(after).toBeUndefined();
      const whole = JSON.parse(JSON.stringify(value.messages)) as unknown[];
      expect(whole.slice(0, elements.length)).toEqual(elements.map((one) => JSON.parse(one.text) as unknown));
      if (end < text.indexOf("tail") - 2) expect(JSON.parse(rest)).toEqual({ id: 1, messages: [] });
    }
  });

  it("stops where brackets do not fit", () => {
    const { elements, broken } = stream('{"messages":[{"a":1},{"b":2]},{"c":3}]}', 5, 4);
    expect(broken).toBe(true);
    expect(elements.map((one) => one.text)).toEqual(['{"a":1}']);
  });

  /** Elements that begin alike, at all depths, with what could be taken for the place where two meet. */
  const alike = fc.array(
    fc.record(
      {
        id: fc.constantFrom<unknown>(1, '},{"id":', "\\", [{ id: 2 }, { id: 3 }], { id: [{ id: "}" }] }),
        more: fc.constantFrom<unknown>("a", "é🌊", "\n", null, [{}], [[{ id: 1 }, { id: 2 }]]),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 12 },
  );

  it("gives the same elements whether or not their ends are guessed, of a damaged document as well", () => {
    fc.assert(
      fc.property(
        alike,
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(0, 2),
        fc.nat(2000),
        fc.constantFrom("", "}", "]", '"', ",", "\\", "{", "\n"),
        (value, size, indent, at, damage) => {
          const whole = JSON.stringify({ messages: value, after: [value] }, null, indent);
          const text = damage === "" ? whole : whole.slice(0, at) + damage + whole.slice(at);
          const { guessed, ...streamed } = stream(text, 20, size);
          expect(streamed).toEqual({ ...stream(text, 20, size, { guessing: false }), guessed: undefined });
          expect(guessed).toBeLessThanOrEqual(streamed.elements.length);
        },
      ),
    );
  });

  it("looks through few of many elements that begin alike, however far apart they are written", () => {
    const value = Array.from({ length: 1000 }, (_, id) => ({ id, parts: [{ id, text: '}{ "x"' }] }));
    for (const indent of [0, 1, 4]) {
      const { guessed, elements } = stream(JSON.stringify(value, null, indent), 20, 3000);
      expect(elements.length).toBe(1000);
      expect(guessed).toBeGreaterThan(900);
    }
  });
});
