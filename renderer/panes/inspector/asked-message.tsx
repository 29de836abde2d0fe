import type { AskedSpan } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { selection } from "../../state/selection.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount } from "../../widgets/quantity.tsx";
import { StepLink } from "./event-card.tsx";
import { subjectOf } from "./use-subject.ts";

interface SpanProps {
  readonly span: AskedSpan;
  readonly last: boolean;
  readonly now: boolean;
  readonly says: boolean;
}

/** A form that a message had, and why. */
function Span({ span, last, now, says }: SpanProps) {
  const { disposition, holds, because, sentence } = span;
  return (
    <li data-holds={holds} data-now={now} {...(now ? { "aria-current": "step" } : {})}>
      <span className="ask__when number">
        <StepLink step={span.from} />
        {span.to > span.from ? `– ${last ? "end" : formatCount(span.to)}` : null}
      </span>
      <Chip kind={disposition} look={DISPOSITION_LOOKS[disposition]} />
      {says ? <span className="ask__holds">{holds ? "says it" : "does not say it"}</span> : null}
      {because && sentence !== undefined ? (
        <p className="ask__why">
          <PlainText text={sentence.slice(0, 400)} /> Event <span className="number">{because.seq}</span>.
        </p>
      ) : null}
    </li>
  );
}

interface AskedMessageProps {
  readonly index: number;
  /** What there is to say of it beside its name. */
  readonly said: string;
  readonly spans: readonly AskedSpan[];
  readonly step: number;
  /** Whether each form says the text. */
  readonly says?: boolean;
}

/** A message that is asked about, with every form that it had in the requests; the one of the step is marked. */
export function AskedMessage({ index, said, spans, step, says = false }: AskedMessageProps) {
  const outline = useCurrent().outline.data;
  const subject = outline && subjectOf({ index }, outline);
  return (
    <li className="ask__place">
      <header>
        <button
          type="button"
          className="inspector__link"
          onClick={() => selection.getState().select({ index })}
        >
          {subject?.title ?? `Message ${formatCount(index + 1)}`}
        </button>
        <span className="muted">
          <PlainText text={said} />
        </span>
      </header>
      {spans.length === 0 ? (
        <p className="muted">In no request: nothing was asked after it.</p>
      ) : (
        <ol>
          {spans.map((span, at) => (
            <Span
              key={span.from}
              span={span}
              last={at === spans.length - 1}
              now={step >= span.from && step <= span.to}
              says={says}
            />
          ))}
        </ol>
      )}
    </li>
  );
}
