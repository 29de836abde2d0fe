import { useMemo } from "react";
import type { LanePlace } from "../../../core/contract/rows.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLanes } from "../../data/queries.ts";
import { isShown, useLaneChoice } from "../../state/lanes.ts";

/** The lanes that lie beside the one that is open; undefined until they are known, and where there is one only. */
export function useOtherLanes(): readonly LanePlace[] | undefined {
  const { transcript, thread } = useCurrent();
  const several = (transcript?.threads.length ?? 0) > 1;
  return useLanes(several ? transcript?.id : undefined, thread?.id).data;
}

/** Those of them that the timeline shows. */
export function useShownLanes(): readonly LanePlace[] | undefined {
  const lanes = useOtherLanes();
  const chosen = useLaneChoice(useCurrent().transcript?.id);
  return useMemo(() => lanes?.filter(({ thread }) => isShown(chosen, thread.id)), [lanes, chosen]);
}
