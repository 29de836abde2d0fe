import fc from "fast-check";
import { decode, encode } from "./import-text.ts";

/** Changes the bytes of a file in one way. `at` is a place in it, from 0 to below 1; `size` a length or a choice. */
type Mutation = (bytes: Uint8Array, at: number, size: number) => Uint8Array;

function splice(bytes: Uint8Array, from: number, removed: number, added: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes.subarray(0, from), ...added, ...bytes.subarray(from + removed)]);
}

const place = (bytes: Uint8Array, at: number) => Math.floor(at * bytes.length);
const inserts =
  (added: Uint8Array): Mutation =>
  (bytes, at) =>
    splice(bytes, place(bytes, at), 0, added);

function newlineAfter(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(10, from);
  return found < 0 ? bytes.length : found;
}

/** Rewrites the line at a place as JSON, where it is some. */
function onLine(change: (value: Record<string, unknown>, size: number) => unknown): Mutation {
  return (bytes, at, size) => {
    const start = bytes.subarray(0, place(bytes, at)).lastIndexOf(10) + 1;
    const end = newlineAfter(bytes, start);
    try {
      const value = JSON.parse(decode(bytes.subarray(start, end))) as Record<string, unknown>;
      return splice(bytes, start, end - start, encode(JSON.stringify(change(value, size))));
    } catch {
      return bytes;
    }
  };
}

const WRONG: readonly unknown[] = [
  null,
  0,
  -1.5,
  "",
  "x".repeat(3000),
  [],
  {},
  [[[]]],
  true,
  { __proto__: 1 },
  "\ud800",
  1e308,
];

/** Every object and array inside a value, itself first. */
function containers(value: unknown, into: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return into;
  into.push(value as Record<string, unknown>);
  for (const inner of Object.values(value)) containers(inner, into);
  return into;
}

/** Puts a value of a wrong type, or nothing, in the place of some field. */
function wrongType(value: Record<string, unknown>, size: number): unknown {
  const holders = containers(value).filter((holder) => Object.keys(holder).length > 0);
  const holder = holders[size % holders.length];
  const keys = Object.keys(holder ?? {});
  const key = keys[(size >> 3) % keys.length];
  if (!holder || key === undefined) return value;
  if (size % 5 === 0) delete holder[key];
  else holder[key] = WRONG[size % WRONG.length];
  return value;
}

/** So deep that whatever recurses falls over. */
function nestDeep(value: Record<string, unknown>, size: number): unknown {
  const holders = containers(value);
  const holder = holders[size % holders.length] ?? value;
  const keys = Object.keys(holder);
  const deep = JSON.parse("[".repeat(size * 10) + "]".repeat(size * 10)) as unknown;
  holder[keys[size % Math.max(1, keys.length)] ?? "x"] =
    size % 2 === 0 ? deep : { nested: value["message"] ?? deep };
  return value;
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  cut: (bytes, at) => bytes.subarray(0, place(bytes, at)),
  behead: (bytes, at) => bytes.subarray(place(bytes, at)),
  remove: (bytes, at, size) => splice(bytes, place(bytes, at), size, new Uint8Array()),
  glue: (bytes, at) => splice(bytes, newlineAfter(bytes, place(bytes, at)), 1, new Uint8Array()),
  breakLine: inserts(encode("\n")),
  flip: (bytes, at, size) =>
    bytes.map((byte, index) => (index === place(bytes, at) ? byte ^ (1 << (size % 8)) : byte)),
  nul: inserts(new Uint8Array(40)),
  invalidUtf8: inserts(Uint8Array.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80])),
  surrogate: inserts(encode("\\ud83d")),
  quote: inserts(encode('"')),
  bracket: inserts(encode("}{")),
  repeatLines: (bytes, at, size) => {
    const start = place(bytes, at);
    const lines = bytes.subarray(start, newlineAfter(bytes, Math.min(bytes.length, start + size * 20)));
    return splice(bytes, newlineAfter(bytes, start), 0, lines);
  },
  wrongType: onLine(wrongType),
  nestDeep: onLine(nestDeep),
  sameId: (bytes) =>
    encode(
      decode(bytes).replaceAll(
        /"(uuid|id|parentUuid|parentId|tool_use_id|callId|call_id)":"[^"]*"/g,
        '"$1":"same"',
      ),
    ),
  circle: (bytes, _, size) =>
    encode(
      decode(bytes).replaceAll(
        /"(parentUuid|parentId|previous_response_id)":"[^"]*"/g,
        (_all, key: string) => `"${key}":"${size % 2 === 0 ? "r1" : "u2"}"`,
      ),
    ),
  noIds: (bytes) =>
    encode(decode(bytes).replaceAll(/"(uuid|id|tool_use_id|custom_id|call_id)":"[^"]*"/g, '"$1":null')),
};

const step = fc.record({
  name: fc.constantFrom(...Object.keys(MUTATIONS)),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  size: fc.nat({ max: 2000 }),
});

/** One to four changes, each named so that a counterexample can be read. */
export const mutations = fc.array(step, { minLength: 1, maxLength: 4 });

/** A file after some changes. */
export function mutate(
  bytes: Uint8Array,
  steps: readonly { name: string; at: number; size: number }[],
): Uint8Array {
  return steps.reduce(
    (changed, { name, at, size }) => MUTATIONS[name]?.(changed, at, size) ?? changed,
    bytes,
  );
}
