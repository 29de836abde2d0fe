import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inexactNumbers, mayBeInexact } from "../../../core/lib/inexact-numbers.ts";

const NUMBERS = [
  "0",
  "-0",
  "-0.0",
  "-0e5",
  "-0.5",
  "1e999",
  "-1E+999",
  "1e-999",
  "0e-999",
  "12.5E-0400",
  "-7.25e-326",
  `0.${"0".repeat(323)}1`,
  `-0.${"0".repeat(230)}12e-95`,
  "5e-324",
  "9007199254740992",
  "9007199254740993",
  "-9007199254740993",
  "18446744073709551616",
  "12345678901234567890123",
  "1796007315520000000",
  "0.1",
  "0.30000000000000004",
  "0.12345678901234567890",
  "1.7976931348623157e308",
  "123456789012345.678901",
];

/** The numbers that another reading of the same text finds changed: by their source, which parsing can tell. */
function oracle(text: string): string[] {
  const found: string[] = [];
  const look = (_: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value === "number" && context?.source !== undefined && isChanged(context.source, value))
      found.push(context.source);
    return value;
  };
  JSON.parse(text, look as (key: string, value: unknown) => unknown);
  return found;
}

/** Whole numbers are compared as such; of others, the digits are counted. */
function isChanged(source: string, value: number): boolean {
  if (!Number.isFinite(value) || Object.is(value, -0)) return true;
  if (!/[.eE]/.test(source)) return BigInt(source) !== BigInt(value);
  const [, whole = "", decimals = ""] = /^-?(\d+)(?:\.(\d+))?/.exec(source) ?? [];
  const digits = BigInt(whole + decimals);
  return value === 0 ? digits !== 0n : String(digits).length > 17;
}

const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.bigInt().map(String), fc.integer().map(String));
const leaf = fc.oneof(
  number,
  fc.string().map((one) => JSON.stringify(one)),
  fc.constantFrom("true", "null", '"\\\\"', '"-0, 1e999"', '"\\":-0"'),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("json")).map((items) => `[${items.join(" , ")}]`),
    fc
      .uniqueArray(fc.tuple(fc.string(), tie("json")), { selector: ([key]) => key })
      .map((pairs) => `{${pairs.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(",\n")}}`),
  ),
}));

describe("inexactNumbers", () => {
  it("finds what parsing changes, and nothing else", () => {
    fc.assert(
      fc.property(json, (text) => {
        const expected = oracle(text);
        const { first, count } = inexactNumbers(text);
        expect(count).toBe(expected.length);
        if (count > 0) {
          expect(expected).toContain(first?.written);
        }
        if (expected.length > 0) expect(mayBeInexact(JSON.parse(text), text)).toBe(true);
      }),
    );
  });

  it("tells where the first one stands", () => {
    const text = '{"a":[{"b":1},{"c":"1e999","d":[0,[-0,{}], 1e999]}],"e":2}';
    expect(inexactNumbers(text)).toEqual({ first: { written: "-0", path: "a[1].d[1][0]" }, count: 2 });
    expect(inexactNumbers("1e999").first?.path).toBe("");
    expect(inexactNumbers('{"x":{"y":{}},"z":1e999}').first?.path).toBe("z");
  });

  it("is not lost in damaged or very deep text", () => {
    expect(inexactNumbers('{"a": "never closed 1e999').count).toBe(0);
    expect(inexactNumbers("]]}}, -0 :").count).toBe(1);
    expect(inexactNumbers(`${"[".repeat(200_000)}1e999`).first?.path.length).toBeLessThan(100);
    expect(inexactNumbers(`"${'\\"'.repeat(100_000)}`).count).toBe(0);
  });
});
