import { useSamples } from "../../data/queries.ts";
import { useImportJobs, useImportList } from "../../data/use-imports.ts";
import { Icon } from "../../widgets/icon.tsx";
import { ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { useOpenImported } from "./use-import-files.ts";

/** The built-in sessions, each one click away. */
export function SampleList() {
  const samples = useSamples();
  const imports = useImportJobs();
  const running = useImportList().some((job) => job.state === "running");
  const opened = useOpenImported();
  const { data, error, retry } = samples;
  if (error && !data) return <ErrorState title="The samples cannot be read" error={error} onRetry={retry} />;
  if (!data) return <Skeleton rows={3} label="Loading the samples" />;
  if (data.length === 0) return <p className="muted">This build has none.</p>;
  return (
    <ul className="sample-list" aria-label="Sample sessions">
      {data.map((sample) => (
        <li key={sample.id}>
          <button
            type="button"
            className="sample-card"
            disabled={running}
            onClick={() => void imports.sample(sample.id, sample.title).then(opened)}
          >
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
