import type { TranscriptRow } from "../../../core/contract/rows.ts";
import type { ImportReport } from "../../../core/model/report.ts";
import { useCurrent } from "../../data/current.tsx";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatBytes, formatCount, formatShort } from "../../widgets/quantity.tsx";

/** What an import read, what it could not read and why. */
export function ReportDialog() {
  const shown = useOverlay();
  const { library } = useCurrent();
  const row = shown?.kind === "report" ? library.data?.find((one) => one.id === shown.transcript) : undefined;
  return (
    <Dialog
      open={row !== undefined}
      onClose={() => overlay.getState().show(undefined)}
      title="Import report"
      about={row?.name}
      width={680}
      text
    >
      {row ? <Report row={row} /> : null}
    </Dialog>
  );
}

function Report({ row }: { readonly row: TranscriptRow }) {
  const { report } = row;
  return (
    <div className="report">
      <dl className="report__facts">
        <Fact name="Format" value={row.formatLabel} more={report.because} />
        <Fact
          name="Size"
          value={formatBytes(report.bytes)}
          more={`${formatCount(report.bytes)} bytes, kept as they are`}
        />
        <Fact name="Lines read" value={formatCount(report.lines.read)} />
        <Fact name="Lines not read" value={formatCount(report.lines.bad)} bad={report.lines.bad > 0} />
      </dl>
      <Lanes row={row} />
      <Notes report={report} />
      <BadSpans report={report} />
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
  readonly bad?: boolean;
}

function Fact({ name, value, more, bad }: FactProps) {
  return (
    <div className="report__fact">
      <dt>{name}</dt>
      <dd className={bad ? "report__value report__value--bad number" : "report__value number"}>{value}</dd>
      {more ? <dd className="report__more">{more}</dd> : null}
    </div>
  );
}

function Lanes({ row }: { readonly row: TranscriptRow }) {
  const head = ["Lane", "Messages", "Turns", "Steps", "Calls", "Results", "Tokens (est.)"];
  return (
    <section>
      <h3>Lanes</h3>
      <table className="report__table number">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.threads.map((thread) => (
            <tr key={thread.id}>
              <th scope="row" className="ellipsis">
                {thread.lane}
              </th>
              {[thread.messages, thread.turns, thread.steps, thread.toolCalls, thread.toolResults].map(
                (value, at) => (
                  <td key={head[at + 1]}>{formatCount(value)}</td>
                ),
              )}
              <td>{formatShort(thread.tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Notes({ report }: { readonly report: ImportReport }) {
  if (report.notes.length === 0) return null;
  return (
    <section>
      <h3>What was found</h3>
      <ul className="report__notes">
        {report.notes.map((note) => (
          <li key={`${note.kind} ${note.what}`}>
            <span className={`report__kind report__kind--${note.kind}`}>{note.kind}</span>
            <span className="report__what">{note.what}</span>
            <span className="muted number">
              {note.count > 1 ? `${formatCount(note.count)} times` : ""}
              {note.line === undefined
                ? ""
                : `${note.count > 1 ? ", first on " : ""}line ${formatCount(note.line)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function BadSpans({ report }: { readonly report: ImportReport }) {
  const { badSpans, lines } = report;
  if (badSpans.length === 0) return null;
  return (
    <section>
      <h3>What could not be read</h3>
      <ul className="report__notes">
        {badSpans.map((span) => (
          <li key={span.offset}>
            <span className="number report__place">line {formatCount(span.line)}</span>
            <span className="report__what">{span.reason}</span>
            <span className="muted number">
              byte {formatCount(span.offset)}, {formatBytes(span.bytes)}
            </span>
          </li>
        ))}
      </ul>
      {lines.bad > badSpans.length ? (
        <p className="muted">and {formatCount(lines.bad - badSpans.length)} more</p>
      ) : null}
    </section>
  );
}
