import type { ReactNode } from "react";

/** The shapes that there are: each can be told from the others without colour. */
export type ChipKind =
  | "kept"
  | "previewed"
  | "paged"
  | "limited"
  | "cut"
  | "cleared"
  | "summarised"
  | "pruned"
  | "evicted"
  | "repaired";

/** One path a shape, in a box of 16 by 16, drawn with a line of the current colour. */
const PATHS: { readonly [K in ChipKind]: string } = {
  // A plain tick: nothing happened.
  kept: "M3.5 8.5l3 3 6-7",
  // A sheet with two lines, and the rest of it gone.
  previewed: "M4 13.5v-11h8v5M6 5.5h4M6 8h2.5M8 12h1M11 12h1",
  // Two sheets, one behind the other.
  paged: "M3 5.5h7v8H3zM6 5.5v-3h7v8h-3",
  // A bar that meets its limit.
  limited: "M2.5 8h7M9.5 5l3 3-3 3M13.5 3v10",
  // A sheet torn off below.
  cut: "M4 10V2.5h8V10M3 12.5l2-1.5 2 1.5 2-1.5 2 1.5 2-1.5",
  // An empty box.
  cleared: "M3 3h10v10H3zM6 10l4-4",
  // Many lines that become one.
  summarised: "M2.5 3.5l5 4.5-5 4.5M2.5 8h5M8 8h5.5",
  // A cross.
  pruned: "M4 4l8 8M12 4l-8 8",
  // A box whose content has left it upwards.
  evicted: "M3 8.5v5h10v-5M8 10V2.5M5.5 5L8 2.5 10.5 5",
  // A plus.
  repaired: "M8 3v10M3 8h10",
};

/** The shape alone, 14 pixels wide; whoever uses it says in words what it means. */
export function ChipShape({ kind }: { readonly kind: ChipKind }): ReactNode {
  return (
    <svg className="chip-shape" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={PATHS[kind]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}
