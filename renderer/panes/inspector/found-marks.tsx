import { useEffect } from "react";
import { useCurrent } from "../../data/current.tsx";
import { useFind } from "../../data/run-queries.ts";
import { find, useFindState } from "../../state/find.ts";
import { useAskedQuery } from "./use-asked-query.ts";

/** Tells the columns, the timeline and the ledger what a search finds in the run that is open, whichever tab is shown. */
export function FoundMarks() {
  const { place } = useCurrent();
  const here = useFindState((state) => state.scope) === "run";
  const { query } = useAskedQuery();
  const { data } = useFind(place, here ? query : "");
  const messages = data?.messages;
  const steps = data?.steps;
  const events = data?.events;
  useEffect(() => {
    find.getState().found({
      messages: messages?.map(({ index }) => index) ?? [],
      steps: steps ?? [],
      events: events?.map(({ seq }) => seq) ?? [],
    });
  }, [messages, steps, events]);
  // Another thread has other messages.
  useEffect(() => () => find.getState().found({ messages: [], steps: [], events: [] }), []);
  return null;
}
