type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** What is left to be written: a value, or text that stands between values. */
type Pending = { readonly value: Value } | { readonly text: string };

/** JSON without spaces, as `JSON.stringify` gives it, of values however deep: without recursion. */
export function deepJson(value: Value): string {
  const out: string[] = [];
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ("text" in next) out.push(next.text);
    else if (typeof next.value !== "object" || next.value === null) out.push(JSON.stringify(next.value));
    else pending.push(...opened(next.value));
  }
  return out.join("");
}

/** The pieces of a list or an object, the last one first. */
function opened(value: readonly Value[] | { readonly [key: string]: Value }): Pending[] {
  const list = Array.isArray(value);
  const pieces: Pending[] = [{ text: list ? "[" : "{" }];
  const entries = Object.entries<Value>(value as { readonly [key: string]: Value });
  entries.forEach(([key, inner], index) => {
    const comma = index === 0 ? "" : ",";
    if (!list || comma !== "") pieces.push({ text: list ? comma : `${comma}${JSON.stringify(key)}:` });
    pieces.push({ value: inner });
  });
  pieces.push({ text: list ? "]" : "}" });
  return pieces.toReversed();
}
