import { useState } from "react";
import type { PriceRow, PriceTable } from "../../../core/model/price.ts";
import type { Prices } from "../../data/prices.ts";
import { useSection } from "../../state/looks.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { toast } from "../../widgets/toast.tsx";

const AMOUNTS = [
  { key: "input", label: "Input" },
  { key: "cacheRead", label: "Cache read" },
  { key: "cacheWrite", label: "Cache write" },
  { key: "output", label: "Output" },
] as const;

type AmountKey = (typeof AMOUNTS)[number]["key"];

/** A price as it is typed: a decimal point or a comma, at most six digits after it. Undefined for what is no price. */
export function parsePrice(typed: string): number | undefined {
  const text = typed.trim().replace(",", ".");
  if (!/^\d{1,9}(\.\d{0,6})?$/.test(text)) return undefined;
  return Number(text);
}

const NEW_ROW: PriceRow = { model: "", input: 0, cacheRead: 0, cacheWrite: null, output: 0 };

/** The table of prices, a row a pattern of model names; kept as soon as a field is left. */
export function PriceEditor({ prices }: { readonly prices: Prices }) {
  const { table, assumed } = prices;
  const save = (next: PriceTable | null) =>
    void prices.save(next).catch((error: unknown) =>
      toast({
        tone: "error",
        title: "The prices were not kept",
        detail: error instanceof Error ? error.message : String(error),
      }),
    );
  const put = (rows: readonly PriceRow[]) => save({ ...table, rows });
  return (
    <details className="tokens__prices" {...useSection("prices")}>
      <summary>
        Prices a million tokens{assumed ? <span className="muted"> (assumed: enter your own)</span> : null}
      </summary>
      <p className="tokens__currency">
        <span aria-hidden="true">Currency</span>
        <TextCell
          label="Currency"
          value={table.currency}
          onSettle={(currency) => save({ ...table, currency: currency.slice(0, 8) })}
        />
      </p>
      <table className="tokens__table tokens__table--prices">
        <thead>
          <tr>
            <th scope="col">Model, * for any text</th>
            {AMOUNTS.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <EditorRow
              key={at}
              row={row}
              at={at}
              onChange={(next) => put(table.rows.with(at, next))}
              onRemove={() => put(table.rows.toSpliced(at, 1))}
            />
          ))}
        </tbody>
      </table>
      <p className="tokens__actions">
        <Button small icon="add" onClick={() => put([NEW_ROW, ...table.rows])}>
          Add a model
        </Button>
        {assumed ? null : (
          <Button small tone="quiet" onClick={() => save(null)}>
            Back to the assumed prices
          </Button>
        )}
      </p>
      <p className="tokens__note">
        The first row that fits a model counts. Cache write left empty costs as input.
      </p>
    </details>
  );
}

interface EditorRowProps {
  readonly row: PriceRow;
  readonly at: number;
  readonly onChange: (row: PriceRow) => void;
  readonly onRemove: () => void;
}

function EditorRow({ row, at, onChange, onRemove }: EditorRowProps) {
  const name = row.model === "" ? `row ${at + 1}` : row.model;
  const settle = (key: AmountKey, typed: string) => {
    if (key === "cacheWrite" && typed.trim() === "") return onChange({ ...row, cacheWrite: null });
    const value = parsePrice(typed);
    if (value !== undefined) onChange({ ...row, [key]: value });
  };
  return (
    <tr>
      <td>
        <TextCell
          label={`Model of row ${at + 1}`}
          value={row.model}
          wide
          onSettle={(model) => onChange({ ...row, model: model.trim() })}
        />
      </td>
      {AMOUNTS.map(({ key, label }) => (
        <td key={key}>
          <TextCell
            label={`${label}, ${name}`}
            value={row[key] === null ? "" : String(row[key])}
            invalid={(typed) =>
              parsePrice(typed) === undefined && !(key === "cacheWrite" && typed.trim() === "")
            }
            onSettle={(typed) => settle(key, typed)}
          />
        </td>
      ))}
      <td>
        <IconButton small icon="trash" label={`Remove ${name}`} onClick={onRemove} />
      </td>
    </tr>
  );
}

interface TextCellProps {
  readonly label: string;
  readonly value: string;
  readonly wide?: boolean;
  readonly invalid?: (typed: string) => boolean;
  /** Called with what was typed when the field is left or Enter is pressed, if it changed. */
  readonly onSettle: (typed: string) => void;
}

function TextCell({ label, value, wide = false, invalid, onSettle }: TextCellProps) {
  const [typed, setTyped] = useState<string>();
  const settle = () => {
    if (typed !== undefined && typed !== value) onSettle(typed);
    setTyped(undefined);
  };
  return (
    <input
      type="text"
      aria-label={label}
      aria-invalid={typed !== undefined && invalid?.(typed) === true ? true : undefined}
      className={wide ? "tokens__field tokens__field--wide" : "tokens__field"}
      value={typed ?? value}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        if (event.key === "Escape" && typed !== undefined) {
          event.stopPropagation();
          setTyped(undefined);
        }
      }}
    />
  );
}
