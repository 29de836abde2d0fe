import { isJsonObject, type Json } from "../model/json.ts";

/** Lone surrogates only: with the flag u a pair is one character. */
const LONE = /\p{Surrogate}/gu;

function mended(text: string): string {
  return text.replace(LONE, "\ufffd");
}

/** A JSON value in which each lone surrogate is U+FFFD: servers refuse a body that holds one. */
export function wellFormed(value: Json): Json {
  if (typeof value === "string") return mended(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(wellFormed);
  if (!isJsonObject(value)) return value;
  // Entries define own properties, so that a key named `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [mended(key), wellFormed(inner)]));
}
