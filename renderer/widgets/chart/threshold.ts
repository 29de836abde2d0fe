/** A level that is drawn across the chart and may be moved. */
export interface Threshold {
  readonly id: string;
  readonly label: string;
  /** What the tag on the line says; the label and the value. */
  readonly tag: string;
  readonly value: number;
  readonly colour: string;
  /** What a screen reader says of the value. */
  readonly valueText: string;
  readonly min?: number;
  /** The scale that it lies on; without it, the chart's own. */
  readonly scale?: "second";
  /** Without it the level only is shown. */
  readonly onMove?: (value: number) => void;
  /** The move is over. */
  readonly onSettle?: () => void;
}
