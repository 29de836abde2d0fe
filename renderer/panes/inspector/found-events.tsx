import type { LedgerEvent } from "../../../core/model/event.ts";
import type { FindReport } from "../../../core/model/run-answers.ts";
import { sentenceOf } from "../../../core/ledger/sentences.ts";
import { usePlace } from "../../data/use-places.ts";
import { selection } from "../../state/selection.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { EmptyState } from "../../widgets/state-view.tsx";
import { VirtualList } from "../../widgets/virtual-list/virtual-list.tsx";
import { ActionName, StepLink } from "./event-card.tsx";

const ROW_HEIGHT = 58;

function Row({ event }: { readonly event: LedgerEvent }) {
  const index = usePlace(event.subject.message);
  return (
    <div className="find__event">
      <div className="find__where">
        <span className="inspector__seq number">{event.seq}</span>
        <ActionName event={event} />
        <StepLink step={event.step} />
        {index === undefined ? null : (
          <button
            type="button"
            className="inspector__link number"
            onClick={() => selection.getState().select({ index })}
          >
            message {formatCount(index + 1)}
          </button>
        )}
      </div>
      <p className="muted">
        <PlainText text={sentenceOf(event).slice(0, 300)} />
      </p>
    </div>
  );
}

/** The decisions that a search found, in the order of the ledger. */
export function FoundEvents({ report }: { readonly report: FindReport }) {
  const { events, eventTotal } = report;
  if (eventTotal === 0) {
    return (
      <EmptyState icon="search" title="No decision is like that">
        Decisions are found by rule, action, step and turn, and by the messages that they are about.
      </EmptyState>
    );
  }
  return (
    <>
      {eventTotal > events.length ? (
        <p className="find__more muted">The first {formatCount(events.length)} are listed.</p>
      ) : null}
      <VirtualList
        count={events.length}
        estimate={() => ROW_HEIGHT}
        keyOf={(at) => events[at]?.seq ?? at}
        container={{ role: "list", "aria-label": `${plural(eventTotal, "decision")} found`, tabIndex: 0 }}
        row={(at) => ({ role: "listitem", "aria-setsize": events.length, "aria-posinset": at + 1 })}
        render={(at) => {
          const event = events[at];
          return event ? <Row event={event} /> : null;
        }}
      />
    </>
  );
}
