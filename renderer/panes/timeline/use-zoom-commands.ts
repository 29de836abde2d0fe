import { useEffect } from "react";
import { commands, type Command } from "../../commands/registry.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { panZoom, scaleZoom } from "./zoom.ts";

function zoomCommands(steps: number): Command[] {
  const free = () => overlay.getState().overlay === undefined && steps > 0;
  const zoomed = () => free() && selection.getState().zoom !== undefined;
  const one = (id: string, title: string, keys: string[], when: () => boolean, run: () => void): Command => ({
    id,
    title,
    keys,
    group: "View",
    when,
    run,
  });
  return [
    one("timeline.in", "Timeline: fewer steps, larger", ["+", "="], free, () => scaleZoom(0.5, steps)),
    one("timeline.out", "Timeline: more steps, smaller", ["-"], zoomed, () => scaleZoom(2, steps)),
    one("timeline.all", "Timeline: all steps", ["0"], zoomed, () => selection.getState().zoomTo(undefined)),
    one("timeline.left", "Timeline: earlier steps", [","], zoomed, () => panZoom(-0.5, steps)),
    one("timeline.right", "Timeline: later steps", ["."], zoomed, () => panZoom(0.5, steps)),
  ];
}

/** The keys that zoom and move the timeline, for as long as it is drawn. */
export function useZoomCommands(steps: number): void {
  useEffect(() => commands.register(...zoomCommands(steps)), [steps]);
}
