/** JSON with sorted keys and no spaces, so that equal values give equal text. Keys sort by UTF-16 units. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isPlain(inner) ? sorted(inner) : inner));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Entries define own properties, so that a key named `__proto__` stays a key. */
function sorted(value: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}
