import { useJump } from "../../commands/use-jump.ts";
import { parseFind, textOfFind } from "../../../core/analysis/find-query.ts";
import type { SearchHit } from "../../../core/contract/rows.ts";
import { shownRuns } from "../../data/excerpt-runs.ts";
import { useSearch } from "../../data/queries.ts";
import { ROLE_WORDS } from "../../data/vocabulary.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { toast } from "../../widgets/toast.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";

const LIMIT = 200;
const ROW_HEIGHT = 62;
/** Conditions that only a run can tell. */
const OF_RUNS: ReadonlySet<string> = new Set(["rule", "action", "is", "step", "turn"]);

function Row({
  hit,
  query,
  onJump,
}: {
  readonly hit: SearchHit;
  readonly query: string;
  readonly onJump: () => void;
}) {
  return (
    <button type="button" className="find__row" onClick={onJump}>
      <span className="find__where">
        <b className="ellipsis">
          <PlainText text={hit.transcriptName.slice(0, 120)} />
        </b>
        <span className="muted number">
          {ROLE_WORDS[hit.role]} {formatCount(hit.message + 1)}
        </span>
      </span>
      <span className="find__excerpt">
        {shownRuns(hit.excerpt, query).map((run, at) =>
          run.hit ? <mark key={at}>{run.text}</mark> : <PlainText key={at} text={run.text} />,
        )}
      </span>
    </button>
  );
}

/** Places in every transcript. */
export function FoundElsewhere({ query }: { readonly query: string }) {
  const words = textOfFind(query);
  const { data, error, retry } = useSearch(words === "" ? "" : query, { limit: LIMIT });
  const jump = useJump();
  const open = (hit: SearchHit) =>
    jump(hit).catch((thrown: unknown) =>
      toast({ tone: "error", title: "This place cannot be opened", detail: (thrown as Error).message }),
    );
  if (words === "") {
    return (
      <EmptyState icon="search" title="A word is needed">
        All sessions are searched by their words; <code>kind:</code>, <code>size</code>, <code>tokens</code>{" "}
        and <code>name:</code> narrow what they find.
      </EmptyState>
    );
  }
  if (error) return <ErrorState title="The search failed" error={error} onRetry={retry} />;
  if (!data) return <Skeleton rows={5} label="Searching" />;
  const aside = parseFind(query).terms.filter(({ key }) => OF_RUNS.has(key));
  return (
    <div className="find__results">
      <p className="find__more muted" role="status">
        {data.length === LIMIT ? `The first ${LIMIT} places` : plural(data.length, "place")}
        {aside.length > 0
          ? `; ${[...new Set(aside.map(({ key }) => `${key}:`))].join(" ")} asks of a run, and is left aside here`
          : ""}
      </p>
      <VirtualList
        count={data.length}
        estimate={() => ROW_HEIGHT}
        keyOf={String}
        container={{ role: "list", "aria-label": `${plural(data.length, "place")} found`, tabIndex: 0 }}
        row={(at) => ({ role: "listitem", "aria-setsize": data.length, "aria-posinset": at + 1 })}
        render={(at) => {
          const hit = data[at];
          return hit ? <Row hit={hit} query={words} onJump={() => void open(hit)} /> : null;
        }}
      />
    </div>
  );
}
