import type { Disposition, WhyCard } from "../../../core/contract/run-view.ts";
import { decisiveEvent } from "../../../core/ledger/decisive.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLayout, useWhy } from "../../data/queries.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { layout } from "../../state/layout.ts";
import { Button } from "../../widgets/button.tsx";
import { useAskState } from "../../state/ask.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { AskAnswer } from "./ask-answer.tsx";
import { AskField } from "./ask-field.tsx";
import { EventCard } from "./event-card.tsx";
import { PinnedForm } from "./pinned-form.tsx";
import { SubjectLine } from "./subject-line.tsx";
import type { Subject } from "./use-subject.ts";

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
  const main = decisiveEvent(card.events);
  const event = card.events[main];
  return (
    <div className="inspector__why">
      <Verdict subject={subject} disposition={card.disposition} step={step} />
      <PinnedForm subject={subject} sent={card.sent} />
      {event ? (
        <EventCard event={event} sentence={card.sentences[main]} main />
      ) : (
        <p className="inspector__note">
          No policy looked at it by itself: nothing in the ledger is about this message alone.
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
      <OnRequest card={card} shown={new Set(card.events.map(({ seq }) => seq))} />
    </div>
  );
}

/** The rules on the whole request of the step: this message met them, too. */
function OnRequest({ card, shown }: { readonly card: WhyCard; readonly shown: ReadonlySet<number> }) {
  const events = card.request?.events ?? [];
  const rest = events.flatMap((event, at) => (shown.has(event.seq) ? [] : [{ event, at }]));
  if (rest.length === 0) return null;
  return (
    <section>
      <h3 className="inspector__heading">Rules on the whole request</h3>
      <ol className="inspector__chain">
        {rest.map(({ event, at }) => (
          <li key={event.seq}>
            <EventCard event={event} sentence={card.request?.sentences[at]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Said of a message that lies past the request of the step. */
function NotYet({ subject, end }: { readonly subject: Subject; readonly end: number }) {
  const answer = subject.index === end;
  return (
    <>
      <EmptyState icon="info" title={answer ? "The answer to this request" : "Not in this request yet"}>
        {answer
          ? "It came back in this step. It is part of the requests from the next step on."
          : "It comes later in the recording than the request of this step."}
      </EmptyState>
      <div className="inspector__why">
        <PinnedForm subject={subject} sent={null} />
      </div>
    </>
  );
}

/** Why the chosen message is sent as it is, or is not. */
function Reason({ subject }: { readonly subject: Subject }) {
  const { place } = useCurrent();
  const request = useLayout(place);
  const known = request.data && !request.stale ? request.data : undefined;
  const end = known?.end;
  const later = subject.index !== undefined && end !== undefined && subject.index >= end;
  // A summary that was chosen under another profile, or at another step.
  const gone = "special" in subject.at && subject.at.special === "summary" && known?.summary === null;
  const why = useWhy(place, later || gone ? undefined : subject.at);
  if (gone) {
    return (
      <>
        <EmptyState icon="info" title="No summary in this request">
          Every message of this step is sent by itself. The Summary tab lists the steps at which one was made.
        </EmptyState>
        <div className="inspector__why">
          <PinnedForm subject={subject} sent={null} />
        </div>
      </>
    );
  }
  if (later && end !== undefined) return <NotYet subject={subject} end={end} />;
  if (why.error)
    return <ErrorState title="The reason cannot be shown" error={why.error} onRetry={why.retry} />;
  if (!why.data || why.stale || !place) return <Skeleton rows={4} />;
  return <Card card={why.data} subject={subject} step={place.step} />;
}

function NoSubject() {
  return (
    <EmptyState
      icon="help"
      title="Why was it sent like that?"
      actions={
        <Button onClick={() => layout.getState().set({ inspectorTab: "ledger" })}>Events of this step</Button>
      }
    >
      Choose a message in the columns, with the pointer or with j and k.
    </EmptyState>
  );
}

/** Why the chosen message is sent as it is; and when a text that is asked for was in the window. */
export function WhyTab({ subject }: { readonly subject: Subject | undefined }) {
  const asked = useAskState((state) => state.text);
  return (
    <>
      <AskField />
      {asked === "" ? null : <AskAnswer text={asked} />}
      {subject ? (
        <>
          <SubjectLine subject={subject} />
          <Reason subject={subject} />
        </>
      ) : asked === "" ? (
        <NoSubject />
      ) : null}
    </>
  );
}
