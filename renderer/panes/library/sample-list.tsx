import type { SampleRow } from "../../../core/contract/methods.ts";
import type { TranscriptRow } from "../../../core/contract/rows.ts";
import { useSamples } from "../../data/queries.ts";
import { useImportList } from "../../data/use-imports.ts";
import { useSection } from "../../state/looks.ts";
import { Icon } from "../../widgets/icon.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { useOpenSample } from "./use-import-files.ts";

/** The samples that are not in the library yet. A sample's row has the name of its file, which is its id. */
export function notImported(
  samples: readonly SampleRow[],
  rows: readonly Pick<TranscriptRow, "sample" | "name">[],
): readonly SampleRow[] {
  const there = new Set(rows.filter((row) => row.sample).map((row) => row.name.replace(/\.[^.]*$/, "")));
  return samples.filter((sample) => !there.has(sample.id));
}

/** The samples that are not in the library yet, behind their heading; nothing when all of them are. */
export function SampleGroup({ rows }: { readonly rows: readonly TranscriptRow[] }) {
  const { data } = useSamples();
  const section = useSection("samples");
  const left = notImported(data ?? [], rows);
  if (left.length === 0) return null;
  return (
    <details className="library__samples" {...section}>
      <summary>Samples ({left.length})</summary>
      <Cards samples={left} />
    </details>
  );
}

/** The built-in sessions, each one click away. */
export function SampleList() {
  const { data, error, retry } = useSamples();
  if (error && !data) return <ErrorState title="The samples cannot be read" error={error} onRetry={retry} />;
  if (!data) return <Skeleton rows={3} label="Loading the samples" />;
  if (data.length === 0) return <p className="muted">This build has none.</p>;
  return <Cards samples={data} />;
}

function Cards({ samples }: { readonly samples: readonly SampleRow[] }) {
  const running = useImportList().some((job) => job.state === "running");
  const open = useOpenSample();
  return (
    <ul className="sample-list" aria-label="Sample sessions">
      {samples.map((sample) => (
        <li key={sample.id}>
          <button type="button" className="sample-card" disabled={running} onClick={() => open(sample)}>
            <span className="sample-card__title">
              {sample.title}
              <Icon name="forward" size={14} />
            </span>
            <span className="sample-card__shows">{sample.shows}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
