/** Any JSON value, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys are an attacker's: never look one up without `Object.hasOwn`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own field of a JSON object, or undefined: prototype names such as `constructor` are never found. */
export function field(value: unknown, key: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const found = value[key] as Json | (() => void) | undefined;
  // JSON holds no functions, and all that an object inherits is one but this: to ask each object whose a field is takes long.
  if (typeof found === "function" || (key === "__proto__" && !Object.hasOwn(value, key))) return undefined;
  return found;
}

/** An own field when it is a string, else undefined. */
export function stringField(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === "string" ? found : undefined;
}

/** An own field when it is a finite number, else undefined. */
export function numberField(value: unknown, key: string): number | undefined {
  const found = field(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** An own field when it is an array, else undefined. */
export function arrayField(value: unknown, key: string): readonly Json[] | undefined {
  const found = field(value, key);
  return Array.isArray(found) ? (found as readonly Json[]) : undefined;
}
