import type { LedgerEvent } from "../../../core/model/event.ts";
import { usePlaces } from "../../data/use-places.ts";
import { selection } from "../../state/selection.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount } from "../../widgets/quantity.tsx";
import { Gauge } from "./gauge.tsx";
import { comparison, detailPairs } from "./phrases.ts";
import { SizeBars } from "./size-bars.tsx";

/** Leads to the step of an event. */
export function StepLink({ step }: { readonly step: number }) {
  return (
    <button
      type="button"
      className="inspector__link number"
      title={`Go to step ${formatCount(step)}`}
      onClick={() => selection.getState().goToStep(step)}
    >
      step {formatCount(step)}
    </button>
  );
}

/** The policy and what it did. */
export function ActionName({ event }: { readonly event: LedgerEvent }) {
  return (
    <span className="inspector__action" data-action={event.action}>
      <b>{event.policy}</b> {event.action}
    </span>
  );
}

/** What else is known of an event. */
export function Details({ event }: { readonly event: LedgerEvent }) {
  const { coveredFrom, coversThrough, heldBy } = event.detail ?? {};
  const indexOf = usePlaces([coveredFrom, coversThrough, heldBy].filter((id) => id !== undefined));
  const pairs = event.detail ? detailPairs(event.detail, indexOf) : [];
  if (event.subject.path !== undefined) pairs.unshift(["Path", event.subject.path.slice(0, 400)]);
  if (pairs.length === 0) return null;
  return (
    <dl className="inspector__details">
      {pairs.map(([word, text]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <PlainText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface EventCardProps {
  readonly event: LedgerEvent;
  readonly sentence: string | undefined;
  /** The event that decides what is sent now. */
  readonly main?: boolean;
}

/** One decision: the rule, what it held against what, and what that did. */
export function EventCard({ event, sentence, main = false }: EventCardProps) {
  const numbers = comparison(event);
  const said = sentence !== undefined && sentence !== "";
  return (
    <article className={main ? "inspector__event inspector__event--main" : "inspector__event"}>
      <header>
        <ActionName event={event} />
        <StepLink step={event.step} />
      </header>
      {said ? (
        <p className="inspector__sentence">
          <PlainText text={sentence.slice(0, 1000)} />
        </p>
      ) : null}
      {numbers !== undefined && (main || !said) ? <Gauge event={event} words={numbers} /> : null}
      {event.before && event.after && event.before.bytes !== event.after.bytes ? (
        <SizeBars before={event.before} after={event.after} />
      ) : null}
      <Details event={event} />
    </article>
  );
}
