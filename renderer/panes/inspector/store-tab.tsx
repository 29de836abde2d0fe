import type { LostMessage, StoreReport, StoreState } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useStores } from "../../data/run-queries.ts";
import { Icon } from "../../widgets/icon.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatBytes, plural } from "../../widgets/quantity.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { MessageButton } from "./message-button.tsx";
import { DanglingDelta, StoreDelta, storesOfBoth, usePinnedStores } from "./store-delta.tsx";
import { StoreFill } from "./store-fill.tsx";
import { LeftRows, LiveRows } from "./store-rows.tsx";
import "./store.css";

const NAMES: { readonly [S in StoreState["store"]]: string } = {
  offload: "Offloaded results",
  spill: "Spill files",
  file: "Stored files",
  page: "Pages in memory",
};

/** No more pointers than these are drawn. */
const DRAWN = 30;

const WHAT: { readonly [W in LostMessage["what"]]: string } = {
  task: "The task, the first user message,",
  "newest-user": "The newest user message",
};

/** The alarm: something that every request should hold is not in this one. */
function Lost({ lost }: { readonly lost: LostMessage }) {
  return (
    <p className="store__alarm" role="alert">
      <Icon name="warning" size={14} />
      <span>
        {WHAT[lost.what]} is not sent as a message of its own: <MessageButton index={lost.index} />
        {lost.sentence === undefined ? null : (
          <span className="store__because">
            <PlainText text={lost.sentence.slice(0, 400)} />
          </span>
        )}
      </span>
    </p>
  );
}

interface ReportProps {
  readonly report: StoreReport;
  /** The stores at the pinned step. */
  readonly pinned: StoreReport | undefined;
}

function Dangling({ report, pinned }: ReportProps) {
  const { dangling } = report;
  return (
    <section>
      <h3 className="inspector__heading">
        Dangling pointers
        <DanglingDelta report={report} pinned={pinned} />
      </h3>
      {dangling.length === 0 ? (
        <p className="store__fine">
          <Icon name="check" size={12} /> Every path that this request names can be read back.
        </p>
      ) : (
        <ul className="store__dangling">
          {dangling.slice(0, DRAWN).map(({ index, path, reason }) => (
            <li key={`${index}/${path}`}>
              <MessageButton index={index} /> points at{" "}
              <code>
                <PlainText text={path.slice(0, 300)} />
              </code>
              <p className="muted">
                <PlainText text={reason.slice(0, 400)} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Store({ store, report, pinned }: ReportProps & { readonly store: StoreState }) {
  return (
    <section className="store__one" aria-label={NAMES[store.store]}>
      <h3>
        {NAMES[store.store]}{" "}
        <span className="muted number">
          {plural(store.live.length, "entry", "entries")}, {formatBytes(store.bytes)} of text
        </span>{" "}
        <StoreDelta store={store} pinned={pinned} />
      </h3>
      {store.fill.length > 0 ? <StoreFill store={store} step={report.step} /> : null}
      <LiveRows rows={store.live} step={report.step} />
      <LeftRows rows={store.left} count={store.leftCount} />
    </section>
  );
}

function Report({ report, pinned }: ReportProps) {
  const { lost, orphans } = report;
  const stores = storesOfBoth(report.stores, pinned);
  return (
    <div className="store">
      {lost.map((one) => (
        <Lost key={one.what} lost={one} />
      ))}
      {stores.length === 0 ? (
        <p className="inspector__note">Nothing is stored at this step.</p>
      ) : (
        stores.map((store) => <Store key={store.store} store={store} report={report} pinned={pinned} />)
      )}
      {orphans.length > 0 ? (
        <p className="store__orphans">
          {plural(orphans.length, "stored result")} {orphans.length === 1 ? "is" : "are"} named by no message
          of this request: the model cannot know of {orphans.length === 1 ? "it" : "them"}.
        </p>
      ) : null}
      <Dangling report={report} pinned={pinned} />
    </div>
  );
}

/** What the stores held when this step was asked, what left them, and who points at what. */
export function StoreTab() {
  const { place } = useCurrent();
  const { data, stale, error, retry } = useStores(place);
  const pinned = usePinnedStores();
  if (!place) return <EmptyState icon="info" title="No run is open" />;
  if (error) return <ErrorState title="The stores cannot be shown" error={error} onRetry={retry} />;
  if (!data || stale) return <Skeleton rows={6} />;
  const { lost, dangling } = data;
  if (storesOfBoth(data.stores, pinned).length === 0 && lost.length === 0 && dangling.length === 0) {
    return (
      <EmptyState icon="file" title="Nothing was stored">
        No policy of this profile has stored a result up to this step. Offload, spill, respond-limit and
        paging do, past their thresholds.
      </EmptyState>
    );
  }
  return <Report report={data} pinned={pinned} />;
}
