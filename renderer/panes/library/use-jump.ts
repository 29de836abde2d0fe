import { useCallback } from "react";
import type { SearchHit, ThreadOutline } from "../../../core/contract/rows.ts";
import { useHostData } from "../../data/host-context.tsx";
import { KEYS } from "../../data/queries.ts";
import { selection } from "../../state/selection.ts";
import { visualOrder } from "../../state/visual-order.ts";
import { toast } from "../../widgets/toast.tsx";

/** The first step, from 1, whose request could hold a message: the first that was asked after it. */
export function stepThatSees(outline: Pick<ThreadOutline, "steps">, message: number): number {
  const at = outline.steps.findIndex((asked) => asked > message);
  return at < 0 ? Math.max(1, outline.steps.length) : at + 1;
}

/** Opens a place that a search found. */
export function useJump(): (hit: SearchHit) => Promise<void> {
  const { cache, host } = useHostData();
  return useCallback(
    async ({ transcript, thread, message }) => {
      try {
        const outline = await cache.fetch(KEYS.outline(transcript, thread), () =>
          host.call("thread.outline", { transcript, thread }),
        );
        selection.getState().open(transcript, thread, stepThatSees(outline, message));
        selection.getState().select({ index: message }, "raw");
        requestAnimationFrame(() => visualOrder()?.reveal({ index: message }));
      } catch (error) {
        toast({
          tone: "error",
          title: "This place cannot be opened",
          detail: String((error as Error).message),
        });
      }
    },
    [cache, host],
  );
}
