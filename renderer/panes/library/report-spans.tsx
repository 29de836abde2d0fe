import { useState } from "react";
import type { TranscriptRow } from "../../../core/contract/rows.ts";
import type { BadSpan } from "../../../core/model/report.ts";
import { useBadSpans } from "../../data/import-queries.ts";
import { Button } from "../../widgets/button.tsx";
import { formatBytes, formatCount } from "../../widgets/quantity.tsx";
import { ErrorState } from "../../widgets/state-view.tsx";
import { RawView } from "./raw-view.tsx";

/** How many spans one page shows. */
const PAGE = 100;

/** Every span of a file that could not be read, a page at a time; each opens to its bytes. */
export function BadSpans({ row }: { readonly row: TranscriptRow }) {
  const { badSpans, lines } = row.report;
  const [from, setFrom] = useState(0);
  const listed = badSpans.slice(from, from + PAGE);
  const total = Math.max(lines.bad, badSpans.length);
  // The report lists the first ones; for the others the file is read again.
  const inReport = listed.length === Math.min(PAGE, total - from);
  const more = useBadSpans(row.id, from, PAGE, !inReport);
  if (total === 0) return null;
  const spans = inReport ? listed : (more.data?.spans ?? []);
  return (
    <section>
      <h3>What could not be read</h3>
      {more.error ? (
        <ErrorState title="The file cannot be read again" error={more.error} onRetry={more.retry} />
      ) : null}
      <ul className="report__notes" aria-busy={!inReport && more.loading}>
        {spans.map((span) => (
          <Span key={`${span.offset} ${span.bytes}`} span={span} transcript={row.id} />
        ))}
      </ul>
      {total > PAGE ? <Pages from={from} total={total} onFrom={setFrom} /> : null}
    </section>
  );
}

function Span({ span, transcript }: { readonly span: BadSpan; readonly transcript: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <li>
        <button
          type="button"
          className="report__open"
          aria-expanded={open}
          title="Show its bytes"
          onClick={() => setOpen(!open)}
        >
          <span className="number report__place">line {formatCount(span.line)}</span>
          <span className="report__what">{span.reason}</span>
          <span className="muted number">
            byte {formatCount(span.offset)}, {formatBytes(span.bytes)}
          </span>
        </button>
      </li>
      {open ? (
        <li>
          <RawView transcript={transcript} offset={span.offset} bytes={span.bytes} />
        </li>
      ) : null}
    </>
  );
}

interface PagesProps {
  readonly from: number;
  readonly total: number;
  readonly onFrom: (from: number) => void;
}

function Pages({ from, total, onFrom }: PagesProps) {
  const to = Math.min(total, from + PAGE);
  return (
    <div className="raw-view__bar">
      <span className="muted number">
        {formatCount(from + 1)} to {formatCount(to)} of {formatCount(total)}
      </span>
      <Button small disabled={from === 0} onClick={() => onFrom(Math.max(0, from - PAGE))}>
        Previous
      </Button>
      <Button small disabled={to >= total} onClick={() => onFrom(from + PAGE)}>
        Next
      </Button>
    </div>
  );
}
