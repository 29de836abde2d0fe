import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { ChartData } from "./chart-data.ts";
import "./chart.css";
import { type Painting, GAUGE, paint, STRIP, type StackMode } from "./paint.ts";
import { bandLeft, bandMiddle, type Plot, positionAt } from "./scale.ts";
import { tagPlaces, ThresholdHandle } from "./threshold-handle.tsx";
import type { Threshold } from "./threshold.ts";
import { secondTopOf, type Top, topOf } from "./top.ts";
import { colourReader, usePainted, useSize, useThemeVersion } from "./use-canvas.ts";

interface StackedChartProps {
  readonly data: ChartData;
  readonly thresholds: readonly Threshold[];
  readonly mode: StackMode;
  readonly label: string;
  readonly formatValue: (value: number) => string;
  /** How many positions there are in all, where `data` is a part of them. */
  readonly total?: number;
  /** Position that is selected, from 0; it may lie outside of what is shown. */
  readonly selected: number | undefined;
  readonly selectedText: string;
  readonly pinned?: number | undefined;
  readonly onSelect: (at: number) => void;
  /** What the tooltip says of a position. */
  readonly describe: (at: number) => ReactNode;
  readonly dimmed?: boolean;
  /** The wheel with Ctrl, or two fingers drawn apart: how much longer what is shown is to be, around a position. */
  readonly onScale?: (by: number, around: number) => void;
}

/** Where the plot lies between the chart's sides, in pixels: what stands under it may line up with it. */
export function plotInset(
  { lines }: ChartData,
  mode: StackMode,
): { readonly left: number; readonly right: number } {
  const second = mode === "absolute" && lines.some(({ scale }) => scale === "second");
  return { left: 66, right: second ? 44 : 14 };
}

function plotOf(width: number, height: number, data: ChartData, mode: StackMode): Plot {
  const { strips, gauges = [] } = data;
  const below = 20 + strips.length * STRIP + gauges.length * GAUGE;
  const { left, right } = plotInset(data, mode);
  return {
    left,
    top: 10,
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - 10 - below),
  };
}

/** A stacked chart over positions with lines, levels that can be dragged, strips of markers, a cursor and a tooltip. */
export function StackedChart(props: StackedChartProps) {
  const { data, thresholds, mode, label, selected, pinned, onSelect, describe } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [hover, setHover] = useState<number | undefined>(undefined);
  // Keys on the chart's own control tell of the position what the pointer would.
  const [keyed, setKeyed] = useState(false);
  const tip = useId();
  const plot = useMemo(() => plotOf(size.width, size.height, data, mode), [size, data, mode]);
  const { top, held, onHold } = useScale(data, thresholds);
  const canvas = usePaintedChart(props, box, plot, top, size);
  const at = (event: PointerEvent) => {
    const x = event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
    return x < plot.left - 4 ? undefined : positionAt(x, data.count, plot);
  };
  const { first = 1, count } = data;
  useWheel(box, (x, by) => props.onScale?.(by, positionAt(x, count, plot)));
  const onPointer = (event: PointerEvent) => {
    setKeyed(false);
    setHover(at(event));
  };
  const told = hover ?? (keyed ? selected : undefined);
  const isTold = told !== undefined && told >= 0 && told < count && !held;
  const onPointerDown = (event: PointerEvent) => {
    const to = at(event);
    if (event.button === 0 && to !== undefined) onSelect(to);
  };
  return (
    <div
      ref={box}
      className={`chart${props.dimmed ? " chart--dimmed" : ""}`}
      onPointerMove={onPointer}
      onPointerLeave={() => setHover(undefined)}
    >
      <canvas ref={canvas} className="chart__canvas" aria-hidden="true" />
      {hover === undefined ? null : <Cursor kind="hover" at={hover} count={data.count} plot={plot} />}
      {pinned === undefined ? null : <Cursor kind="pinned" at={pinned} count={data.count} plot={plot} />}
      {selected === undefined ? null : (
        <Cursor kind="selected" at={selected} count={data.count} plot={plot} />
      )}
      <div
        className="chart__pick"
        style={{ left: plot.left }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={props.total ?? count}
        aria-valuenow={(selected ?? 0) + first}
        aria-valuetext={props.selectedText}
        aria-describedby={isTold ? tip : undefined}
        onPointerDown={onPointerDown}
        onBlur={() => setKeyed(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && keyed) event.stopPropagation();
          if (event.key === "Escape") setKeyed(false);
          const moves = onPickKey(event, (selected ?? 0) + first - 1, props.total ?? count, (to) =>
            onSelect(to - first + 1),
          );
          if (moves) setKeyed(true);
        }}
      />
      {mode === "absolute" ? <Levels thresholds={thresholds} plot={plot} top={top} onHold={onHold} /> : null}
      {isTold ? (
        <ChartTooltip id={tip} box={box} x={bandMiddle(told, data.count, plot)}>
          {describe(told)}
        </ChartTooltip>
      ) : null}
    </div>
  );
}

