import { endOfString } from "./json-lines-scan.ts";
import { COLON } from "./json-signs.ts";

/**
 * How many members of a JSON text are not in the value that it was parsed to, because a later one of the same object has
 * the same key. `text` is JSON.
 */
export function repeatedKeys(text: string, value: unknown): number {
  return Math.max(0, keysWritten(text) - keysIn(value));
}

/** Strings with a colon behind them. */
function keysWritten(text: string): number {
  let keys = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = endOfString(text, at) ?? text.length;
    let next = at;
    while (text.charCodeAt(next) <= 32) next++;
    if (text.charCodeAt(next) === COLON) keys++;
  }
  return keys;
}

function keysIn(value: unknown): number {
  let keys = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== "object" || one === null) continue;
    const inside: unknown[] = Object.values(one);
    if (!Array.isArray(one)) keys += inside.length;
    for (const each of inside) if (typeof each === "object") open.push(each);
  }
  return keys;
}
