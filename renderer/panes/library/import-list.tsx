import { type ReactNode, useEffect, useState } from "react";
import type { ImportJob } from "../../data/import-jobs.ts";
import { useImportJobs, useImportList } from "../../data/use-imports.ts";
import { withoutName } from "../../data/without-name.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Progress } from "../../widgets/progress.tsx";
import { formatBytes, formatCount, plural } from "../../widgets/quantity.tsx";
import { timeLeft } from "./time-left.ts";

/** The imports under way, with how far and how fast, and those that failed, with what to do. */
export function ImportList() {
  const jobs = useImportList();
  if (jobs.length === 0) return null;
  const failed = jobs.filter(({ state }) => state === "failed");
  const [only] = failed;
  return (
    <ul className="import-list" aria-label="Imports">
      {jobs.map((job) => (job.state === "failed" ? null : <Item key={job.id} of={<Running job={job} />} />))}
      {failed.length > 1 ? <Item of={<Failures jobs={failed} />} /> : null}
      {only && failed.length === 1 ? <Item key={only.id} of={<Failed job={only} alert />} /> : null}
    </ul>
  );
}

function Item({ of }: { readonly of: ReactNode }) {
  return <li>{of}</li>;
}

/** Several that failed take one line, so that the transcripts stay in sight; each says why when that is asked for. */
function Failures({ jobs }: { readonly jobs: readonly ImportJob[] }) {
  const imports = useImportJobs();
  const [open, setOpen] = useState(false);
  const words = `${formatCount(jobs.length)} imports failed`;
  return (
    <div className="import-card import-card--failed" role="alert">
      <div className="import-card__head">
        <Icon name="warning" size={14} />
        <button
          type="button"
          className="import-card__name import-card__more"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {words} <Icon name={open ? "down" : "forward"} size={12} />
        </button>
        <Button small tone="quiet" onClick={() => jobs.forEach(({ id }) => imports.dismiss(id))}>
          Dismiss all
        </Button>
      </div>
      {open ? (
        <ul className="import-card__each" aria-label={words}>
          {jobs.map((job) => (
            <li key={job.id}>
              <Failed job={job} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const PHASES = { sending: "Sending", reading: "Reading", storing: "Storing" } as const;

function Running({ job }: { readonly job: ImportJob }) {
  const { done, total, phase, lines, files, filesDone, first } = job.progress;
  const cancelling = job.state === "cancelling";
  const now = useNow(500);
  const rate = done / Math.max(0.2, (now - job.began) / 1000);
  const left = timeLeft(job.progress, now - job.began);
  return (
    <div className="import-card">
      <div className="import-card__head">
        <bdi className="ellipsis import-card__name" title={job.name}>
          {job.name}
        </bdi>
        {job.own ? (
          <Button
            small
            tone="quiet"
            disabled={cancelling}
            onClick={job.cancel}
            aria-label={`Cancel the import of ${job.name}`}
          >
            {cancelling ? "Cancelling…" : "Cancel"}
          </Button>
        ) : null}
      </div>
      <Progress label={`Import of ${job.name}`} share={total > 0 ? done / total : undefined} />
      <p className="import-card__figures number">
        {PHASES[phase]} {formatBytes(done)}
        {total > 0 ? ` of ${formatBytes(total)}` : ""}
        {done > 0 ? `, ${formatBytes(rate)}/s` : ""}
        {left === undefined ? "" : `, ${left}`}
        {files === undefined
          ? lines > 0 && `, line ${formatCount(lines)}`
          : `, ${formatCount(filesDone ?? 0)} of ${plural(files, "file")}`}
      </p>
      {first ? <FirstRows of={first} name={job.name} /> : null}
    </div>
  );
}

/** What a large file begins with, while the rest of it is read. */
function FirstRows({ of, name }: { readonly of: readonly string[]; readonly name: string }) {
  return (
    <ol className="import-card__first" aria-label={`What ${name} begins with`}>
      {of.map((words, at) => (
        <li key={`${at} ${words}`} className="ellipsis">
          {words}
        </li>
      ))}
    </ol>
  );
}

function Failed({ job, alert = false }: { readonly job: ImportJob; readonly alert?: boolean }) {
  const imports = useImportJobs();
  return (
    <div className="import-card import-card--failed" {...(alert ? { role: "alert" } : {})}>
      <div className="import-card__head">
        {alert ? <Icon name="warning" size={14} /> : null}
        <bdi className="ellipsis import-card__name" title={job.name}>
          {job.name}
        </bdi>
        <IconButton icon="close" label="Dismiss" small onClick={() => imports.dismiss(job.id)} />
      </div>
      <p className="import-card__error">{withoutName(job.error?.message ?? "", job.name)}</p>
    </div>
  );
}

/** The time in milliseconds, read again every so often. */
function useNow(every: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
