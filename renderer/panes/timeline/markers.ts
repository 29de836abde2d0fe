import type { StepTable } from "../../../core/contract/step-columns.ts";
import type { LanePlace, ThreadOutline } from "../../../core/contract/rows.ts";
import type { Action } from "../../../core/model/event.ts";
import type { Mark } from "../../../core/model/mark.ts";
import type { ChartMarker, MarkerShape, MarkerStrip } from "../../widgets/chart/chart-data.ts";

/** The strip that an action's marker stands in. */
export type StripId = "stored" | "request" | "alerts";

/** How an action is marked on the timeline. */
export interface ActionLook {
  readonly strip: StripId;
  readonly shape: MarkerShape;
  readonly colour: string;
  readonly weight: number;
}

const look = (strip: StripId, shape: MarkerShape, name: string, weight: number): ActionLook => ({
  strip,
  shape,
  colour: `var(--${name})`,
  weight,
});

/** What is marked. An action that is not here happens all the time and would say nothing. */
export const ACTION_LOOKS: { readonly [A in Action]?: ActionLook } = {
  offloaded: look("stored", "half", "disp-previewed", 3),
  spilled: look("stored", "square", "disp-paged", 3),
  externalised: look("stored", "square", "cat-media", 2),
  paged: look("stored", "square", "disp-paged", 2),
  pointed: look("stored", "dot", "disp-paged", 1),
  limited: look("stored", "cross", "disp-limited", 4),
  cut: look("stored", "cross", "disp-cut", 4),
  discarded: look("stored", "slash", "disp-evicted", 6),
  dropped: look("stored", "slash", "disp-evicted", 6),
  evicted: look("stored", "slash", "disp-evicted", 7),
  "fell-back": look("stored", "cross", "disp-cut", 5),
  restored: look("stored", "dot", "disp-repaired", 2),
  fired: look("request", "triangle", "disp-summarised", 5),
  refused: look("request", "dot", "disp-summarised", 3),
  "summary-cut": look("request", "cross", "disp-cut", 4),
  "summary-void": look("request", "slash", "disp-evicted", 6),
  pruned: look("request", "triangle", "disp-pruned", 4),
  cleared: look("request", "triangle", "disp-cleared", 4),
  repaired: look("alerts", "plus", "disp-repaired", 2),
  warned: look("alerts", "dot", "warn", 3),
  denied: look("alerts", "cross", "disp-limited", 3),
  asked: look("alerts", "dot", "disp-paged", 2),
  aborted: look("alerts", "cross", "danger", 5),
  fault: look("alerts", "cross", "danger", 6),
  alarm: look("alerts", "alarm", "danger", 9),
};

const STRIPS: readonly { readonly id: StripId; readonly label: string }[] = [
  { id: "stored", label: "results" },
  { id: "request", label: "requests" },
  { id: "alerts", label: "alerts" },
];

/** What of an outline says where things stand among the steps. */
export type Placed = Pick<ThreadOutline, "steps" | "marks">;

/** The strips that have something in them, the vendor's own marks last. */
export function markerStrips(steps: StepTable, outline: Placed | undefined): readonly MarkerStrip[] {
  const found: { readonly [S in StripId]: ChartMarker[] } = { stored: [], request: [], alerts: [] };
  for (let at = 0; at < steps.length; at++) {
    for (const action of steps.actions(at)) {
      const how = ACTION_LOOKS[action];
      if (how) found[how.strip].push({ at, shape: how.shape, colour: how.colour, weight: how.weight });
    }
  }
  const own = STRIPS.map(({ id, label }) => ({ id, label, markers: found[id] }));
  const recorded = { id: "recorded", label: "recorded", markers: outline ? vendorMarkers(outline) : [] };
  return [...own, recorded].filter((strip) => strip.markers.length > 0);
}

/** The step, from 0, whose request is the first after a place in the messages. */
export function stepAfter(steps: readonly number[], message: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) < message) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The step, from 0, at which something stands that lies before a message. */
function stepOfPlace({ steps }: Placed, message: number): number {
  return Math.min(stepAfter(steps, message), Math.max(0, steps.length - 1));
}

/** What the recording's own agent did before a step's request, from 0, in its own words. */
export function marksAt(outline: Placed | undefined, at: number): readonly Mark[] {
  return outline?.marks.filter((mark) => stepOfPlace(outline, mark.at) === at) ?? [];
}

/** The lanes that begin at a step, from 0. */
export function lanesAt(
  outline: Placed | undefined,
  lanes: readonly LanePlace[] | undefined,
  at: number,
): readonly LanePlace[] {
  if (!outline || !lanes) return [];
  return lanes.filter(({ from }) => from !== null && stepOfPlace(outline, from) === at);
}

/** A strip with a fork where another lane begins; none where no lane lies beside this one. */
export function laneStrip(
  outline: Placed | undefined,
  lanes: readonly LanePlace[] | undefined,
): readonly MarkerStrip[] {
  if (!outline) return [];
  const markers = (lanes ?? []).flatMap(({ from }): ChartMarker[] =>
    from === null
      ? []
      : [{ at: stepOfPlace(outline, from), shape: "fork", colour: "var(--text-2)", weight: 2 }],
  );
  return markers.length > 0 ? [{ id: "lanes", label: "lanes", markers }] : [];
}

function vendorMarkers(outline: Placed): ChartMarker[] {
  return outline.marks.map((mark) => ({
    at: stepOfPlace(outline, mark.at),
    shape: "diamond",
    colour: "var(--mark)",
    weight: 1,
  }));
}

/** A strip with a mark at each step, from 1, at which a search found something; none where nothing was found. */
export function foundStrip(steps: readonly number[]): readonly MarkerStrip[] {
  const markers = steps.map((step): ChartMarker => ({
    at: step - 1,
    shape: "square",
    colour: "var(--mark)",
    weight: 8,
  }));
  return markers.length > 0 ? [{ id: "found", label: "found", markers }] : [];
}