/** The tops of both scales. */
interface Tops extends Top {
  readonly second: number | undefined;
}

function topsOf(data: ChartData, thresholds: readonly Threshold[]): Tops {
  const levels = (scale: Threshold["scale"]) =>
    thresholds.filter((one) => one.scale === scale).map((one) => one.value);
  return { ...topOf(data, levels(undefined)), second: secondTopOf(data, levels("second")) };
}

/** The tops of the scales. They are held while a level is dragged, so that the line stays under the pointer. */
function useScale(data: ChartData, thresholds: readonly Threshold[]) {
  const top = useMemo(() => topsOf(data, thresholds), [data, thresholds]);
  const [held, setHeld] = useState<Tops | undefined>(undefined);
  const onHold = (hold: boolean) => setHeld(hold ? top : undefined);
  return { top: held ?? top, held: held !== undefined, onHold };
}

function usePaintedChart(
  { data, mode, formatValue }: StackedChartProps,
  box: React.RefObject<HTMLDivElement | null>,
  plot: Plot,
  top: Tops,
  size: { readonly width: number; readonly height: number },
) {
  const theme = useThemeVersion();
  const draw = useCallback(
    (g: CanvasRenderingContext2D, width: number, height: number) => {
      const element = box.current;
      if (!element) return;
      const font = `11px ${getComputedStyle(element).fontFamily}`;
      const painting: Painting = {
        data,
        plot,
        ...top,
        mode,
        formatValue,
        colour: colourReader(element),
        font,
      };
      paint(g, painting, width, height);
    },
    // `theme` is what the colours are read anew for.
    // oxlint-disable-next-line react/exhaustive-deps
    [box, data, plot, top, mode, formatValue, theme],
  );
  return usePainted(draw, size.width, size.height);
}

/** Listens to the wheel with Ctrl, which the page would be scaled by. */
function useWheel(
  box: React.RefObject<HTMLDivElement | null>,
  onScale: (x: number, by: number) => void,
): void {
  const latest = useRef(onScale);
  useEffect(() => {
    latest.current = onScale;
  });
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current(event.clientX - node.getBoundingClientRect().left, Math.exp(event.deltaY * 0.002));
    };
    node.addEventListener("wheel", onWheel, { passive: false });
    return () => node.removeEventListener("wheel", onWheel);
  }, [box]);
}

function Levels(props: {
  readonly thresholds: readonly Threshold[];
  readonly plot: Plot;
  readonly top: Tops;
  readonly onHold: (held: boolean) => void;
}) {
  const { thresholds, plot, top, onHold } = props;
  const maxOf = ({ scale }: Threshold) => (scale === "second" ? (top.second ?? top.max) : top.max);
  const tags = tagPlaces(thresholds, maxOf, plot);
  return thresholds.map((one) => (
    <ThresholdHandle
      key={one.id}
      threshold={one}
      plot={plot}
      max={maxOf(one)}
      tagY={tags.get(one.id) ?? plot.top}
      onHold={onHold}
    />
  ));
}

function Cursor(props: {
  readonly kind: "hover" | "selected" | "pinned";
  readonly at: number;
  readonly count: number;
  readonly plot: Plot;
}) {
  const { kind, at, count, plot } = props;
  if (at < 0 || at >= count) return null;
  const width = Math.max(2, plot.width / Math.max(1, count));
  return (
    <div
      className={`chart__cursor chart__cursor--${kind}`}
      data-narrow={width < 6 || undefined}
      style={{ left: bandLeft(at, count, plot), width, top: plot.top - 6, height: plot.height + 6 }}
    />
  );
}

const PICK_KEYS: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at, count) => at + Math.max(10, Math.round(count / 20)),
  PageUp: (at, count) => at - Math.max(10, Math.round(count / 20)),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves by a key; false for a key that does not move. */
function onPickKey(event: KeyboardEvent, at: number, count: number, onSelect: (at: number) => void): boolean {
  const move = Object.hasOwn(PICK_KEYS, event.key) ? PICK_KEYS[event.key] : undefined;
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  onSelect(Math.min(Math.max(0, move(at, count)), count - 1));
  return true;
}

interface ChartTooltipProps {
  readonly id: string;
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly x: number;
  readonly children: ReactNode;
}

/** Beside the position, on the side where there is more room; over everything, as it may be taller than the chart. */
function ChartTooltip({ id, box, x, children }: ChartTooltipProps) {
  const rect = box.current?.getBoundingClientRect();
  if (!rect) return null;
  const at = rect.left + x;
  const leftSide = at > window.innerWidth / 2;
  const place = leftSide ? { right: window.innerWidth - at + 14 } : { left: at + 14 };
  return createPortal(
    <div
      id={id}
      role="tooltip"
      className="chart-tooltip"
      style={{ top: Math.max(8, rect.top + 4), ...place }}
    >
      {children}
    </div>,
    document.body,
  );
}
