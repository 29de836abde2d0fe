import { useState } from "react";
import type { TranscriptRow } from "../../../core/contract/rows.ts";
import type { SensitiveFinding, SensitivePlace } from "../../../core/model/sensitive.ts";
import { useJump } from "../../commands/use-jump.ts";
import { useSensitive } from "../../data/import-queries.ts";
import { overlay } from "../../state/overlay.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { formatCount, plural } from "../../widgets/quantity.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { RawView } from "./raw-view.tsx";

/** Secrets and personal data that were seen: how often and where, never what. */
export function Sensitive({ row }: { readonly row: TranscriptRow }) {
  const { sensitive } = row.report;
  return (
    <section>
      <h3>Secrets and personal data</h3>
      {sensitive ? <Findings findings={sensitive} row={row} /> : null}
      {sensitive ? null : <p className="muted">Still being looked for, together with the search index.</p>}
    </section>
  );
}

interface FindingsProps {
  readonly findings: readonly SensitiveFinding[];
  readonly row: TranscriptRow;
}

function Findings({ findings, row }: FindingsProps) {
  if (findings.length === 0) return <p className="muted">None of the well-known kinds was seen.</p>;
  return (
    <ul className="report__findings">
      {findings.map((finding) => (
        <li key={`${finding.kind} ${finding.what}`}>
          <Finding finding={finding} row={row} />
        </li>
      ))}
    </ul>
  );
}

function Finding({ finding, row }: { readonly finding: SensitiveFinding; readonly row: TranscriptRow }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="report__what">{finding.what}</span>
        <span className="number">{plural(finding.count, "time")}</span>
      </summary>
      {open ? <Places finding={finding} row={row} /> : null}
    </details>
  );
}

/** The list of transcripts only counts: places are asked for when somebody looks. */
function Places({ finding, row }: { readonly finding: SensitiveFinding; readonly row: TranscriptRow }) {
  const { data, error, retry } = useSensitive(row);
  if (error) return <ErrorState title="The places cannot be read" error={error} onRetry={retry} />;
  const found = data?.find(({ kind, what }) => kind === finding.kind && what === finding.what);
  if (!found) return <Skeleton rows={1} label="Loading the places" />;
  return (
    <ul className="report__notes">
      {found.places.map((place) => (
        <Place key={JSON.stringify(place)} place={place} row={row} />
      ))}
      {found.morePlaces > 0 ? (
        <li className="muted">and {formatCount(found.morePlaces)} more places</li>
      ) : null}
    </ul>
  );
}

function Place({ place, row }: { readonly place: SensitivePlace; readonly row: TranscriptRow }) {
  const [open, setOpen] = useState(false);
  const jump = useJump();
  const onLine = "line" in place;
  const show = () => {
    if (onLine) return setOpen(!open);
    overlay.getState().show(undefined);
    void jump({ transcript: row.id, thread: place.thread, message: place.message });
  };
  return (
    <>
      <li>
        <button
          type="button"
          className="report__open"
          aria-expanded={onLine ? open : undefined}
          title={onLine ? "Show its bytes" : "Go to this message"}
          onClick={show}
        >
          <span className="number report__place">
            {onLine ? `line ${formatCount(place.line)}` : `message ${formatCount(place.message + 1)}`}
          </span>
          <span className="report__what">
            <PlainText text={place.field} />
            {onLine ? null : <span className="muted"> of {place.thread}</span>}
          </span>
          <span className="muted number">{place.count > 1 ? plural(place.count, "time") : ""}</span>
        </button>
      </li>
      {onLine && open ? (
        <li>
          <RawView transcript={row.id} offset={place.offset} bytes={place.bytes} />
        </li>
      ) : null}
    </>
  );
}
