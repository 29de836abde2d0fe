import { useEffect, useState } from "react";
import { useCurrent } from "./current.tsx";
import { useLayout } from "./queries.ts";

/** The longest that anything waits for the first screen, in milliseconds. */
const LONGEST = 4000;

/**
 * False until the first request that is opened has been drawn, or cannot be: what takes long to make and can wait is
 * made after that. Then true for good.
 */
export function useFirstScreen(): boolean {
  const { place, run, outline, steps } = useCurrent();
  const layout = useLayout(place);
  const empty = outline.data !== undefined && steps === 0;
  const there = layout.data !== undefined || Boolean(layout.error ?? run.error ?? outline.error) || empty;
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (drawn) return undefined;
    if (there) return whenIdle(() => setDrawn(true));
    const timer = setTimeout(() => setDrawn(true), LONGEST);
    return () => clearTimeout(timer);
  }, [there, drawn]);
  return drawn;
}

/** Calls when the page has nothing else to do. The returned function takes it back. */
function whenIdle(then: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(then);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(then, { timeout: 1000 });
  return () => cancelIdleCallback(idle);
}
