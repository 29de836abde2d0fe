import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { formatAmount, parseAmount } from "./amount.ts";
import { valueAfterKey } from "./keys.ts";
import "./number-field.css";

export interface NumberFieldProps {
  /** Read aloud; drawn by whoever uses the field. */
  readonly label: string;
  readonly value: number;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Drawn and read as wrong. */
  readonly invalid?: boolean;
  readonly describedBy?: string;
  /** Every value on the way, also one out of range: whoever uses the field judges it. */
  readonly onInput: (value: number) => void;
  /** The value is settled: Enter, or the field is left. */
  readonly onCommit: () => void;
}

/**
 * A whole number with thousands separators and a unit. Typing, the arrow keys (ten times as far with Shift, or with
 * Page Up and Page Down) and powers such as `64 KiB` all work; Escape gives back the value from before.
 */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { value, unit, onInput, onCommit } = props;
  const unitId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  // What Escape gives back: the value before the first change that is not settled yet.
  const [before, setBefore] = useState<number | null>(null);
  const bad = typed !== null && parseAmount(typed) === undefined;

  const put = (next: number) => {
    setBefore(before ?? value);
    onInput(next);
  };
  const change = (text: string) => {
    setTyped(text);
    const parsed = parseAmount(text);
    if (parsed !== undefined) put(parsed);
  };
  const settle = () => {
    setTyped(null);
    setBefore(null);
    onCommit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = valueAfterKey(event, value, props);
    if (next !== undefined) {
      event.preventDefault();
      setTyped(null);
      put(next);
    } else if (event.key === "Enter") settle();
    else if (event.key === "Escape" && (typed !== null || before !== null)) {
      event.stopPropagation();
      setTyped(null);
      setBefore(null);
      if (before !== null) onInput(before);
    }
  };

  return (
    <span className="number-field" data-invalid={props.invalid === true || bad}>
      <input
        type="text"
        inputMode="numeric"
        role="spinbutton"
        spellCheck={false}
        autoComplete="off"
        aria-label={props.label}
        aria-valuenow={value}
        aria-valuetext={unit === undefined ? formatAmount(value) : `${formatAmount(value)} ${unit}`}
        aria-valuemin={props.min}
        aria-valuemax={props.max}
        aria-invalid={props.invalid === true || bad}
        aria-describedby={props.describedBy}
        value={typed ?? formatAmount(value)}
        data-settled={typed === null}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={settle}
      />
      {unit !== undefined && (
        <span className="number-field-unit" id={unitId} aria-hidden="true">
          {unit}
        </span>
      )}
    </span>
  );
}
