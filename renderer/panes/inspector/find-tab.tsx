import { useEffect, useState } from "react";
import { parseFind } from "../../../core/analysis/find-query.ts";
import { useCurrent } from "../../data/current.tsx";
import { useFind } from "../../data/run-queries.ts";
import { find, useFindState } from "../../state/find.ts";
import { Segments } from "../../widgets/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { useSettled } from "../../widgets/use-settled.ts";
import { FindBar } from "./find-bar.tsx";
import { FoundElsewhere } from "./found-elsewhere.tsx";
import { FoundEvents } from "./found-events.tsx";
import { FoundMessages } from "./found-messages.tsx";
import "./find.css";

type Show = "messages" | "events";

/** What was found is told to the columns and the timeline for as long as it is searched for. */
function useTold(
  messages: readonly { readonly index: number }[] | undefined,
  steps: readonly number[] | undefined,
): void {
  useEffect(() => {
    find.getState().found(messages?.map(({ index }) => index) ?? [], steps ?? []);
  }, [messages, steps]);
}

function InRun({ query }: { readonly query: string }) {
  const { place } = useCurrent();
  const [show, setShow] = useState<Show>("messages");
  const { data, stale, error, retry } = useFind(place, query);
  useTold(data?.messages, data?.steps);
  if (error) return <ErrorState title="The search failed" error={error} onRetry={retry} />;
  if (!data) return query === "" ? <Language /> : <Skeleton rows={5} label="Searching" />;
  const options = [
    { value: "messages", label: `Messages ${data.total}` },
    { value: "events", label: `Decisions ${data.eventTotal}` },
  ] as const;
  return (
    <div className="find__results" data-stale={stale}>
      <div className="find__shown">
        <Segments label="What is listed" options={options} value={show} onChange={setShow} />
      </div>
      {show === "messages" ? <FoundMessages report={data} /> : <FoundEvents report={data} />}
    </div>
  );
}

/** How it is searched, for who has not typed anything yet. */
function Language() {
  return (
    <EmptyState icon="search" title="Find messages and decisions">
      Words must all occur, “phrases” too; a minus leaves out. Conditions narrow:{" "}
      <code>kind:tool size&gt;20kB rule:spill step:40..60</code>. What is found is marked in the columns and
      on the timeline.
    </EmptyState>
  );
}

/** The query once it rests; the one before until then. */
function useRested(query: string): string {
  const settled = useSettled(query, 200);
  const [rested, setRested] = useState("");
  if (settled !== undefined && settled !== rested) setRested(settled);
  return rested;
}

/** Searches the run that is open, or every transcript, by words and conditions. */
export function FindTab() {
  const query = useFindState((state) => state.query);
  const scope = useFindState((state) => state.scope);
  const asked = useRested(query.trim());
  const { terms, problems } = parseFind(asked);
  const usable = terms.length > 0 ? asked : "";
  useEffect(() => {
    if (scope === "library" || usable === "") find.getState().found([], []);
  }, [scope, usable]);
  return (
    <div className="find">
      <FindBar problems={problems} />
      {scope === "run" ? <InRun query={usable} /> : <FoundElsewhere query={usable} />}
    </div>
  );
}
