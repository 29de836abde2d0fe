import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskJson, maskText } from "../../../core/analysis/mask-secrets.ts";
import { MASKED_KINDS } from "../../../core/analysis/mask-text.ts";
import { SENSITIVE_PATTERNS } from "../../../core/analysis/sensitive-patterns.ts";
import type { Json } from "../../../core/model/json.ts";
import { letters, SECRETS } from "../../support/made-secrets.ts";
import { shortText } from "../../support/random-text.ts";

/** A secret as it stands in a text, and what of it must not come out. */
interface Planted {
  readonly text: string;
  readonly hidden: readonly string[];
}

const masked = new Set(
  SENSITIVE_PATTERNS.filter(({ kind }) => MASKED_KINDS.includes(kind)).map(({ what }) => what),
);
const pem = Array.from({ length: 18 }, (_, at) => letters.slice(at % 9, 64 + (at % 9)));
const KNOWN: readonly Planted[] = [
  ...SECRETS.filter(([what]) => masked.has(what)).map(([, text]) => ({ text, hidden: [text] })),
  { text: `-----BEGIN PRIVATE KEY-----\n${pem.join("\n")}\n-----END PRIVATE KEY-----\n`, hidden: pem },
  { text: `-----BEGIN RSA PRIVATE KEY-----\n${pem.join("\n")}`, hidden: pem },
  { text: `sk-${"ant"}-${letters.repeat(12)}`, hidden: [letters] },
  { text: `Authorization: Bearer sk-${"ant"}-${letters}.${letters}`, hidden: [letters] },
];

const VALUE = "tide table at dawn";
/** Objects in which only a field's name says what its value is. */
const NAMED: readonly Json[] = [
  { password: VALUE },
  { env: [{ "x-api-key": VALUE }] },
  { headers: [{ name: "Authorization", value: VALUE }] },
  { headers: [{ value: VALUE, name: "cookie" }] },
  { "set-cookie": [VALUE, "other"] },
  { client_secret: `"${VALUE}" \\ ` },
];

/** Writes a value as JSON in a text, in the ways that transcripts do. */
const written: fc.Arbitrary<(value: Json) => string> = fc.constantFrom<((value: Json) => string)[]>(
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => `first\n${JSON.stringify({ n: 1 })}\n${JSON.stringify(value)}\nlast`,
  (value) => `event: delta\ndata: ${JSON.stringify(value)}\n\ndata: [DONE]\n`,
  (value) => ` ${JSON.stringify(value).replaceAll("-", "\\u002d").replaceAll("/", "\\/")}\n`,
  (value) => JSON.stringify(value).replaceAll("-", "\\u002D"),
  (value) => JSON.stringify(JSON.stringify(value)),
);

const planted: fc.Arbitrary<{ readonly value: Json; readonly hidden: readonly string[] }> = fc.oneof(
  fc
    .record({ secret: fc.constantFrom(...KNOWN), before: shortText, after: shortText })
    .chain(({ secret: { text, hidden }, before, after }) => {
      const around = `${before}\n${text}\n${after}`;
      return fc.constantFrom<{ value: Json; hidden: readonly string[] }[]>(
        { value: text, hidden },
        { value: around, hidden },
        { value: { [text]: 1, [around]: [2] }, hidden },
        { value: { list: ["x", { deep: around }] }, hidden },
        { value: { say: `said "${text}", 'x'` }, hidden },
      );
    }),
  fc.constantFrom(...NAMED).map((value) => ({ value, hidden: [VALUE] })),
);

/** Wraps a value: as a field, in a list, or as text of JSON, one in the other. */
const nested = fc
  .tuple(planted, fc.array(fc.oneof(written, fc.constant(undefined)), { maxLength: 3 }))
  .map(([{ value, hidden }, ways]) => {
    const wrap = (inner: Json, write: ((value: Json) => string) | undefined): Json =>
      write ? { input: write(inner), n: 1 } : { kept: [inner, "ok"], "": null };
    return { hidden, value: ways.reduce<Json>(wrap, value) };
  });

/** A body of a request with something in every place: prompt, text, arguments, result, a tool's schema. */
function bodyWith(value: Json): Json {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return {
    system: `Mind the quay. ${text}`,
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: [{ type: "tool_use", id: "1", name: "x", input: value }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: text }] },
      { role: "assistant", tool_calls: [{ function: { name: "x", arguments: JSON.stringify(value) } }] },
    ],
    tools: [{ name: "x", input_schema: { properties: { at: { default: value } } } }],
  };
}

