import type { LineRange } from "../../../core/model/event.ts";
import type { AskedPlace, AskedSummary, AskedWindow } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useAsk } from "../../data/run-queries.ts";
import { useSection } from "../../state/looks.ts";
import { Icon } from "../../widgets/icon.tsx";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { AskedFile } from "./asked-file.tsx";
import { AskedMessage } from "./asked-message.tsx";
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
      {total === 0 ? "No message has" : plural(total, "message has", "messages have")} it
      {fixed === "" ? "." : `, and ${fixed}.`}
    </p>
  );
}

function Says({ summary, children }: { readonly summary: AskedSummary; readonly children: string }) {
  return (
    <p className="ask__remains" data-holds={summary.holds}>
      <Icon name={summary.holds ? "check" : "close"} size={12} /> {children},{" "}
      {plural(summary.covered, "message")}, {summary.holds ? "says it" : "does not say it"}.
    </p>
  );
}

/** Whether what stands in its place still says it: the summary of this request, and what could be read back. */
function Remains({ answer }: { readonly answer: AskedWindow }) {
  const { summaries, stores, step } = answer;
  const section = useSection("summaries");
  const now = summaries.find(({ from, to }) => step >= from && step <= to);
  const others = summaries.filter((one) => one !== now);
  return (
    <>
      {now ? <Says summary={now}>The summary in this request</Says> : null}
      {stores.slice(0, DRAWN).map(({ path, line }) => (
        <p key={path} className="ask__remains" data-holds="true">
          <Icon name="check" size={12} /> It could be read back: line {formatCount(line)} of{" "}
          <code>
            <PlainText text={path.slice(0, 300)} />
          </code>
          .
        </p>
      ))}
      {others.length > 0 ? (
        <details className="ask__text" {...section}>
          <summary>{plural(others.length, "summary", "summaries")} of other requests</summary>
          {others.map((summary) => (
            <Says key={summary.from} summary={summary}>{`The summary of ${stepsSaid(summary)}`}</Says>
          ))}
        </details>
      ) : null}
    </>
  );
}

/** Messages that the request has the text of first, then those of it that do not say it, then all others. */
function inOrder(places: readonly AskedPlace[], step: number): AskedPlace[] {
  const rank = ({ spans }: AskedPlace) => {
    const now = spans.find(({ from, to }) => step >= from && step <= to);
    return now ? (now.holds ? 0 : 1) : 2;
  };
  return places.toSorted((a, b) => rank(a) - rank(b) || a.index - b.index);
}

function Places({ answer }: { readonly answer: AskedWindow }) {
  const places = inOrder(answer.places, answer.step).slice(0, DRAWN);
  if (places.length === 0) return null;
  return (
    <>
      <ol className="ask__places" aria-label="Messages that have it">
        {places.map(({ index, count, spans }) => (
          <AskedMessage
            key={index}
            index={index}
            said={count === 0 ? "only as it was sent" : plural(count, "time")}
            spans={spans}
            step={answer.step}
            says
          />
        ))}
      </ol>
      {answer.total > places.length ? (
        <p className="muted">
          {places.length} of {plural(answer.total, "message")} are told.
        </p>
      ) : null}
    </>
  );
}

/** What is known of the text as it stands. */
function AsText({ answer, headed }: { readonly answer: AskedWindow; readonly headed: boolean }) {
  const { steps } = useCurrent();
  const holds = includes(answer.visible, answer.step);
  return (
    <>
      {headed ? (
        <h3 data-holds={holds}>
          <Icon name={holds ? "check" : "close"} size={14} /> {headline(answer)}
        </h3>
      ) : (
        <p>{headline(answer)}.</p>
      )}
      <Strip ranges={answer.visible} steps={steps} step={answer.step} />
      <Where answer={answer} />
      <Remains answer={answer} />
      <Places answer={answer} />
    </>
  );
}

function Answer({ answer }: { readonly answer: AskedWindow }) {
  const { file, step } = answer;
  return (
    <section className="ask__answer" aria-label="Answer of the window">
      {file ? (
        <AskedFile file={file} step={step}>
          <AsText answer={answer} headed={false} />
        </AskedFile>
      ) : (
        <AsText answer={answer} headed />
      )}
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
