import { useEffect, useState } from "react";
import type { SearchHit } from "../../../core/contract/rows.ts";
import { useSearch } from "../../data/queries.ts";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { excerptRuns } from "./excerpt.ts";
import { useJump } from "./use-jump.ts";

const LIMIT = 100;

/** Where the searched words stand; a click goes there. */
export function SearchResults({ query }: { readonly query: string }) {
  const asked = useSettled(query, 150);
  const { data, error, retry, loading } = useSearch(asked, { limit: LIMIT });
  const jump = useJump();
  if (error) return <ErrorState title="The search failed" error={error} onRetry={retry} />;
  if (!data) return loading || asked !== query ? <Skeleton label="Searching" /> : null;
  if (data.length === 0)
    return (
      <EmptyState icon="search" title="Nothing found">
        No message holds all of these words.
      </EmptyState>
    );
  return (
    <ul className="search-results" aria-label={`${data.length} places found`}>
      {data.map((hit) => (
        <li key={`${hit.transcript}/${hit.thread}/${hit.message}`}>
          <Hit hit={hit} onJump={() => void jump(hit)} />
        </li>
      ))}
      {data.length === LIMIT ? (
        <li className="search-results__more muted">The first {LIMIT} places are shown.</li>
      ) : null}
    </ul>
  );
}

function Hit({ hit, onJump }: { readonly hit: SearchHit; readonly onJump: () => void }) {
  return (
    <button type="button" className="search-hit" onClick={onJump}>
      <span className="search-hit__where">
        <span className="ellipsis">{hit.transcriptName}</span>
        <span className="muted">
          {hit.role} {hit.message + 1}
        </span>
      </span>
      <span className="search-hit__excerpt">
        {excerptRuns(hit.excerpt).map((run, at) =>
          run.hit ? <mark key={at}>{run.text}</mark> : <span key={at}>{run.text}</span>,
        )}
      </span>
    </button>
  );
}

/** A value once it has not changed for so many milliseconds. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
