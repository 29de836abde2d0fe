import { fits, MOST_NAMED, wholeNumber } from "./addressed-names.ts";
import { NO_ROWS, type OpenRows } from "./open-rows.ts";

const MESSAGE = "message/";
const LIFTED = "lifted/";
const INSERTED = "inserted/";
const SPECIAL: ReadonlySet<string> = new Set(["system", "tools"]);

/** `rows=12.45.l3.tools&row=ID`: messages by index, one in its lifted place, those that the engine put in by their ids. */
export function setRows(fields: URLSearchParams, open: OpenRows): void {
  const names = [...open].flatMap((key) => nameOf(key) ?? []).toSorted(byNumber);
  if (names.length > 0) fields.set("rows", names.slice(0, MOST_NAMED).join("."));
  const inserted = [...open]
    .filter((key) => key.startsWith(INSERTED))
    .map((key) => key.slice(INSERTED.length));
  if (fits(inserted)) for (const id of inserted) fields.append("row", id);
}

/** Reads the same; what names no row that can be opened is left out. */
export function parseRows(fields: URLSearchParams): OpenRows {
  const names = (fields.get("rows") ?? "").split(".", MOST_NAMED);
  const inserted = fields.getAll("row");
  const keys = names.flatMap((name) => keyOfName(name) ?? []);
  if (fits(inserted)) keys.push(...inserted.map((id) => INSERTED + id));
  return keys.length === 0 ? NO_ROWS : new Set(keys);
}

function nameOf(key: string): string | undefined {
  if (key.startsWith(MESSAGE)) return key.slice(MESSAGE.length);
  if (key.startsWith(LIFTED)) return `l${key.slice(LIFTED.length)}`;
  return SPECIAL.has(key) ? key : undefined;
}

function keyOfName(name: string): string | undefined {
  if (SPECIAL.has(name)) return name;
  const lifted = name.startsWith("l");
  const index = wholeNumber(lifted ? name.slice(1) : name, 0);
  return index === undefined ? undefined : `${lifted ? LIFTED : MESSAGE}${index}`;
}

/** In an order of its own: whoever opened the same rows in another order looks at the same. */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
