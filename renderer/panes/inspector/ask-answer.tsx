import type { LineRange } from "../../../core/model/event.ts";
import type { AskedPlace, AskedSpan, AskedWindow } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useAsk } from "../../data/run-queries.ts";
import { DISPOSITION_LOOKS } from "../../data/vocabulary.ts";
import { selection } from "../../state/selection.ts";
import { Chip } from "../../widgets/chip/chip.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { StepLink } from "./event-card.tsx";
import { subjectOf } from "./use-subject.ts";
import "./ask.css";

/** No more places than these are drawn. */
const DRAWN = 20;

/** "step 4" or "steps 4–9". */
export function stepsSaid({ from, to }: LineRange): string {
  return from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)}–${formatCount(to)}`;
}

function includes(ranges: readonly LineRange[], step: number): boolean {
  return ranges.some(({ from, to }) => step >= from && step <= to);
}

/** Where the text stood, over all steps, to scale; the step that is shown is marked. */
function Strip({
  ranges,
  steps,
  step,
}: {
  readonly ranges: readonly LineRange[];
  readonly steps: number;
  readonly step: number;
}) {
  const share = (value: number) => `${(value / Math.max(1, steps)) * 100}%`;
  return (
    <div className="ask__strip" aria-hidden="true">
      {ranges.slice(0, 60).map(({ from, to }) => (
        <span key={from} style={{ left: share(from - 1), width: share(to - from + 1) }} />
      ))}
      <i style={{ left: share(step - 0.5) }} />
    </div>
  );
}

/** Every form a message had, and why. */
function Span({ span, last }: { readonly span: AskedSpan; readonly last: boolean }) {
  const { disposition, holds, because, sentence } = span;
  return (
    <li data-holds={holds}>
      <span className="ask__when number">
        <StepLink step={span.from} />
        {span.to > span.from ? `– ${last ? "end" : formatCount(span.to)}` : null}
      </span>
      <Chip kind={disposition} look={DISPOSITION_LOOKS[disposition]} />
      <span className="ask__holds">{holds ? "says it" : "does not say it"}</span>
      {because && sentence !== undefined ? (
        <p className="ask__why">
          <PlainText text={sentence.slice(0, 400)} /> Event <span className="number">{because.seq}</span>.
        </p>
      ) : null}
    </li>
  );
}

function Place({ place }: { readonly place: AskedPlace }) {
  const outline = useCurrent().outline.data;
  const subject = outline && subjectOf({ index: place.index }, outline);
  return (
    <li className="ask__place">
      <header>
        <button
          type="button"
          className="inspector__link"
          onClick={() => selection.getState().select({ index: place.index })}
        >
          {subject?.title ?? `Message ${formatCount(place.index + 1)}`}
        </button>
        <span className="muted">
          {place.count === 0 ? "only as it was sent" : plural(place.count, "time")}
        </span>
      </header>
      {place.spans.length === 0 ? (
        <p className="muted">In no request: nothing was asked after it.</p>
      ) : (
        <ol>
          {place.spans.map((span, at) => (
            <Span key={span.from} span={span} last={at === place.spans.length - 1} />
          ))}
        </ol>
      )}
    </li>
  );
}

function headline({ visible, total, system, tools, step }: AskedWindow): string {
  if (includes(visible, step)) return `In the request of step ${formatCount(step)}`;
  if (visible.length > 0) return `Not in the request of step ${formatCount(step)}`;
  if (total > 0 || system || tools) return "Never in a request";
  return "Nowhere in this thread";
}

function Where({ answer }: { readonly answer: AskedWindow }) {
  const { visible, total, system, tools } = answer;
  const fixed = [system ? "the system prompt" : "", tools ? "the tool definitions" : ""]
    .filter(Boolean)
    .join(" and ");
  return (
    <p>
      {visible.length > 0 ? (
        <>
          The window held it in {visible.slice(0, 6).map(stepsSaid).join(", ")}
          {visible.length > 6 ? ` and ${formatCount(visible.length - 6)} more stretches` : ""}.{" "}
        </>
      ) : null}
      {plural(total, "message")} {total === 1 ? "has" : "have"} it{fixed === "" ? "." : `, and ${fixed}.`}
    </p>
  );
}

/** Whether what stands in its place still says it: summaries, and what could be read back. */
function Remains({ answer }: { readonly answer: AskedWindow }) {
  const { summaries, stores } = answer;
  return (
    <>
      {summaries.map((summary) => (
        <p key={summary.from} className="ask__remains" data-holds={summary.holds}>
          <Icon name={summary.holds ? "check" : "close"} size={12} /> The summary of {stepsSaid(summary)},{" "}
          {plural(summary.covered, "message")}, {summary.holds ? "says it" : "does not say it"}.
        </p>
      ))}
      {stores.slice(0, DRAWN).map(({ path, line }) => (
        <p key={path} className="ask__remains" data-holds="true">
          <Icon name="check" size={12} /> It could be read back: line {formatCount(line)} of{" "}
          <code>
            <PlainText text={path.slice(0, 300)} />
          </code>
          .
        </p>
      ))}
    </>
  );
}

function Answer({ answer }: { readonly answer: AskedWindow }) {
  const { steps } = useCurrent();
  const holds = includes(answer.visible, answer.step);
  const places = answer.places.slice(0, DRAWN);
  return (
    <section className="ask__answer" aria-label="Answer of the window">
      <h3 data-holds={holds}>
        <Icon name={holds ? "check" : "close"} size={14} /> {headline(answer)}
      </h3>
      <Strip ranges={answer.visible} steps={steps} step={answer.step} />
      <Where answer={answer} />
      <Remains answer={answer} />
      {places.length > 0 ? (
        <ol className="ask__places" aria-label="Messages that have it">
          {places.map((place) => (
            <Place key={place.index} place={place} />
          ))}
        </ol>
      ) : null}
      {answer.total > places.length ? (
        <p className="muted">
          The first {places.length} of {formatCount(answer.total)} messages are told.
        </p>
      ) : null}
    </section>
  );
}

/** When the text that was asked for was in the window. */
export function AskAnswer({ text }: { readonly text: string }) {
  const { place } = useCurrent();
  const { data, stale, error, retry } = useAsk(place, text);
  if (error) return <ErrorState title="The window cannot be asked" error={error} onRetry={retry} />;
  if (!data || (stale && data.text !== text)) return <Skeleton rows={3} label="Asking the window" />;
  return <Answer answer={data} />;
}
