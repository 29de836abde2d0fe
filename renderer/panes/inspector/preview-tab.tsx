import type { Disposition } from "../../../core/contract/run-view.ts";
import type { PreviewPart, PreviewReport } from "../../../core/model/run-answers.ts";
import { useCurrent } from "../../data/current.tsx";
import { useLayout, useWhy } from "../../data/queries.ts";
import { usePreview } from "../../data/run-queries.ts";
import { FROM_START, reading, useReading } from "../../state/reading.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { MessageButton } from "./message-button.tsx";
import { Anatomy } from "./preview-anatomy.tsx";
import { ReadPane } from "./read-pane.tsx";
import { Verdict } from "./preview-verdict.tsx";
import type { Subject } from "./use-subject.ts";
import "./preview.css";

/** Dispositions of messages that lost a part of their text. */
const CUT: ReadonlySet<Disposition> = new Set<Disposition>([
  "previewed",
  "paged",
  "limited",
  "cut",
  "cleared",
  "evicted",
]);

function PartChooser({
  parts,
  chosen,
  onChoose,
}: {
  readonly parts: readonly PreviewPart[];
  readonly chosen: PreviewPart;
  readonly onChoose: (part: number) => void;
}) {
  if (parts.length === 1) return null;
  return (
    <label className="preview__chooser">
      Result
      <select value={chosen.part} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {parts.map(({ part, tool }) => (
          <option key={part} value={part}>
            {part + 1}: {tool.slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Part({ part, report }: { readonly part: PreviewPart; readonly report: PreviewReport }) {
  return (
    <div className="preview__sides">
      <div>
        <Verdict part={part} />
        <Anatomy part={part} sent={report.sent} index={report.index} />
      </div>
      <ReadPane part={part} index={report.index} key={`${part.store.path ?? ""}/${part.part}`} />
    </div>
  );
}

/** No more messages than these are offered. */
const OFFERED = 12;

/** Leads to the messages of this request that something was cut from. */
function Others() {
  const { place } = useCurrent();
  const changes = useLayout(place).data?.changes.filter(({ disposition }) => CUT.has(disposition)) ?? [];
  if (changes.length === 0) return "No result of this request was cut.";
  return (
    <>
      These of this request have a preview:
      <ul className="preview__others">
        {changes.slice(0, OFFERED).map(({ index, disposition }) => (
          <li key={index}>
            <MessageButton index={index} /> {disposition}
          </li>
        ))}
      </ul>
      {changes.length > OFFERED ? `and ${changes.length - OFFERED} more.` : null}
    </>
  );
}

/** What became of a message of which this request holds nothing; undefined where it holds some of it. */
function useLeft(index: number): string | undefined {
  const { place } = useCurrent();
  const why = useWhy(place, { index });
  if (!why.data || why.stale) return undefined;
  if (why.data.disposition === "summarised") return "The summary stands for this message";
  return why.data.disposition === "pruned" ? "This message was left out of the request" : undefined;
}

/** A message that no preview stands for. */
function Whole({ index }: { readonly index: number }) {
  const left = useLeft(index);
  return (
    <EmptyState icon={left ? "info" : "check"} title={left ?? "Nothing was cut from this message"}>
      <Others />
    </EmptyState>
  );
}

function Parts({ report }: { readonly report: PreviewReport }) {
  const chosen = useReading((state) => state.part);
  const part = report.parts.find((one) => one.part === chosen) ?? report.parts[0];
  if (!part) return <Whole index={report.index} />;
  const { read } = reading.getState();
  return (
    <div className="preview">
      <header className="preview__head">
        <PartChooser
          parts={report.parts}
          chosen={part}
          onChoose={(one) => read({ part: one, back: FROM_START })}
        />
        <span className="muted ellipsis">
          call <PlainText text={part.callId.slice(0, 60)} />
        </span>
      </header>
      <Part part={part} report={report} />
    </div>
  );
}

/** The preview of the chosen result: taken apart to scale, with what the store has beside it. */
export function PreviewTab({ subject }: { readonly subject: Subject | undefined }) {
  const { place } = useCurrent();
  const layout = useLayout(place);
  const end = layout.data && !layout.stale ? layout.data.end : undefined;
  const index = subject?.index;
  const later = index !== undefined && end !== undefined && index >= end;
  const { data, stale, error, retry } = usePreview(place, later || end === undefined ? undefined : index);
  if (index === undefined) {
    return (
      <EmptyState icon="file" title="No result is chosen">
        Choose a message in the columns: what a policy left out of it is shown to scale, with the stored
        original beside it.
      </EmptyState>
    );
  }
  if (later) {
    return (
      <EmptyState icon="info" title="Not in this request yet">
        It comes later in the recording than the request of this step.
      </EmptyState>
    );
  }
  if (error) return <ErrorState title="The preview cannot be shown" error={error} onRetry={retry} />;
  if (!data || stale || data.index !== index) return <Skeleton rows={5} />;
  return <Parts report={data} />;
}