/** A text with every escape of JSON that is in it undone, as often as there is one. */
function undone(text: string): string {
  const once = text
    .replace(/\\+u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+([nrt"\\/])/g, (_, sign: string) => ({ n: "\n", r: "\r", t: "\t" })[sign] ?? sign);
  return once === text ? text : undone(once);
}

/** No 16 signs of what is hidden that stand together are in the text. */
function expectNothingOf(hidden: readonly string[], text: string): void {
  const plain = [text, undone(text)];
  for (const one of hidden)
    for (let at = 0; at + 16 <= Math.max(one.length, 16); at++)
      for (const shown of plain) expect(shown).not.toContain(one.slice(at, at + 16));
}

describe("secrets that are planted", () => {
  test("never come out of a body, wherever they are", () => {
    fc.assert(
      fc.property(nested, ({ value, hidden }) => {
        const { value: shown, count } = maskJson(bodyWith(value));
        expect(count).toBeGreaterThanOrEqual(5);
        expectNothingOf(hidden, JSON.stringify(shown));
      }),
      { numRuns: 400 },
    );
  });

  test("never come out of a text that was cut, if enough of them is left to be known", () => {
    const cut = fc.tuple(nested, fc.nat(40)).map(([{ value, hidden }, less]) => {
      const text = JSON.stringify(value);
      const last = text.lastIndexOf(hidden.at(-1) ?? "");
      // Whose value stands before its name is known by what comes after it.
      const end = last === -1 || text.includes("cookie") ? text.length : last + (hidden.at(-1) ?? "").length;
      return { text: text.slice(0, end + less), hidden };
    });
    fc.assert(fc.property(cut, ({ text, hidden }) => expectNothingOf(hidden, maskText(text).value)));
  });

  test("a private key is hidden to its last line, and no further", () => {
    const text = `before\n${KNOWN.at(-4)?.text}after it`;
    expect(maskText(text)).toEqual({ value: "before\n[private key masked]\nafter it", count: 1 });
  });
});

describe("what is no secret", () => {
  test("stays as it is, the very same", () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
    const withText = fc.oneof(
      json,
      fc.tuple(shortText, json, written).map(([a, b, w]) => [a, w(b)] as Json),
    );
    fc.assert(
      fc.property(withText, (value) => {
        expect(maskJson(value)).toEqual({ value, count: 0 });
      }),
    );
  });

  test("in a text of JSON keeps its form: numbers, spaces, the order and keys that come twice", () => {
    const rest = '"n": 12345678901234567890.10,\n\t"a":[1e400 , "\\u0041"], "a": {}';
    const { value, count } = maskText(`{${rest}, "password" : "${VALUE}"}`);
    expect([value, count]).toEqual([`{${rest}, "password" : "[credential masked]"}`, 1]);
  });

  test("of two keys that are masked alike both stay, and `__proto__` is a key", () => {
    const keys = [`ghp_${letters.slice(0, 36)}`, `ghp_${letters.slice(10, 46)}`];
    const object = JSON.parse(`{"${keys[0]}": 1, "${keys[1]}": 2, "__proto__": 3}`) as Json;
    expect(JSON.stringify(maskJson(object).value)).toBe(
      '{"[GitHub token masked]":1,"[GitHub token masked] 2":2,"__proto__":3}',
    );
  });

  test("media stay, and a stream of events is none", () => {
    const data = `AKIA${"Q7WE4RT9YU2IO5PA"}/`.repeat(60);
    for (const media of [data, `data:image/png;base64,${data}`])
      expect(maskJson({ data: media }).count).toBe(0);
    expect(maskText(`data: say AKIA${"Q7WE4RT9YU2IO5PA"}`).count).toBe(1);
    expect(maskText(`${"only words and spaces ".repeat(60)}AKIA${"Q7WE4RT9YU2IO5PA"}`).count).toBe(1);
  });

  test("and a text of nothing but signs costs one look", () => {
    for (const sign of [
      "\\",
      '"',
      '\\"',
      "[",
      '["',
      "'a':'",
      '"password":"',
      "-----BEGIN PRIVATE KEY-----",
    ]) {
      const text = sign.repeat(20_000);
      expect(maskText(text).value.length).toBeLessThanOrEqual(text.length + 1_000_000);
    }
  });
});

describe("what is masked", () => {
  const assigned = fc
    .tuple(shortText, fc.constantFrom("DB_PASSWORD=", "api_key: '", "--token=", "X-Api-Key: "), shortText)
    .map(([before, name, after]) => `${before}\n${name}quay7side9'\n${after}`);
  const anything = fc.oneof(
    nested.map(({ value }) => bodyWith(value)),
    fc.tuple(assigned, planted).map(([text, { value }]): Json => [{ text }, value, JSON.stringify({ text })]),
  );

  test("is masked: to mask it again changes nothing and counts nothing", () => {
    fc.assert(
      fc.property(anything, (value) => {
        const once = maskJson(value);
        expect(once.count).toBeGreaterThan(0);
        expect(JSON.stringify(once.value)).not.toContain("quay7side9");
        expect(maskJson(once.value)).toEqual({ value: once.value, count: 0 });
      }),
      { numRuns: 300 },
    );
  });

  test("may be what is left of a secret, wherever that stands, once it is told", () => {
    const half = letters.slice(3, 20);
    const body = bodyWith({ note: `…${half}\n`, list: [half, JSON.stringify({ deep: half })] });
    const { value, count } = maskJson(body, [half]);
    expect(JSON.stringify(value)).not.toContain(half);
    expect(count).toBeGreaterThanOrEqual(15);
    expect(maskJson(value, [half])).toEqual({ value, count: 0 });
  });
});
