import type { SummaryReport } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useSummaries } from "../../data/run-queries.ts";
import { selection } from "../../state/selection.ts";
import { Button } from "../../widgets/button.tsx";
import { formatCount, plural, Tokens } from "../../widgets/quantity.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { TextView } from "../../widgets/text-view/text-view.tsx";
import { CoverageMap } from "./coverage-map.tsx";
import { StepLink } from "./event-card.tsx";
import { SummaryDelta, usePinnedSummaries } from "./summary-delta.tsx";
import { WhyTheCut } from "./summary-cut.tsx";
import { SummaryVersions } from "./summary-versions.tsx";
import { SurvivalCheck } from "./survival-check.tsx";
import "./summary.css";

interface ReportProps {
  readonly report: SummaryReport;
  /** The same at the pinned step. */
  readonly pinned: SummaryReport | undefined;
}

function InForce({ report, pinned }: ReportProps) {
  const now = report.versions[report.inForce];
  if (!now) {
    return (
      <p className="inspector__note">
        None is in force at this step. <SummaryDelta report={report} pinned={pinned} />
      </p>
    );
  }
  return (
    <section className="inspector__body">
      <header className="inspector__body-head">
        <h3>In force</h3>
        <span className="muted">
          <Tokens value={now.tokens} counter="chars4" /> of at most {formatCount(now.bound)}
        </span>
      </header>
      <p>
        Fired at <StepLink step={now.step} />. It stands for {plural(report.coveredEnd, "message")}, the first
        to number {formatCount(report.coveredEnd)}. <SummaryDelta report={report} pinned={pinned} />
      </p>
      <WhyTheCut version={now} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="summary__text" role="region" aria-label="Text of the summary" tabIndex={0}>
        <TextView text={now.text} label="Text of the summary" numbered={false} />
      </div>
      <Button small onClick={() => selection.getState().select({ special: "summary" }, "sent")}>
        Show it in the columns
      </Button>
    </section>
  );
}

function Report({ report, pinned }: ReportProps) {
  return (
    <div className="inspector__bodies summary">
      <div className="summary__sides">
        <div>
          <CoverageMap report={report} />
          <InForce report={report} pinned={pinned} />
        </div>
        <div>
          {report.inForce >= 0 ? <SurvivalCheck report={report} pinned={pinned} /> : null}
          <SummaryVersions report={report} />
        </div>
      </div>
    </div>
  );
}

/** The summary in force at this step: what it covers, why the cut is where it is, what it kept; and all of the run's. */
export function SummaryTab() {
  const { run, place } = useCurrent();
  const { data, stale, error, retry } = useSummaries(place);
  const pinned = usePinnedSummaries();
  const view = run.run;
  if (!view || !place) return <EmptyState icon="info" title="No run is open" />;
  if (!view.profile.policies.some((one) => one.kind === "summarize")) {
    return (
      <EmptyState icon="info" title="This profile does not summarize">
        Add the policy “summarize” in the drawer below to see when it would fire and what it would cover.
      </EmptyState>
    );
  }
  if (error) return <ErrorState title="The summaries cannot be shown" error={error} onRetry={retry} />;
  if (!data || stale) return <Skeleton rows={6} />;
  if (data.count === 0 && data.coveredEnd === 0) {
    return (
      <EmptyState icon="info" title="It never fired">
        No request of this lane went past the trigger.
      </EmptyState>
    );
  }
  return <Report report={data} pinned={pinned} />;
}
