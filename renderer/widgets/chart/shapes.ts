import type { MarkerShape } from "./chart-data.ts";

type Draw = (g: CanvasRenderingContext2D, x: number, y: number, r: number) => void;

function polygon(g: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  g.beginPath();
  points.forEach(([x, y], at) => (at === 0 ? g.moveTo(x, y) : g.lineTo(x, y)));
  g.closePath();
}

function circle(g: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  g.beginPath();
  g.arc(x, y, r, 0, Math.PI * 2);
}

function strokes(
  g: CanvasRenderingContext2D,
  lines: readonly (readonly [number, number, number, number])[],
): void {
  g.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    g.moveTo(x1, y1);
    g.lineTo(x2, y2);
  }
  g.stroke();
}

const DRAW: { readonly [S in MarkerShape]: Draw } = {
  triangle(g, x, y, r) {
    polygon(g, [
      [x - r, y - r * 0.8],
      [x + r, y - r * 0.8],
      [x, y + r],
    ]);
    g.fill();
  },
  half(g, x, y, r) {
    circle(g, x, y, r * 0.9);
    g.stroke();
    g.beginPath();
    g.arc(x, y, r * 0.9, Math.PI / 2, (Math.PI * 3) / 2);
    g.fill();
  },
  square(g, x, y, r) {
    g.fillRect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7);
  },
  slash(g, x, y, r) {
    circle(g, x, y, r * 0.9);
    g.stroke();
    strokes(g, [[x - r * 0.6, y + r * 0.6, x + r * 0.6, y - r * 0.6]]);
  },
  cross(g, x, y, r) {
    const d = r * 0.75;
    strokes(g, [
      [x - d, y - d, x + d, y + d],
      [x - d, y + d, x + d, y - d],
    ]);
  },
  alarm(g, x, y, r) {
    polygon(g, [
      [x - r, y + r * 0.85],
      [x + r, y + r * 0.85],
      [x, y - r],
    ]);
    g.stroke();
    strokes(g, [[x, y - r * 0.25, x, y + r * 0.45]]);
  },
  plus(g, x, y, r) {
    strokes(g, [
      [x - r * 0.9, y, x + r * 0.9, y],
      [x, y - r * 0.9, x, y + r * 0.9],
    ]);
  },
  diamond(g, x, y, r) {
    polygon(g, [
      [x, y - r],
      [x + r, y],
      [x, y + r],
      [x - r, y],
    ]);
    g.stroke();
  },
  fork(g, x, y, r) {
    strokes(g, [
      [x - r * 0.6, y - r * 0.9, x - r * 0.6, y + r * 0.9],
      [x - r * 0.6, y + r * 0.1, x + r * 0.7, y - r * 0.8],
    ]);
  },
  dot(g, x, y, r) {
    circle(g, x, y, r * 0.55);
    g.fill();
  },
};

/** Draws a marker around a point; `r` is half its size. */
export function drawShape(
  g: CanvasRenderingContext2D,
  shape: MarkerShape,
  colour: string,
  x: number,
  y: number,
  r: number,
): void {
  g.fillStyle = colour;
  g.strokeStyle = colour;
  g.lineWidth = 1.4;
  g.lineCap = "round";
  DRAW[shape](g, x, y, r);
}
