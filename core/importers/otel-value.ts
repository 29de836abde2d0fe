import type { Json, JsonObject } from "../model/json.ts";
import { arrayField, field, isJsonObject, stringField } from "../model/json.ts";
import { parsedJson, shallow } from "./json-text.ts";

/** Attributes of OTLP, `[{key, value: {stringValue: …}}]`, as an object. Throws `BadRecord` when nested too deeply. */
export function otlpAttributes(list: readonly Json[]): JsonObject {
  shallow(list);
  return Object.fromEntries(
    list.map((one) => [stringField(one, "key") ?? "", anyValue(field(one, "value"))]),
  );
}

/** A value of OTLP: whole numbers may be written as text. */
export function anyValue(value: Json | undefined): Json {
  if (!isJsonObject(value)) return value ?? null;
  const list = arrayField(field(value, "arrayValue"), "values");
  if (list) return list.map(anyValue);
  const pairs = arrayField(field(value, "kvlistValue"), "values");
  if (pairs)
    return Object.fromEntries(
      pairs.map((one) => [stringField(one, "key") ?? "", anyValue(field(one, "value"))]),
    );
  const whole = field(value, "intValue");
  if (typeof whole === "string") return Number(whole);
  const keys = ["stringValue", "intValue", "doubleValue", "boolValue", "bytesValue"];
  return keys.map((key) => field(value, key)).find((one) => one !== undefined) ?? null;
}

/** Attributes of a row: an object, or the text of its JSON. */
export function plainAttributes(given: Json | undefined): JsonObject {
  const value = typeof given === "string" ? parsedJson(given).value : given;
  return isJsonObject(value) ? value : {};
}

const MAX_SEGMENTS = 24;

type Tree = Map<string, Tree | Json>;

/**
 * What attributes such as `prefix.0.role`, `prefix.0.content` spell out: a list in the order of the numbers; undefined
 * when there are none.
 */
export function indexed(attributes: JsonObject, prefix: string): readonly Json[] | undefined {
  const root: Tree = new Map();
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const path = key.slice(prefix.length + 1).split(".", MAX_SEGMENTS + 1);
    if (path.length <= MAX_SEGMENTS && /^\d+$/.test(path[0] ?? ""))
      plant(root, path, field(attributes, key) ?? null);
  }
  if (root.size === 0) return undefined;
  const grown = growth(root);
  return Array.isArray(grown) ? (grown as readonly Json[]) : [grown];
}

function plant(root: Tree, path: readonly string[], value: Json): void {
  let tree = root;
  for (const segment of path.slice(0, -1)) {
    const next = tree.get(segment);
    const inner: Tree = next instanceof Map ? next : new Map();
    tree.set(segment, inner);
    tree = inner;
  }
  const last = path.at(-1) ?? "";
  if (!(tree.get(last) instanceof Map)) tree.set(last, value);
}

/** Keys that are all numbers make a list. */
function growth(tree: Tree): Json {
  const entries = [...tree].map(
    ([key, value]) => [key, value instanceof Map ? growth(value) : value] as const,
  );
  if (!entries.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
