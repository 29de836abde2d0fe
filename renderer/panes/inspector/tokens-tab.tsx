import type { RunStepRow } from "../../../core/contract/run-view.ts";
import type { ShownRun } from "../../../core/contract/step-columns.ts";
import { useCurrent } from "../../data/current.tsx";
import type { RunPlace } from "../../data/queries.ts";
import { Skeleton } from "../../widgets/state-view.tsx";
import { useSelection } from "../../state/selection.ts";
import { CacheSection } from "./cache-section.tsx";
import { CategoryTable } from "./category-table.tsx";
import { comparedStep } from "./compared-step.ts";
import { CounterChoice } from "./counter-choice.tsx";
import { MoneySection } from "./money-section.tsx";
import { ReportedSection } from "./reported-section.tsx";
import "./tokens-tab.css";

/** What a section is told: the step that is shown, and what it is compared with. */
export interface TokensProps {
  readonly run: ShownRun;
  readonly place: RunPlace;
  /** The model that made most of the lane's answers, where one is recorded. */
  readonly model: string | undefined;
  readonly row: RunStepRow;
  /** The pinned step, else the one before; undefined at the first. */
  readonly other: RunStepRow | undefined;
}

/** What the step's request is made of, what it costs, and what a provider's cache takes of it. */
export function TokensTab() {
  const { run, outline, stepRow, place } = useCurrent();
  const pinned = useSelection((state) => state.pinned);
  if (!run.run || !outline.data || !stepRow || !place) return <Skeleton rows={5} />;
  const { steps } = run.run;
  const against = comparedStep(stepRow.step, pinned, steps.length);
  const told: TokensProps = {
    run: run.run,
    place,
    model: outline.data.model,
    row: stepRow,
    other: against === undefined ? undefined : steps.at(against - 1),
  };
  return (
    <div className="tokens">
      <CategoryTable {...told} />
      <CounterChoice counter={run.run.profile.tokenCounter} />
      <ReportedSection {...told} />
      <CacheSection {...told} />
      <MoneySection {...told} />
    </div>
  );
}
