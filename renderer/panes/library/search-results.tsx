import { useEffect, useState } from "react";
import type { SearchHit } from "../../../core/contract/rows.ts";
import { shownRuns } from "../../data/excerpt-runs.ts";
import { useSearch } from "../../data/queries.ts";
import { ROLE_WORDS } from "../../data/vocabulary.ts";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { useOpenPlace } from "./use-open-place.ts";

const LIMIT = 100;

interface SearchResultsProps {
  readonly query: string;
  /** Opens the first place as soon as it is known. */
  readonly openFirst: boolean;
  readonly onOpened: () => void;
}

/** Where the searched words stand; a click goes there. */
export function SearchResults({ query, openFirst, onOpened }: SearchResultsProps) {
  const asked = useSettled(query, 150);
  const { data, stale, error, retry, loading } = useSearch(asked, { limit: LIMIT });
  const jump = useOpenPlace();
  const first = openFirst && asked === query && !stale ? data?.[0] : undefined;
  useEffect(() => {
    if (!first) return;
    onOpened();
    void jump(first);
  }, [first, jump, onOpened]);
  if (error) return <ErrorState title="The search failed" error={error} onRetry={retry} />;
  if (!data) return loading || asked !== query ? <Skeleton label="Searching" /> : null;
  if (data.length === 0)
    return (
      <EmptyState icon="search" title="Nothing found">
        No message holds all of these words.
      </EmptyState>
    );
  return (
    <ul className="search-results" aria-label={`${plural(data.length, "place")} found`}>
      {data.map((hit) => (
        <li key={`${hit.transcript}/${hit.thread}/${hit.message}`}>
          <Hit hit={hit} query={asked} onJump={() => void jump(hit)} />
        </li>
      ))}
      {data.length === LIMIT ? (
        <li className="search-results__more muted">The first {LIMIT} places are shown.</li>
      ) : null}
    </ul>
  );
}

interface HitProps {
  readonly hit: SearchHit;
  readonly query: string;
  readonly onJump: () => void;
}

function Hit({ hit, query, onJump }: HitProps) {
  return (
    <button type="button" className="search-hit" onClick={onJump}>
      <span className="search-hit__where">
        <bdi className="ellipsis">{hit.transcriptName}</bdi>
        <span className="muted">
          {ROLE_WORDS[hit.role]} {formatCount(hit.message + 1)}
        </span>
      </span>
      <span className="search-hit__excerpt">
        {shownRuns(hit.excerpt, query).map((run, at) =>
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
