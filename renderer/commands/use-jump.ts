import { useCallback, useEffect, useRef } from "react";
import type { SearchHit, ThreadOutline } from "../../core/contract/rows.ts";
import { useCurrent } from "../data/current.tsx";
import { useHostData } from "../data/host-context.tsx";
import { KEYS, loadOutline } from "../data/queries.ts";
import { selection } from "../state/selection.ts";
import { visualOrder } from "../state/visual-order.ts";

/** The first step, from 1, whose request could hold a message: the first that was asked after it. */
export function stepThatSees(outline: Pick<ThreadOutline, "steps">, message: number): number {
  const at = outline.steps.findIndex((asked) => asked > message);
  return at < 0 ? Math.max(1, outline.steps.length) : at + 1;
}

/** A message of a thread. */
type Place = Pick<SearchHit, "transcript" | "thread" | "message">;

/** What is shown before a jump. */
interface Here {
  readonly transcript: number | undefined;
  readonly thread: string | undefined;
  readonly step: number | undefined;
}

/** Goes to a message: the step stays where its request holds the message already. */
function goTo(
  { transcript, thread, message }: Place,
  outline: Pick<ThreadOutline, "steps">,
  here: Here,
): void {
  const { open, goToStep, select } = selection.getState();
  const step = stepThatSees(outline, message);
  if (here.transcript !== transcript || here.thread !== thread) open(transcript, thread, step);
  else if (here.step === undefined || step > here.step) goToStep(step);
  select({ index: message }, "raw");
}

/** Opens a message that a search or a report found. The jump rejects where the place cannot be opened. */
export function useJump(): (place: Place) => Promise<void> {
  const { cache, host } = useHostData();
  const current = useCurrent();
  const here = useRef<Here>({ transcript: undefined, thread: undefined, step: undefined });
  useEffect(() => {
    const { transcript, thread, step } = current;
    here.current = { transcript: transcript?.id, thread: thread?.id, step };
  });
  return useCallback(
    async (hit) => {
      const { transcript, thread, message } = hit;
      const outline = await cache.fetch(KEYS.outline(transcript, thread), () =>
        loadOutline(host, { transcript, thread }),
      );
      goTo(hit, outline, here.current);
      requestAnimationFrame(() => visualOrder()?.reveal({ index: message }));
    },
    [cache, host],
  );
}
