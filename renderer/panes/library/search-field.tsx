import type { Ref } from "react";
import { IconButton } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Keys } from "../../widgets/keys.tsx";

interface SearchFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Enter: the first place that is found is meant. */
  readonly onFirst: () => void;
  readonly field: Ref<HTMLInputElement>;
}

/** Searches the text of every transcript. */
export function SearchField({ query, onQuery, onFirst, field }: SearchFieldProps) {
  return (
    <div className="search-field" role="search">
      <Icon name="search" size={14} />
      <input
        ref={field}
        data-search-field
        type="text"
        value={query}
        placeholder="Search all transcripts"
        aria-label="Search all transcripts"
        spellCheck={false}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onFirst();
          if (event.key !== "Escape") return;
          event.preventDefault();
          onQuery("");
          event.currentTarget.blur();
        }}
      />
      {query === "" ? (
        <Keys combination="/" />
      ) : (
        <IconButton icon="close" label="Clear the search" small onClick={() => onQuery("")} />
      )}
    </div>
  );
}
