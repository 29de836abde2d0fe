import type { Json, JsonObject } from "../model/json.ts";
import { field, isJsonObject } from "../model/json.ts";
import { BadRecord } from "./importer.ts";

/** A value with its place in the document, for errors that name the field: `messages[3].parts[0].callId: …`. */
export interface At {
  readonly value: Json | undefined;
  readonly path: string;
}

/** A field of an object. */
export function at(parent: At, key: string): At {
  return { value: field(parent.value, key), path: parent.path === "" ? key : `${parent.path}.${key}` };
}

/** True when the field is there and not null. */
export function isGiven(one: At): boolean {
  return one.value !== undefined && one.value !== null;
}

/** The value as a string; throws `BadRecord`. */
export function needString(one: At): string {
  return typeof one.value === "string" ? one.value : wrong(one, "a string");
}

/** The value as a string, or undefined where it is not given; throws `BadRecord`. */
export function optionalString(one: At): string | undefined {
  return isGiven(one) ? needString(one) : undefined;
}

/** The value as a whole number ≥ 0, or undefined where it is not given; throws `BadRecord`. */
export function optionalCount(one: At): number | undefined {
  if (!isGiven(one)) return undefined;
  return Number.isSafeInteger(one.value) && Number(one.value) >= 0
    ? Number(one.value)
    : wrong(one, "a whole number ≥ 0");
}

/** The value as a boolean; throws `BadRecord`. */
export function needBoolean(one: At): boolean {
  return typeof one.value === "boolean" ? one.value : wrong(one, "true or false");
}

/** The value as an object; throws `BadRecord`. */
export function needObject(one: At): JsonObject {
  return isJsonObject(one.value) ? one.value : wrong(one, "an object");
}

/** The elements of an array, each with its path; throws `BadRecord`. */
export function needItems(one: At): At[] {
  if (!Array.isArray(one.value)) return wrong(one, "an array");
  return (one.value as readonly Json[]).map((value, index) => ({ value, path: `${one.path}[${index}]` }));
}

/** Throws `BadRecord`: the field, what is needed, and what was found. */
export function wrong(one: At, needed: string): never {
  throw new BadRecord(`${one.path}: ${needed} is needed${found(one.value)}`);
}

function found(value: Json | undefined): string {
  if (value === undefined) return ", but the field is missing";
  if (value === null) return ", not null";
  if (Array.isArray(value)) return ", not an array";
  if (typeof value === "string") return `, not ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" ? ", not an object" : `, not ${String(value)}`;
}
