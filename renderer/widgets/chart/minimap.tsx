import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef, useState } from "react";
import type { ChartData } from "./chart-data.ts";
import { highestTotal, paintMinimap } from "./paint-minimap.ts";
import { bandLeft, type Plot, positionAt } from "./scale.ts";
import { colourReader, usePainted, useSize, useThemeVersion } from "./use-canvas.ts";
import { fitSpan, moveSpan, SHORTEST, type Span } from "./zoomed.ts";
import "./minimap.css";

interface MinimapProps {
  readonly data: ChartData;
  /** Positions that the chart shows; all of them when there is no zoom. */
  readonly span: Span;
  readonly selected: number | undefined;
  /** Where the chart's plot begins and ends, so that the two stand under each other. */
  readonly inset: { readonly left: number; readonly right: number };
  /** What a screen reader calls the ends, and how it is told of one. */
  readonly labels: { readonly group: string; readonly from: string; readonly to: string };
  readonly describe: (at: number) => string;
  readonly onZoom: (span: Span | undefined) => void;
}

const HEIGHT = 24;
/** A drag shorter than this, in pixels, is a click. */
const CLICK = 3;

type Drag =
  | { readonly kind: "new"; readonly from: number; readonly x: number }
  | { readonly kind: "move"; readonly from: number; readonly span: Span }
  | { readonly kind: "from" | "to"; readonly span: Span };

/** All positions in little, and the stretch of them that the chart shows: dragged anew, moved, or pulled at its ends. */
export function Minimap(props: MinimapProps) {
  const { data, span, inset, labels, describe } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const plot = useMemo<Plot>(
    () => ({
      left: inset.left,
      top: 1,
      width: Math.max(1, size.width - inset.left - inset.right),
      height: HEIGHT - 2,
    }),
    [inset.left, inset.right, size.width],
  );
  const canvas = usePaintedMinimap(data, box, plot, size.width);
  const drag = useDrag(props, box, plot);
  const [left, right] = [span.from, span.to].map((at) => bandLeft(at, data.count, plot)) as [number, number];
  const all = span.from === 0 && span.to === data.count;
  const end = (edge: "from" | "to") => (
    <Edge
      label={labels[edge]}
      edge={edge}
      x={edge === "from" ? left : right}
      count={data.count}
      span={span}
      text={describe(edge === "from" ? span.from : span.to - 1)}
      onGrab={(event) => drag.grab(event, { kind: edge, span })}
      onZoom={props.onZoom}
    />
  );
  return (
    <div className="minimap" role="group" aria-label={labels.group} style={{ height: HEIGHT }}>
      <div
        ref={box}
        className="minimap__pad"
        data-all={all || undefined}
        onPointerDown={drag.begin}
        onPointerMove={drag.follow}
        onPointerUp={drag.end}
        onPointerCancel={drag.end}
        onDoubleClick={() => props.onZoom(undefined)}
      >
        <canvas ref={canvas} className="minimap__canvas" aria-hidden="true" />
        <div className="minimap__shade" style={{ left: plot.left, width: Math.max(0, left - plot.left) }} />
        <div
          className="minimap__shade"
          style={{ left: right, width: Math.max(0, plot.left + plot.width - right) }}
        />
        <div className="minimap__span" style={{ left, width: Math.max(2, right - left) }} />
        {props.selected === undefined ? null : (
          <div
            className="minimap__selected"
            style={{ left: bandLeft(props.selected + 0.5, data.count, plot) - 1 }}
          />
        )}
        {end("from")}
        {end("to")}
      </div>
    </div>
  );
}

function usePaintedMinimap(
  data: ChartData,
  box: React.RefObject<HTMLDivElement | null>,
  plot: Plot,
  width: number,
) {
  const theme = useThemeVersion();
  const top = useMemo(() => highestTotal(data), [data]);
  const draw = useCallback(
    (g: CanvasRenderingContext2D, wide: number, high: number) => {
      if (box.current) paintMinimap(g, { data, plot, top, colour: colourReader(box.current) }, wide, high);
    },
    // `theme` is what the colours are read anew for.
    // oxlint-disable-next-line react/exhaustive-deps
    [box, data, plot, top, theme],
  );
  return usePainted(draw, width, HEIGHT);
}

function useDrag(
  { data, span, onZoom }: MinimapProps,
  box: React.RefObject<HTMLDivElement | null>,
  plot: Plot,
) {
  const [drag, setDrag] = useState<Drag>();
  const at = (event: PointerEvent) =>
    positionAt(event.clientX - (box.current?.getBoundingClientRect().left ?? 0), data.count, plot);
  const grab = (event: PointerEvent, next: Drag) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    box.current?.setPointerCapture(event.pointerId);
    setDrag(next);
  };
  const begins = (event: PointerEvent): Drag => {
    const from = at(event);
    const inside = from >= span.from && from < span.to && span.to - span.from < data.count;
    return inside ? { kind: "move", from, span } : { kind: "new", from, x: event.clientX };
  };
  return {
    grab,
    begin: (event: PointerEvent) => grab(event, begins(event)),
    follow: (event: PointerEvent) => {
      if (drag && !(drag.kind === "new" && Math.abs(event.clientX - drag.x) < CLICK))
        onZoom(dragged(drag, at(event), data.count));
    },
    end: () => setDrag(undefined),
  };
}

/** The span that a drag has come to; undefined for all positions. */
function dragged(drag: Drag, at: number, count: number): Span | undefined {
  switch (drag.kind) {
    case "move":
      return moveSpan(drag.span, at - drag.from, count);
    case "new":
      return whole(fitSpan({ from: Math.min(drag.from, at), to: Math.max(drag.from, at) + 1 }, count), count);
    case "from":
    case "to":
      return whole(pulled(drag.span, drag.kind, drag.kind === "from" ? at : at + 1, count), count);
  }
}

/** A span whose one end is pulled to a position; the other end stays. */
function pulled(span: Span, edge: "from" | "to", at: number, count: number): Span {
  if (edge === "from") return { from: Math.max(0, Math.min(at, span.to - SHORTEST)), to: span.to };
  return { from: span.from, to: Math.min(count, Math.max(at, span.from + SHORTEST)) };
}

function whole(span: Span, count: number): Span | undefined {
  return span.from <= 0 && span.to >= count ? undefined : span;
}

interface EdgeProps {
  readonly label: string;
  readonly edge: "from" | "to";
  readonly x: number;
  readonly count: number;
  readonly span: Span;
  readonly text: string;
  readonly onGrab: (event: PointerEvent) => void;
  readonly onZoom: (span: Span | undefined) => void;
}

const MOVES: { readonly [key: string]: number } = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

/** One end of the span, with keys of its own. */
function Edge({ label, edge, x, count, span, text, onGrab, onZoom }: EdgeProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const move = Object.hasOwn(MOVES, event.key) ? MOVES[event.key] : undefined;
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const unit = Math.max(1, Math.round(count / 200));
    onZoom(whole(pulled(span, edge, span[edge] + move * unit, count), count));
  };
  return (
    <div
      className="minimap__edge"
      data-edge={edge}
      style={{ left: x }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={edge === "from" ? span.from + 1 : span.to}
      aria-valuetext={text}
      onPointerDown={onGrab}
      onKeyDown={onKeyDown}
    />
  );
}
