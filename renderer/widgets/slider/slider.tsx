import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import { valueAfterKey } from "../number-field/keys.ts";
import { PLACES, placeOf, type Scale, valueAtPlace } from "./scale.ts";
import "./slider.css";

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly scale: Scale;
  /** Marked on the track. */
  readonly default?: number;
  /** The value in words, for screen readers. */
  readonly valueText: string;
  readonly describedBy?: string;
  /** Every value on the way while it is dragged. */
  readonly onInput: (value: number) => void;
  /** The drag, or the key press, has ended. */
  readonly onCommit: () => void;
}

const share = (value: number, scale: Scale) => String(placeOf(value, scale) / PLACES);

/** A slider over a range that may span powers of ten. The browser's own control, with the keys of a number field. */
export function Slider(props: SliderProps): ReactNode {
  const { value, scale } = props;
  // The browser would move by one place, which on a long scale is less than the rounding of the value.
  const onKeyDown = (event: KeyboardEvent) => {
    const next = valueAfterKey(event, value, scale, true);
    if (next === undefined) return;
    event.preventDefault();
    props.onInput(next);
  };
  const style: CSSProperties & Record<`--${string}`, string> = { "--share": share(value, scale) };
  if (props.default !== undefined) style["--default-share"] = share(props.default, scale);
  return (
    <span className="slider" style={style}>
      {props.default !== undefined && <span className="slider-default" aria-hidden="true" />}
      <input
        type="range"
        min={0}
        max={PLACES}
        step={1}
        aria-label={props.label}
        aria-valuetext={props.valueText}
        aria-describedby={props.describedBy}
        value={placeOf(value, scale)}
        onChange={(event) => props.onInput(valueAtPlace(event.currentTarget.valueAsNumber, scale))}
        onKeyDown={onKeyDown}
        onPointerUp={props.onCommit}
        onKeyUp={props.onCommit}
        onBlur={props.onCommit}
      />
    </span>
  );
}
