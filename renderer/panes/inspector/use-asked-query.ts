import { useState } from "react";
import { parseFind } from "../../../core/analysis/find-query.ts";
import { useFindState } from "../../state/find.ts";
import { useSettled } from "../../widgets/use-settled.ts";

/** How long a query must rest before it is asked, in milliseconds. */
const REST = 200;

/** The query that is searched for: what was typed, once it rests, where a term of it can be read; else empty. */
export interface AskedQuery {
  readonly query: string;
  readonly problems: readonly string[];
}

/** The query that is searched for now, and what of it made no sense. */
export function useAskedQuery(): AskedQuery {
  const typed = useFindState((state) => state.query).trim();
  const settled = useSettled(typed, REST);
  const [rested, setRested] = useState("");
  if (settled !== undefined && settled !== rested) setRested(settled);
  const { terms, problems } = parseFind(rested);
  return { query: terms.length > 0 ? rested : "", problems };
}
