import { z } from "zod";

/** A text that holds something: an empty one is refused. */
export const someText = z.string().min(1);

/** A text that holds more than white space. */
export const shownText = z.string().refine((text) => text.trim() !== "", "blank text");

/** Canonical base64. */
export const base64 = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{4})+$|^(?:[A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=)$/);

/** Any JSON object. */
export const anyObject = z.record(z.string(), z.unknown());

/** True when a text of a JSON value, or a key, holds half a pair of surrogates. */
export function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => !key.isWellFormed() || hasLoneSurrogate(inner));
}

/** A JSON object as text. */
export const objectText = z.string().refine((text) => {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) && !hasLoneSurrogate(value);
}, "no JSON object, or one with a lone surrogate");

/** A tool's schema: of an object, and none of the keywords that may not stand at its top. */
export const toolSchema = z
  .looseObject({ type: z.literal("object"), properties: anyObject })
  .refine(
    (schema) => !["oneOf", "anyOf", "allOf", "enum", "not"].some((key) => Object.hasOwn(schema, key)),
    "a keyword that may not stand at the top",
  );

/** The texts of a list, none of them twice. */
export function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
