import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { niceFloor, type Plot, roundTo, valueAtY, yOf } from "./scale.ts";
import type { Threshold } from "./threshold.ts";

interface HandleProps {
  readonly threshold: Threshold;
  readonly plot: Plot;
  readonly max: number;
  /** Where the tag stands, as tags must not lie on each other. */
  readonly tagY: number;
  /** Tells that a drag begins or ends: the scale is held meanwhile. */
  readonly onHold: (held: boolean) => void;
}

/** How far a key moves a level, as a share of the scale. */
const KEY_STEPS: { readonly [key: string]: number } = {
  ArrowUp: 0.01,
  ArrowRight: 0.01,
  ArrowDown: -0.01,
  ArrowLeft: -0.01,
  PageUp: 0.1,
  PageDown: -0.1,
};

/** A level: a line across the plot with a tag; one that can be moved is a slider. */
export function ThresholdHandle({ threshold, plot, max, tagY, onHold }: HandleProps) {
  const { value, colour, onMove } = threshold;
  const above = value > max;
  const y = above ? plot.top : yOf(value, max, plot);
  const place = { top: y, left: plot.left, width: plot.width, ["--line-colour" as string]: colour };
  const tag = (
    <span className="chart-level__tag" style={{ top: tagY - y }}>
      {above ? "↑ " : ""}
      {threshold.tag}
    </span>
  );
  if (!onMove) {
    return (
      <div className={`chart-level${above ? " chart-level--above" : ""}`} style={place}>
        {tag}
      </div>
    );
  }
  return (
    <Slider threshold={threshold} plot={plot} max={max} onHold={onHold} above={above} place={place}>
      {tag}
    </Slider>
  );
}

interface SliderProps extends Omit<HandleProps, "tagY"> {
  readonly above: boolean;
  readonly place: React.CSSProperties;
  readonly children: React.ReactNode;
}

function Slider({ threshold, plot, max, onHold, above, place, children }: SliderProps) {
  const { value, min = 0, onMove, onSettle } = threshold;
  const [dragging, setDragging] = useState(false);
  const grip = useRef({ y: 0, value: 0 });
  const move = (next: number) => onMove?.(Math.max(min, roundTo(next, max, plot)));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    event.preventDefault();
    grip.current = { y: event.clientY, value: Math.min(value, max) };
    setDragging(true);
    onHold(true);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!dragging) return;
    const start = yOf(grip.current.value, max, plot);
    move(valueAtY(start + event.clientY - grip.current.y, max, plot));
  };
  const onPointerUp = () => {
    if (!dragging) return;
    setDragging(false);
    onHold(false);
    onSettle?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const share = Object.hasOwn(KEY_STEPS, event.key) ? KEY_STEPS[event.key] : undefined;
    if (share === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove?.(Math.max(min, value + Math.sign(share) * Math.max(1, niceFloor(Math.abs(share) * max))));
  };
  return (
    <div
      className={`chart-level chart-level--movable${above ? " chart-level--above" : ""}`}
      data-dragging={dragging || undefined}
      style={place}
      role="slider"
      tabIndex={0}
      aria-label={threshold.label}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={Math.max(max, value)}
      aria-valuenow={value}
      aria-valuetext={threshold.valueText}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      onKeyUp={() => onSettle?.()}
    >
      {children}
    </div>
  );
}

/** y of each tag: at its level where there is room, else moved apart; the order of the levels is kept. */
export function tagPlaces(
  thresholds: readonly Threshold[],
  maxOf: (threshold: Threshold) => number,
  plot: Plot,
): ReadonlyMap<string, number> {
  const room = 17;
  const sorted = thresholds
    .map((one) => ({
      id: one.id,
      value: one.value,
      y: Math.max(plot.top + 1, yOf(one.value, maxOf(one), plot)),
    }))
    .toSorted((a, b) => a.y - b.y || b.value - a.value);
  const places = new Map<string, number>();
  let free = plot.top + 1;
  sorted.forEach(({ id, y }, i) => {
    // Those that follow need their room too.
    const last = plot.top + plot.height - 6 - room * (sorted.length - 1 - i);
    const at = Math.max(free, Math.min(y, last));
    places.set(id, at);
    free = at + room;
  });
  return places;
}
