import type { TranscriptRow } from "../../../core/contract/rows.ts";
import type { ImportReport } from "../../../core/model/report.ts";
import { useCurrent } from "../../data/current.tsx";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Button } from "../../widgets/button.tsx";
import { formatBytes, formatCount } from "../../widgets/quantity.tsx";
import { Lanes } from "./report-lanes.tsx";
import { Sensitive } from "./report-sensitive.tsx";
import { BadSpans } from "./report-spans.tsx";
import { useSaveOriginal } from "./use-save-original.ts";

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
      width={720}
      text
      footer={row ? <Actions row={row} /> : null}
    >
      {row ? <Report key={row.id} row={row} /> : null}
    </Dialog>
  );
}

function Actions({ row }: { readonly row: TranscriptRow }) {
  const { transcript } = useCurrent();
  const save = useSaveOriginal();
  return (
    <>
      {transcript?.id === row.id ? (
        <Button onClick={() => overlay.getState().show({ kind: "ground-truth" })}>Ground truth…</Button>
      ) : null}
      <Button icon="download" onClick={() => void save(row)}>
        Save the original file
      </Button>
    </>
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
          value={formatBytes(row.bytes)}
          more={`${formatCount(row.bytes)} bytes, kept as they are${unpacked(row)}`}
        />
        <Fact name="Lines read" value={formatCount(report.lines.read)} />
        <Fact name="Lines not read" value={formatCount(report.lines.bad)} bad={report.lines.bad > 0} />
      </dl>
      <Lanes row={row} />
      <BadSpans row={row} />
      <Notes report={report} />
      <Sensitive row={row} />
    </div>
  );
}

/** What a packed file comes to. */
function unpacked({ bytes, report }: TranscriptRow): string {
  return report.bytes === bytes ? "" : `; ${formatBytes(report.bytes)} unpacked`;
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
