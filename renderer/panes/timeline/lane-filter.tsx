import type { LanePlace } from "../../../core/contract/rows.ts";
import { useCurrent } from "../../data/current.tsx";
import {
  ALL_LANES,
  isShown,
  type LaneChoice,
  NO_LANES,
  shownLanes,
  useLaneChoice,
} from "../../state/lanes.ts";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Menu, type MenuItem } from "../../widgets/menu.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { useOtherLanes } from "./use-shown-lanes.ts";

/** No more lanes than these are listed one by one. */
const LISTED = 200;

function laneItem(transcript: number, { thread }: LanePlace, chosen: LaneChoice): MenuItem {
  const { lane, title, steps } = thread;
  return {
    kind: "item",
    id: thread.id,
    label: <PlainText text={(title && title !== lane ? `${lane}: ${title}` : lane).slice(0, 120)} />,
    detail: plural(steps, "step"),
    checked: isShown(chosen, thread.id),
    stays: true,
    onSelect: () => shownLanes.getState().toggle(transcript, thread.id),
  };
}

/** Chooses which of the other lanes are marked on the timeline; nothing where none has a place on it. */
export function LaneFilter() {
  const { transcript } = useCurrent();
  const placed = useOtherLanes()?.filter(({ from }) => from !== null) ?? [];
  const chosen = useLaneChoice(transcript?.id);
  if (!transcript || placed.length === 0) return null;
  const shown = placed.filter(({ thread }) => isShown(chosen, thread.id)).length;
  const choose = (lanes: LaneChoice) => () => shownLanes.getState().choose(transcript.id, lanes);
  return (
    <Menu
      width={300}
      trigger={
        <Button small tone="quiet" title="Lanes that are marked where they begin">
          <Icon name="lane" size={14} /> {formatCount(shown)} / {formatCount(placed.length)}
          <span className="visually-hidden"> lanes marked</span>
        </Button>
      }
      items={[
        { kind: "item", id: "all", label: "All lanes", stays: true, onSelect: choose(ALL_LANES) },
        { kind: "item", id: "none", label: "No lane", stays: true, onSelect: choose(NO_LANES) },
        { kind: "line", id: "line" },
        ...placed.slice(0, LISTED).map((place) => laneItem(transcript.id, place, chosen)),
      ]}
    />
  );
}
