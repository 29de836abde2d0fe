import { expect, test } from "vitest";
import type { Json } from "../../../core/model/json.ts";
import { LegalTexts } from "../../../core/wire/legal-text.ts";
import { Notes } from "../../../core/wire/notes.ts";
import { wireTools } from "../../../core/wire/tools.ts";

const EMPTY = { type: "object", properties: {} };

test.each<[string, Json | undefined, Json, number]>([
  ["no parameters", undefined, EMPTY, 0],
  ["no schema", true, EMPTY, 1],
  ["null", null, EMPTY, 1],
  ["an empty schema", {}, EMPTY, 0],
  [
    "an object without properties",
    { type: "object", additionalProperties: false },
    { ...EMPTY, additionalProperties: false },
    0,
  ],
  [
    "an object that may be null",
    { type: ["object", "null"], properties: { a: {} } },
    { type: "object", properties: { a: {} } },
    0,
  ],
  [
    "another type",
    { type: "string", maxLength: 5 },
    { type: "object", properties: { input: { type: "string", maxLength: 5 } }, required: ["input"] },
    1,
  ],
  [
    "choices at the top",
    { anyOf: [{}], not: {}, properties: { a: { anyOf: [] } } },
    { type: "object", properties: { a: { anyOf: [] } } },
    1,
  ],
  [
    "a hostile key",
    JSON.parse('{"__proto__":{"type":"string"},"properties":{"__proto__":{}}}') as Json,
    JSON.parse('{"__proto__":{"type":"string"},"type":"object","properties":{"__proto__":{}}}') as Json,
    0,
  ],
])("%s", (_, parameters, schema, noted) => {
  const notes = new Notes();
  const names = new LegalTexts({ legal: /^[a-z]+$/, length: 64, empty: "tool" });
  const [tool] = wireTools(
    [{ name: "run", ...(parameters === undefined ? {} : { parameters }) }],
    names,
    notes,
  );
  expect(JSON.stringify(tool?.schema.properties)).toBe(JSON.stringify((schema as typeof EMPTY).properties));
  expect(tool?.schema).toEqual(schema);
  expect(notes.list()).toHaveLength(noted);
});

test("the second tool of a name is left out, and an empty description", () => {
  const notes = new Notes();
  const names = new LegalTexts({ legal: /^[a-z]+$/, length: 64, empty: "tool" });
  const tools = wireTools(
    [
      { name: "run", description: "" },
      { name: "run", description: "again" },
    ],
    names,
    notes,
  );
  expect(tools).toEqual([{ name: "run", description: undefined, schema: EMPTY, bare: true }]);
  expect(notes.list()).toEqual(['a second definition of the tool "run" was left out']);
});
