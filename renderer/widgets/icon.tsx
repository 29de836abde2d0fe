import type { SVGProps } from "react";

/** Outlines on a 16 × 16 grid, stroked in the colour of the text. */
const PATHS = {
  add: "M8 3v10M3 8h10",
  back: "M10 3 5 8l5 5",
  chart: "M2.5 13.5h11M4 11V7m4 4V3m4 8V5.5",
  check: "m3 8.5 3.2 3.2L13 4.8",
  close: "m4 4 8 8m0-8-8 8",
  columns: "M2.5 3.5h11v9h-11zM8 3.5v9",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  diff: "M5 2.5v6M2 5.5h6M2 12.5h6m3-9v9",
  down: "m4 6 4 4 4-4",
  drawer: "M2.5 3h11v10h-11zM2.5 9.5h11",
  download: "M8 2.5v7m-3-3 3 3 3-3M3 13.5h10",
  drop: "M8 2.5v7m-3-3 3 3 3-3M3 13.5h10",
  end: "m4 2.5 4 3.5 4-3.5m-8 5 4 3.5 4-3.5M3 13.8h10",
  file: "M4 2h5l3 3v9H4zM9 2v3h3",
  folder: "M2 4h4l1.5 2H14v7H2z",
  forward: "m6 3 5 5-5 5",
  gear: "M8 5.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6ZM8 1.8v2m0 8.4v2m4.4-10.6L11 5M5 11l-1.4 1.4M14.2 8h-2M3.8 8h-2m10.6 4.4L11 11M5 5 3.6 3.6",
  help: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.3c.2-1 1-1.6 1.9-1.6 1 0 1.8.7 1.8 1.6 0 1.3-1.8 1.4-1.8 2.7M8 11.3v.2",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.4v3.8M8 4.9v.2",
  inspector: "M2.5 3h11v10h-11zM10 3v10",
  lane: "M4 2.5v11M4 6c0 3 6 1.5 6 4.5v3M10 13.5l-1.6-1.6m1.6 1.6 1.6-1.6",
  library: "M2.5 3h11v10h-11zM6 3v10",
  minus: "M3 8h10",
  moon: "M13 9.6A5.4 5.4 0 0 1 6.4 3 5.4 5.4 0 1 0 13 9.6Z",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  next: "M4 3.5 9.5 8 4 12.5zM12 3.5v9",
  palette: "M2.5 4.5h11M2.5 8h7m-7 3.5h5M13.5 10.5l-1.7 1.7m1.7-1.7-1.7-1.7",
  paste: "M5.5 3.5h-2v10h9v-10h-2M5.5 2.5h5v2.5h-5z",
  pin: "M6 2.5h4l-.6 4 2.1 2.5h-7l2.1-2.5zM8 9v4.5",
  previous: "M12 3.5 6.5 8l5.5 4.5zM4 3.5v9",
  redo: "M13 6H6.5a3.5 3.5 0 0 0 0 7H9M13 6l-3-3m3 3-3 3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-1.3 3.3 3.3",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.3m0 10.4v1.3M14.5 8h-1.3M2.8 8H1.5m11.1-4.6-.9.9M4.3 11.7l-.9.9m9.2 0-.9-.9M4.3 4.3l-.9-.9",
  system: "M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3",
  table: "M2.5 3h11v10h-11zM2.5 6.3h11m-11 3.3h11M6.2 3v10",
  trash: "M3 4.5h10M6 4.5v-2h4v2m1.8 0-.6 9H4.8l-.6-9",
  turns: "M2.5 3.5h11M5.5 7h8M5.5 10h8M2.5 13.5h11",
  undo: "M3 6h6.5a3.5 3.5 0 0 1 0 7H7M3 6l3-3M3 6l3 3",
  warning: "M8 2.5 14 13H2zM8 6.5v3M8 11.3v.1",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon, hidden from screen readers: what it stands beside says it in words. */
export function Icon({
  name,
  size = 16,
  ...rest
}: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true" {...rest}>
      <path
        d={PATHS[name]}
        stroke="currentColor"
        strokeWidth="1.35"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
