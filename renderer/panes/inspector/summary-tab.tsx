import type { RunSummary } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { Button } from "../../widgets/button.tsx";
import { formatCount, plural, Tokens } from "../../widgets/quantity.tsx";
import { EmptyState } from "../../widgets/state-view.tsx";
import { TextView } from "../../widgets/text-view/text-view.tsx";
import { selection } from "../../state/selection.ts";
import { StepLink } from "./event-card.tsx";

/** The summary that a step's request stands on: the newest that was committed by then and not taken back. */
export function summaryAt(summaries: readonly RunSummary[], step: number): RunSummary | undefined {
  return summaries.findLast((one) => one.firedAtStep <= step && (one.restoredAtStep ?? Infinity) > step);
}

function Versions({
  summaries,
  now,
}: {
  readonly summaries: readonly RunSummary[];
  readonly now: RunSummary | undefined;
}) {
  return (
    <section>
      <h3 className="inspector__heading">All summaries of this run</h3>
      <table className="inspector__table">
        <thead>
          <tr>
            <th scope="col">Fired at</th>
            <th scope="col">Covers</th>
            <th scope="col">Tokens</th>
            <th scope="col">Taken back</th>
          </tr>
        </thead>
        <tbody>
          {summaries.map((one, at) => (
            <tr key={at} aria-current={one === now}>
              <td>
                <StepLink step={one.firedAtStep} />
              </td>
              <td className="number">{plural(one.covered, "message")}</td>
              <td className="number">{formatCount(one.tokens)}</td>
              <td>{one.restoredAtStep === undefined ? "no" : <StepLink step={one.restoredAtStep} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function InForce({ summary, bound }: { readonly summary: RunSummary; readonly bound: number | undefined }) {
  return (
    <section className="inspector__body">
      <header className="inspector__body-head">
        <h3>In force</h3>
        <span className="muted">
          <Tokens value={summary.tokens} /> {bound === undefined ? null : `of at most ${formatCount(bound)}`}
        </span>
      </header>
      <p>
        Fired at <StepLink step={summary.firedAtStep} />. It stands for {plural(summary.covered, "message")},
        the first to number {formatCount(summary.coveredEnd)}.
      </p>
      <TextView text={summary.text} label="Text of the summary" numbered={false} />
      <Button small onClick={() => selection.getState().select({ special: "summary" }, "sent")}>
        Show it in the columns
      </Button>
    </section>
  );
}

/** The summary in force at this step, and all of the run's. */
export function SummaryTab() {
  const { run, step } = useCurrent();
  const view = run.run;
  if (!view || step === undefined) return <EmptyState icon="info" title="No run is open" />;
  const policy = view.profile.policies.find((one) => one.kind === "summarize");
  if (!policy) {
    return (
      <EmptyState icon="info" title="This profile does not summarize">
        Add the policy “summarize” in the drawer below to see when it would fire and what it would cover.
      </EmptyState>
    );
  }
  if (view.summaries.length === 0) {
    return (
      <EmptyState icon="info" title="It never fired">
        No request of this lane went past the trigger.
      </EmptyState>
    );
  }
  const now = summaryAt(view.summaries, step);
  return (
    <div className="inspector__bodies">
      {now ? (
        <InForce summary={now} bound={policy.maxSummaryTokens} />
      ) : (
        <p className="inspector__note">None is in force at this step.</p>
      )}
      <Versions summaries={view.summaries} now={now} />
    </div>
  );
}
