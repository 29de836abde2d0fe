import { useMemo } from "react";
import { sentenceOf } from "../../../core/ledger/sentences.ts";
import type { LedgerEvent } from "../../../core/model/event.ts";
import { useCurrent } from "../../data/current.tsx";
import { usePlace } from "../../data/use-places.ts";
import { useLayout } from "../../data/queries.ts";
import { useFindState } from "../../state/find.ts";
import { layout } from "../../state/layout.ts";
import { looks, useLooks } from "../../state/looks.ts";
import { selection } from "../../state/selection.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { ActionName } from "./event-card.tsx";
import { filterEvents } from "./ledger-filter.ts";
import { comparison } from "./phrases.ts";

const ROW_HEIGHT = 46;
const rowHeight = () => ROW_HEIGHT;

/** Chooses the message of an event and shows why. */
function showMessage(index: number): void {
  selection.getState().select({ index });
  layout.getState().set({ inspectorTab: "why" });
}

/** What an event says beside its name: of an alarm all of it, as it says what is lost. */
function wordsOf(event: LedgerEvent): string | undefined {
  if (event.action === "alarm") return sentenceOf(event);
  return comparison(event) ?? event.detail?.reason ?? event.detail?.note;
}

function EventRow({ event }: { readonly event: LedgerEvent }) {
  const index = usePlace(event.subject.message);
  const words = wordsOf(event)?.slice(0, 200);
  const found = useFindState(({ events }) => events.has(event.seq));
  return (
    <div className="inspector__ledger-row" data-action={event.action} data-found={found || undefined}>
      <span className="inspector__seq number">{event.seq}</span>
      <div className="inspector__ledger-words">
        <ActionName event={event} />
        {found ? <span className="visually-hidden">found by the search</span> : null}
        {words === undefined ? null : (
          <p className="inspector__ledger-said muted number" title={words}>
            <PlainText text={words} />
          </p>
        )}
      </div>
      {index === undefined ? null : (
        <button type="button" className="inspector__link number" onClick={() => showMessage(index)}>
          message {formatCount(index + 1)}
        </button>
      )}
    </div>
  );
}

function Events({ events }: { readonly events: readonly LedgerEvent[] }) {
  return (
    <VirtualList
      count={events.length}
      estimate={rowHeight}
      // An alarm is read to its end, however many lines that takes.
      fixed={(at) => events[at]?.action !== "alarm"}
      keyOf={(at) => events[at]?.seq ?? at}
      container={{ role: "list", "aria-label": "Events of this step", tabIndex: 0 }}
      row={(at) => ({ role: "listitem", "aria-setsize": events.length, "aria-posinset": at + 1 })}
      render={(at) => {
        const event = events[at];
        return event ? <EventRow event={event} /> : null;
      }}
    />
  );
}

/** Every decision of this step, as the ledger has it. */
export function LedgerTab() {
  const { place, outline } = useCurrent();
  const request = useLayout(place);
  const words = useLooks((state) => state.words);
  const passed = useLooks((state) => state.passed);
  const { look } = looks.getState();
  const events = request.data?.events;
  const listed = useMemo(() => filterEvents(events ?? [], { words, passed }), [events, words, passed]);
  if (request.error)
    return <ErrorState title="The ledger cannot be shown" error={request.error} onRetry={request.retry} />;
  if (!events || !outline.data || !request.data) return <Skeleton rows={6} />;
  const hidden = passed ? 0 : events.filter((event) => event.action === "passed").length;
  return (
    <div className="inspector__ledger">
      <div className="inspector__tools">
        <input
          type="search"
          className="inspector__filter"
          placeholder="Filter: policy, action, message, reason"
          aria-label="Filter the events"
          value={words}
          onChange={(event) => look({ words: event.currentTarget.value })}
        />
        <label className="inspector__check">
          <input
            type="checkbox"
            checked={passed}
            onChange={(event) => look({ passed: event.currentTarget.checked })}
          />
          passed
        </label>
      </div>
      <p className="inspector__count muted" role="status">
        Step {request.data.step}: {plural(listed.length, "event")}
        {hidden > 0 ? `; ${formatCount(hidden)} that looked and passed not shown` : null}
      </p>
      {listed.length > 0 ? (
        <Events events={listed} />
      ) : (
        <EmptyState
          icon="check"
          title={events.length === hidden ? "Nothing happened in this step" : "No event matches"}
        >
          {hidden > 0 ? "Every policy looked and passed." : null}
        </EmptyState>
      )}
    </div>
  );
}
