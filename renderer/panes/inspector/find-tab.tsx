import { parseFind } from "../../../core/analysis/find-query.ts";
import { useCurrent } from "../../data/current.tsx";
import { useFind } from "../../data/run-queries.ts";
import { useFindState } from "../../state/find.ts";
import { type Listed, looks, useLooks } from "../../state/looks.ts";
import { formatDelta } from "../../widgets/quantity.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { FindBar } from "./find-bar.tsx";
import { FoundElsewhere } from "./found-elsewhere.tsx";
import { FoundEvents } from "./found-events.tsx";
import { FoundMessages } from "./found-messages.tsx";
import { Delta, usePinnedPlace } from "./pinned.tsx";
import { useAskedQuery } from "./use-asked-query.ts";
import "./find.css";

/** How many more messages are found than at the pinned step, by a search that asks what became of them in a request. */
function FoundDelta({ query, total }: { readonly query: string; readonly total: number }) {
  const asks = parseFind(query).terms.some(({ key }) => key === "is");
  const place = usePinnedPlace();
  const { data, stale } = useFind(place, asks ? query : "");
  if (!place || !data || stale) return null;
  return <Delta step={place.step}>{formatDelta(total - data.total)} messages</Delta>;
}

function InRun({ query }: { readonly query: string }) {
  const { place } = useCurrent();
  const show = useLooks((state) => state.listed);
  const setShow = (listed: Listed) => looks.getState().look({ listed });
  const { data, stale, error, retry } = useFind(place, query);
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
        <FoundDelta query={query} total={data.total} />
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
      <code>kind:tool size&gt;20kB rule:spill step:40..60</code>. What is found is marked in the columns, on
      the timeline and in the ledger.
    </EmptyState>
  );
}

/** Searches the run that is open, or every transcript, by words and conditions. */
export function FindTab() {
  const scope = useFindState((state) => state.scope);
  const { query, problems } = useAskedQuery();
  return (
    <div className="find">
      <FindBar problems={problems} />
      {scope === "run" ? <InRun query={query} /> : <FoundElsewhere query={query} />}
    </div>
  );
}
