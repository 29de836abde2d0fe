import fc from "fast-check";
import { expect, test } from "vitest";
import { type FindTerm, formatFind, formatTerm, parseFind } from "../../../core/analysis/find-query.ts";

test("a query is read as its conditions and words, all of which must hold", () => {
  const { terms, problems } = parseFind(
    'kind:tool size>20kB rule:spill step:40..60 "two words" -is:kept pump',
  );
  expect(problems).toEqual([]);
  expect(terms).toEqual([
    { key: "kind", not: false, value: "tool" },
    { key: "size", not: false, sign: ">", value: 20_000 },
    { key: "rule", not: false, value: "spill" },
    { key: "step", not: false, from: 40, to: 60 },
    { key: "text", not: false, value: "two words" },
    { key: "is", not: true, value: "kept" },
    { key: "text", not: false, value: "pump" },
  ]);
});

test.each([
  ["kind:tol", "kind: there is no tol; did you mean tool?"],
  ["rule:spil", "did you mean spill?"],
  ["size>4parsec", "size: parsec is no unit"],
  ["size:large", "size: a comparison such as size>5000 is needed"],
  ["step:x", "step: a number or a range such as step:40..60 is needed"],
  ["name:", "name: the name of a tool is needed"],
])("%s is told as a problem and nothing else", (query, problem) => {
  const { terms, problems } = parseFind(query);
  expect(terms).toEqual([]);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

test.each(["https://a.b/c", "foo:bar", "a=b", "C:\\temp", "-", "x>y", "constructor:1", "__proto__:x"])(
  "%s is text",
  (query) => {
    expect(parseFind(query)).toEqual({ terms: [{ key: "text", not: false, value: query }], problems: [] });
  },
);

const word = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((text) => !text.includes('"') && text.trim() !== "");
const text: fc.Arbitrary<FindTerm> = fc.record({
  key: fc.constant("text" as const),
  not: fc.boolean(),
  value: word,
});
const range: fc.Arbitrary<FindTerm> = fc.record({
  key: fc.constantFrom("step" as const, "turn" as const),
  not: fc.boolean(),
  from: fc.integer({ min: 0, max: 99 }),
  to: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constant(Number.MAX_SAFE_INTEGER)),
});
const measure: fc.Arbitrary<FindTerm> = fc.record({
  key: fc.constantFrom("size" as const, "tokens" as const),
  not: fc.boolean(),
  sign: fc.constantFrom(">", ">=", "<", "<=", "="),
  value: fc.nat(),
});
const valued: fc.Arbitrary<FindTerm> = fc.oneof(
  fc.record({
    key: fc.constant("kind" as const),
    not: fc.boolean(),
    value: fc.constantFrom("tool", "call", "error"),
  }),
  fc.record({
    key: fc.constant("rule" as const),
    not: fc.boolean(),
    value: fc.constantFrom("offload", "repair"),
  }),
  fc.record({ key: fc.constant("name" as const), not: fc.boolean(), value: word }),
);

test("a term that is written is read as itself", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, range, measure, valued), { maxLength: 6 }), (terms) => {
      expect(parseFind(formatFind(terms))).toEqual({ terms, problems: [] });
    }),
    { numRuns: 2000 },
  );
});

test("whatever is typed is a query, and what is read of it is read again the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
      const { terms } = parseFind(query);
      expect(parseFind(terms.map(formatTerm).join(" ")).terms).toEqual(terms);
    }),
    { numRuns: 3000 },
  );
});
