/** One layer of the stack. `colour` is a CSS colour or `var(--name)`. */
export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
}

/** How a line is broken. */
export type LineDash = "solid" | "dashed" | "dotted" | "dash-dot";

/** A line over the stack: one value a position. */
export interface ChartLine {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly dash?: LineDash;
  /** The scale that it is drawn on; without it, the chart's own. */
  readonly scale?: "second";
  /** May leave the chart at the top where it is far higher than everything else. */
  readonly loose?: boolean;
  readonly value: (at: number) => number;
}

/** What a marker looks like: told apart by its shape alone. */
export type MarkerShape =
  | "triangle"
  | "half"
  | "square"
  | "slash"
  | "cross"
  | "alarm"
  | "plus"
  | "diamond"
  | "fork"
  | "dot";

/** Something that happened at a position, in one of the strips below the chart. */
export interface ChartMarker {
  readonly at: number;
  readonly shape: MarkerShape;
  readonly colour: string;
  /** The higher, the rather it is drawn where many fall on one place. */
  readonly weight: number;
}

/** A strip of markers. */
export interface MarkerStrip {
  readonly id: string;
  readonly label: string;
  readonly markers: readonly ChartMarker[];
}

/** A strip that shows a share at every position, from 0 to 1, and where it breaks. */
export interface GaugeStrip {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  readonly share: (at: number) => number;
  readonly breaks: (at: number) => boolean;
  readonly breakColour: string;
}

/** Everything that is drawn. Positions count from 0. */
export interface ChartData {
  readonly count: number;
  /** What the first position is numbered, where that is not 1. */
  readonly first?: number;
  readonly series: readonly ChartSeries[];
  /** Value of a layer at a position. */
  readonly value: (at: number, series: number) => number;
  readonly lines: readonly ChartLine[];
  readonly strips: readonly MarkerStrip[];
  readonly gauges?: readonly GaugeStrip[];
}
