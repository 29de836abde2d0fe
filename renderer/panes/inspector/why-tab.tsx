import type { Disposition, WhyCard } from "../../../core/contract/run-view.ts";
import type { Action } from "../../../core/model/event.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLayout, useWhy } from "../../data/queries.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { layout } from "../../state/layout.ts";
import { Button } from "../../widgets/button.tsx";
import { Chip } from "../../widgets/chip/chip.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { EventCard } from "./event-card.tsx";
import type { Subject } from "./use-subject.ts";

/** What changes nothing in a request: it is told in the chain, never as the reason. */
const ASIDE: ReadonlySet<Action> = new Set<Action>(["passed", "alarm", "warned"]);

/** The event that decides the disposition: the last that did something, else the last of all. */
function decisive(card: WhyCard): number {
  const acted = card.events.findLastIndex((event) => !ASIDE.has(event.action));
  return acted >= 0 ? acted : card.events.length - 1;
}

interface VerdictProps {
  readonly subject: Subject;
  readonly disposition: Disposition;
  readonly step: number;
}

/** What became of the subject, in one sentence. A summary has no raw form that it could be kept in. */
function Verdict({ subject, disposition, step }: VerdictProps) {
  const summary = "special" in subject.at && subject.at.special === "summary";
  const kind = summary ? "summarised" : disposition;
  const look = DISPOSITION_LOOKS[kind];
  return (
    <div className="inspector__verdict">
      <Chip kind={kind} look={look} />
      <p>
        {summary ? "Sent in place of the messages that it covers" : look.means}{" "}
        <span className="muted">in the request of step {step}.</span>
      </p>
    </div>
  );
}

function Card({
  card,
  subject,
  step,
}: {
  readonly card: WhyCard;
  readonly subject: Subject;
  readonly step: number;
}) {
  const main = decisive(card);
  const event = card.events[main];
  return (
    <div className="inspector__why">
      <Verdict subject={subject} disposition={card.disposition} step={step} />
      {event ? (
        <EventCard event={event} sentence={card.sentences[main]} main />
      ) : (
        <p className="inspector__note">
          No policy looked at it: nothing in the ledger is about this message.
        </p>
      )}
      {card.events.length > 1 ? (
        <section>
          <h3 className="inspector__heading">Since it entered</h3>
          <ol className="inspector__chain">
            {card.events.map((one, at) => (
              <li key={one.seq} data-main={at === main}>
                <EventCard event={one} sentence={card.sentences[at]} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  );
}

/** Said of a message that lies past the request of the step. */
function NotYet({ subject, end }: { readonly subject: Subject; readonly end: number }) {
  const answer = subject.index === end;
  return (
    <EmptyState icon="info" title={answer ? "The answer to this request" : "Not in this request yet"}>
      {answer
        ? "It came back in this step. It is part of the requests from the next step on."
        : "It comes later in the recording than the request of this step."}
    </EmptyState>
  );
}

/** Why the chosen message is sent as it is, or is not. */
export function WhyTab({ subject }: { readonly subject: Subject | undefined }) {
  const { place } = useCurrent();
  const request = useLayout(place);
  const end = request.data && !request.stale ? request.data.end : undefined;
  const later = subject?.index !== undefined && end !== undefined && subject.index >= end;
  const why = useWhy(place, later ? undefined : subject?.at);
  if (!subject) {
    return (
      <EmptyState
        icon="help"
        title="Why was it sent like that?"
        actions={
          <Button onClick={() => layout.getState().set({ inspectorTab: "ledger" })}>
            Events of this step
          </Button>
        }
      >
        Choose a message in the columns, with the pointer or with j and k.
      </EmptyState>
    );
  }
  if (later && end !== undefined) return <NotYet subject={subject} end={end} />;
  if (why.error)
    return <ErrorState title="The reason cannot be shown" error={why.error} onRetry={why.retry} />;
  if (!why.data || why.stale || !place) return <Skeleton rows={4} />;
  return <Card card={why.data} subject={subject} step={place.step} />;
}
