import { useMemo } from "react";
import type { Fact, FactKind, SummaryReport, Survival } from "../../../core/model/run-answers.ts";
import { ask } from "../../state/ask.ts";
import { layout } from "../../state/layout.ts";
import { looks, useLooks } from "../../state/looks.ts";
import { selection } from "../../state/selection.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, formatDelta } from "../../widgets/quantity.tsx";
import { lostSince } from "./summary-delta.tsx";

const NAMES: { readonly [K in FactKind]: string } = {
  path: "Paths",
  identifier: "Identifiers",
  number: "Numbers",
  error: "Errors",
  decision: "Decisions",
};

/** What became of a fact. */
type Fate = "lost" | "sent" | "kept";
const FATES: { readonly [F in Fate]: string } = {
  lost: "lost",
  sent: "still sent by another message",
  kept: "in the summary",
};

function fateOf({ kept, sent }: Fact): Fate {
  return kept ? "kept" : sent ? "sent" : "lost";
}

/** No more facts than these are drawn. */
const DRAWN = 40;

interface KindRowProps {
  readonly row: Survival;
  /** How many more were lost than at the pinned step. */
  readonly since: number | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Shares({ row }: { readonly row: Survival }) {
  return (
    <span className="survival__bar" aria-hidden="true">
      <span data-fate="kept" style={{ flexGrow: row.kept }} />
      <span data-fate="sent" style={{ flexGrow: row.sent }} />
      <span data-fate="lost" style={{ flexGrow: row.lost }} />
    </span>
  );
}

function KindRow({ row, since, chosen, onChoose }: KindRowProps) {
  const { kind, total, kept, sent, lost } = row;
  return (
    <tr aria-current={chosen}>
      <th scope="row">
        <button
          type="button"
          className="inspector__link"
          aria-pressed={chosen}
          disabled={total === 0}
          onClick={onChoose}
        >
          {NAMES[kind]}
        </button>
      </th>
      <td className="survival__cell">
        <Shares row={row} />
      </td>
      <td className="number">{formatCount(kept)}</td>
      <td className="number">{formatCount(sent)}</td>
      <td className="number" data-lost={lost > 0}>
        {formatCount(lost)}
      </td>
      {since === undefined ? null : <td className="number">{formatDelta(since)}</td>}
    </tr>
  );
}

function askFor(text: string): void {
  ask.getState().ask(text.replace(/…$/, ""));
  layout.getState().set({ inspectorTab: "why" });
}

function FactRow({ fact }: { readonly fact: Fact }) {
  const fate = fateOf(fact);
  return (
    <li data-fate={fate}>
      <span className="survival__mark" title={FATES[fate]}>
        {fate}
      </span>
      <button
        type="button"
        className="survival__text"
        title="Ask the window for it"
        onClick={() => askFor(fact.text)}
      >
        <PlainText text={fact.text.slice(0, 240)} />
      </button>
      <button
        type="button"
        className="inspector__link number"
        onClick={() => selection.getState().select({ index: fact.first })}
      >
        message {formatCount(fact.first + 1)}
        {fact.times > 1 ? ` +${formatCount(fact.times - 1)}` : ""}
      </button>
    </li>
  );
}

function Facts({
  facts,
  kind,
  total,
}: {
  readonly facts: readonly Fact[];
  readonly kind: FactKind;
  readonly total: number;
}) {
  const own = useMemo(() => facts.filter((fact) => fact.kind === kind).slice(0, DRAWN), [facts, kind]);
  return (
    <>
      <ol className="survival__facts" aria-label={`${NAMES[kind]} of the covered messages`}>
        {own.map((fact) => (
          <FactRow key={fact.text} fact={fact} />
        ))}
      </ol>
      {total > own.length ? (
        <p className="muted">{formatCount(total - own.length)} more of this kind, lost ones first.</p>
      ) : null}
    </>
  );
}

interface SurvivalCheckProps {
  readonly report: SummaryReport;
  /** The same at the pinned step. */
  readonly pinned: SummaryReport | undefined;
}

/** Which paths, identifiers, numbers, errors and decisions of the covered messages the summary kept. */
export function SurvivalCheck({ report, pinned }: SurvivalCheckProps) {
  const { survival, facts } = report;
  const first = survival.find(({ lost }) => lost > 0) ?? survival.find(({ total }) => total > 0);
  const chosen = useLooks((state) => state.facts);
  const kind = chosen ?? first?.kind;
  const row = survival.find((one) => one.kind === kind);
  return (
    <section className="survival" aria-label="What survived">
      <h3 className="inspector__heading">What survived of the covered part</h3>
      {first === undefined ? (
        <p className="muted">No path, identifier, number, error or decision was found in it.</p>
      ) : (
        <>
          <table className="inspector__table">
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">
                  <span className="visually-hidden">Shares</span>
                </th>
                <th scope="col">Kept</th>
                <th scope="col" title="Not in the summary, but in another message of this request">
                  Sent
                </th>
                <th scope="col">Lost</th>
                {pinned ? (
                  <th scope="col" title={`How many more are lost than at step ${formatCount(pinned.step)}`}>
                    Δ{formatCount(pinned.step)}
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {survival.map((one) => (
                <KindRow
                  key={one.kind}
                  row={one}
                  since={pinned && lostSince(report, pinned, one.kind)}
                  chosen={one.kind === kind}
                  onChoose={() => looks.getState().look({ facts: one.kind })}
                />
              ))}
            </tbody>
          </table>
          {kind && row && row.total > 0 ? <Facts facts={facts} kind={kind} total={row.total} /> : null}
          <p className="muted survival__note">
            Derived: found by their form in what was said and called, and in the errors of results.
          </p>
        </>
      )}
    </section>
  );
}
