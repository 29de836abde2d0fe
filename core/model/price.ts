import { arrayField, field, isJsonObject, stringField } from "./json.ts";

/** What a million tokens cost. `cacheWrite` null: what is not read from the cache costs `input`. */
export interface PriceRow {
  /** The models that it is for: `*` stands for any text. The first row that fits counts. */
  readonly model: string;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number | null;
  readonly output: number;
}

/** The prices that costs are worked out with. */
export interface PriceTable {
  /** Written before amounts: `$`, `EUR`. */
  readonly currency: string;
  readonly rows: readonly PriceRow[];
}

/** Figures of the right order until somebody enters those of their provider. */
export const ASSUMED_PRICES: PriceTable = {
  currency: "$",
  rows: [{ model: "*", input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 }],
};

/** How many rows and characters are kept: the table is read whole with every cost. */
const MOST_ROWS = 200;
const MOST_UNITS = 200;

function amount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function rowOf(value: unknown): PriceRow | undefined {
  const model = stringField(value, "model");
  const [input, cacheRead, output] = ["input", "cacheRead", "output"].map((key) => amount(field(value, key)));
  if (model === undefined || input === undefined || cacheRead === undefined || output === undefined)
    return undefined;
  const cacheWrite = amount(field(value, "cacheWrite")) ?? null;
  return { model: model.slice(0, MOST_UNITS), input, cacheRead, cacheWrite, output };
}

/** A stored table; rows that make no sense are left out. The assumed prices where there is none. */
export function readPrices(stored: unknown): PriceTable {
  if (!isJsonObject(stored)) return ASSUMED_PRICES;
  const rows = (arrayField(stored, "rows") ?? []).map(rowOf).filter((row) => row !== undefined);
  const currency = stringField(stored, "currency")?.slice(0, 8) ?? ASSUMED_PRICES.currency;
  return { currency, rows: rows.slice(0, MOST_ROWS) };
}

/** Whether a model's name fits a pattern in which `*` stands for any text. Case does not count. */
export function fitsModel(pattern: string, model: string): boolean {
  const pieces = pattern.toLowerCase().split("*");
  const name = model.toLowerCase();
  const [first = ""] = pieces;
  if (pieces.length === 1) return name === first;
  const last = pieces.at(-1) ?? "";
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

/** The prices of a model; of a message that names none, those for any model. */
export function priceOf(table: PriceTable, model: string | undefined): PriceRow | undefined {
  return table.rows.find((row) => (model === undefined ? row.model === "*" : fitsModel(row.model, model)));
}
