import { useCallback, useRef, useState } from "react";
import { useCurrent } from "../../data/current.tsx";
import { looks, useLooks } from "../../state/looks.ts";
import { PaneHeader } from "../../widgets/pane-header.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { ImportButtons } from "./import-buttons.tsx";
import { ImportList } from "./import-list.tsx";
import "./library.css";
import { SearchField } from "./search-field.tsx";
import { SearchResults } from "./search-results.tsx";
import { TranscriptList } from "./transcript-list.tsx";

/** The transcripts that there are, what is being imported, and the search over all of it. */
export function Library() {
  const query = useLooks((state) => state.library);
  const setQuery = (library: string) => looks.getState().look({ library });
  const [first, setFirst] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // Out of the field, so that the next keys are those of the place that was opened.
  const opened = useCallback(() => {
    setFirst(undefined);
    field.current?.blur();
  }, []);
  const { library } = useCurrent();
  const count = library.data?.length ?? 0;
  return (
    <nav className="library" aria-label="Library">
      <PaneHeader title="Library" about={count > 0 ? String(count) : undefined}>
        <ImportButtons />
      </PaneHeader>
      <SearchField field={field} query={query} onQuery={setQuery} onFirst={() => setFirst(query)} />
      <ImportList />
      <div className="library__list">
        {query.trim() === "" ? (
          <List />
        ) : (
          <SearchResults query={query} openFirst={first === query} onOpened={opened} />
        )}
      </div>
    </nav>
  );
}

function List() {
  const { library } = useCurrent();
  const { data, error, retry } = library;
  if (error && !data) return <ErrorState title="The library cannot be read" error={error} onRetry={retry} />;
  if (!data) return <Skeleton label="Loading the library" />;
  if (data.length > 0) return <TranscriptList rows={data} />;
  return (
    <p className="library__empty muted">
      No transcript yet. Drop a file anywhere on the window, or begin with one of the samples in the middle.
    </p>
  );
}
