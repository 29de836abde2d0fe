import { useState } from "react";
import type { SummaryReport, SummaryVersion } from "../../../core/model/run-answers.ts";
import { DiffEditor } from "../../widgets/code-editor/diff-editor.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatBytes, formatCount, plural } from "../../widgets/quantity.tsx";
import { StepLink } from "./event-card.tsx";
import { WhyTheCut } from "./summary-cut.tsx";

/** Two texts together of more UTF-16 units than this are not compared here. */
const DIFF_UNITS = 1_000_000;

/** The version that another one went on from: the newest before it that was not taken back by then. */
export function beforeOf(versions: readonly SummaryVersion[], at: number): SummaryVersion | undefined {
  const step = versions[at]?.step ?? 0;
  return versions.slice(0, at).findLast(({ restoredAtStep }) => (restoredAtStep ?? Infinity) > step);
}

function growth(version: SummaryVersion, before: SummaryVersion | undefined): string {
  if (!before) return "first";
  const more = version.tokens - before.tokens;
  return more === 0 ? "the same" : `${more > 0 ? "+" : "−"}${formatCount(Math.abs(more))}`;
}

interface RowProps {
  readonly version: SummaryVersion;
  readonly before: SummaryVersion | undefined;
  readonly number: number;
  readonly now: boolean;
  readonly onCompare: () => void;
}

function Row({ version, before, number, now, onCompare }: RowProps) {
  const { step, from, to, tokens, bound, cutBytes, restoredAtStep } = version;
  return (
    <tr aria-current={now}>
      <th scope="row">
        <span className="number">{number}</span> <StepLink step={step} />
      </th>
      <td className="number" title={`${plural(to - from, "message")} more than before`}>
        {formatCount(from + 1)}–{formatCount(to)}
      </td>
      <td className="number" title={`It replaces ${formatCount(version.replaced)} tokens`}>
        {formatCount(tokens)}
        <span className="summary__fill" aria-hidden="true">
          <span style={{ width: `${Math.min(100, (tokens / Math.max(1, bound)) * 100)}%` }} />
        </span>
      </td>
      <td className="number">{growth(version, before)}</td>
      <td>
        {cutBytes > 0 ? `cut by ${formatBytes(cutBytes)}` : null}
        {restoredAtStep === undefined ? null : (
          <>
            {" "}
            taken back at <StepLink step={restoredAtStep} />
          </>
        )}
        {before ? (
          <button
            type="button"
            className="inspector__link"
            aria-label={`Compare summary ${number} with the one before`}
            onClick={onCompare}
          >
            diff
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function Comparison({
  a,
  b,
  onClose,
}: {
  readonly a: SummaryVersion;
  readonly b: SummaryVersion;
  readonly onClose: () => void;
}) {
  const large = a.text.length + b.text.length > DIFF_UNITS;
  return (
    <Dialog open onClose={onClose} title={`Summary of step ${a.step} against step ${b.step}`} width={1200}>
      <WhyTheCut version={b} />
      {large ? (
        <p className="inspector__note">The two texts are too large to be compared here.</p>
      ) : (
        <div className="inspector__large">
          <DiffEditor
            original={a.text}
            modified={b.text}
            originalLabel={`Summary of step ${a.step}`}
            modifiedLabel={`Summary of step ${b.step}`}
            sideBySide
          />
        </div>
      )}
    </Dialog>
  );
}

/** The chain of summaries: what each is new for, how it grew, where its bound cut it, and what changed in its text. */
export function SummaryVersions({ report }: { readonly report: SummaryReport }) {
  const { versions, inForce, first, count } = report;
  const [compared, setCompared] = useState<number>();
  const b = compared === undefined ? undefined : versions[compared];
  const a = compared === undefined ? undefined : beforeOf(versions, compared);
  return (
    <section>
      <h3 className="inspector__heading">All summaries of this run</h3>
      {versions.length < count ? (
        <p className="muted">
          Number {formatCount(first + 1)} to {formatCount(first + versions.length)} of {formatCount(count)}.
        </p>
      ) : null}
      <table className="inspector__table">
        <thead>
          <tr>
            <th scope="col">Fired at</th>
            <th scope="col">New</th>
            <th scope="col">Tokens</th>
            <th scope="col">Growth</th>
            <th scope="col">
              <span className="visually-hidden">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => (
            <Row
              key={version.seq}
              version={version}
              before={beforeOf(versions, at)}
              number={first + at + 1}
              now={at === inForce}
              onCompare={() => setCompared(at)}
            />
          ))}
        </tbody>
      </table>
      {a && b ? <Comparison a={a} b={b} onClose={() => setCompared(undefined)} /> : null}
    </section>
  );
}
