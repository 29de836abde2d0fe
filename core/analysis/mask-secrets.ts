import { isJsonObject, type Json } from "../model/json.ts";
import type { SensitiveKind } from "../model/sensitive.ts";
import { sensitiveField } from "./sensitive-patterns.ts";
import { sensitiveHits } from "./sensitive-text.ts";

/** What opens a door. Addresses and paths of people stay: a request that is not theirs would tell nothing. */
const SECRET: ReadonlySet<SensitiveKind> = new Set<SensitiveKind>([
  "api-key",
  "token",
  "private-key",
  "credential",
]);

/** A value without the secrets that were recognised in it, and how many there were. */
export interface Masked<T> {
  readonly value: T;
  readonly count: number;
}

/** Data of media is no text: what looks like a key in it is none. */
function isData(text: string): boolean {
  return text.startsWith("data:") || (text.length > 1000 && /^[A-Za-z0-9+/=\s]+$/.test(text));
}

/** Replaces the secrets of a text by what they are. Found by their form: others are not. */
export function maskText(text: string): Masked<string> {
  if (isData(text)) return { value: text, count: 0 };
  const hits = sensitiveHits(text).filter(({ kind }) => SECRET.has(kind));
  const value = hits.reduce((now, hit) => now.split(hit.value).join(`[${hit.what} masked]`), text);
  return { value, count: hits.length };
}

function maskField(key: string, value: Json): Masked<Json> {
  const named = typeof value === "string" && sensitiveField(key, value) === "credential";
  return named ? { value: "[credential masked]", count: 1 } : maskJson(value);
}

/** Replaces the secrets in all texts of a JSON value. */
export function maskJson(json: Json): Masked<Json> {
  if (typeof json === "string") return maskText(json);
  if (Array.isArray(json)) {
    const items = (json as readonly Json[]).map(maskJson);
    return { value: items.map(({ value }) => value), count: sum(items) };
  }
  if (!isJsonObject(json)) return { value: json, count: 0 };
  const fields = Object.entries(json).map(([key, value]) => ({ key, masked: maskField(key, value) }));
  const value = Object.fromEntries(fields.map(({ key, masked }) => [key, masked.value]));
  return { value, count: sum(fields.map(({ masked }) => masked)) };
}

function sum(masked: readonly Masked<unknown>[]): number {
  return masked.reduce((total, { count }) => total + count, 0);
}
