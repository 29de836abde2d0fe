import { useCallback } from "react";
import type { SearchHit } from "../../../core/contract/rows.ts";
import { useJump } from "../../commands/use-jump.ts";
import { toast } from "../../widgets/toast.tsx";

/** Opens a place that a search found, and says so where it cannot be opened. */
export function useOpenPlace(): (hit: SearchHit) => Promise<void> {
  const jump = useJump();
  return useCallback(
    async (hit) => {
      try {
        await jump(hit);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        toast({ tone: "error", title: "This place cannot be opened", detail });
      }
    },
    [jump],
  );
}
