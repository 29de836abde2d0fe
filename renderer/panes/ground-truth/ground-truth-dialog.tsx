import { useState } from "react";
import type { GroundTruth, TruthScore } from "../../../core/model/ground-truth.ts";
import { useCurrent } from "../../data/current.tsx";
import { useTruth } from "../../data/import-queries.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatCount, formatShare, plural } from "../../widgets/quantity.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { TruthMarkView } from "./truth-mark.tsx";
import type { Shown } from "./truth-rows.tsx";
import "./ground-truth.css";

const SHOWN = [
  { value: "all", label: "All" },
  { value: "differences", label: "Differences only" },
] as const;

/** What the vendor's own context management took out, beside what this profile does up to the same request. */
export function GroundTruthDialog() {
  const open = useOverlay()?.kind === "ground-truth";
  const { transcript, thread } = useCurrent();
  const about = transcript && thread ? `${transcript.name}, ${thread.lane}` : undefined;
  return (
    <Dialog
      open={open && transcript !== undefined}
      onClose={() => overlay.getState().show(undefined)}
      title="Ground truth"
      about={about}
      width={860}
      text
    >
      {open ? <Truth /> : null}
    </Dialog>
  );
}

function Truth() {
  const { run } = useCurrent();
  const { data, error, retry } = useTruth(run.run?.run);
  const failed = error ?? (run.run ? undefined : run.error);
  if (failed)
    return (
      <ErrorState title="The comparison cannot be made" error={failed} onRetry={error ? retry : run.retry} />
    );
  if (!data) return <Skeleton label="Comparing" />;
  return data.marks.length === 0 ? <Nothing /> : <Told truth={data} />;
}

function Nothing() {
  return (
    <EmptyState icon="info" title="This recording tells of no compaction or clearing">
      Where an agent recorded what its own context management took out, it is listed here beside what the
      profile does. Claude Code, Codex, pi, OpenHands and Anthropic’s context editing record it.
    </EmptyState>
  );
}

function Told({ truth }: { readonly truth: GroundTruth }) {
  const [shown, setShown] = useState<Shown>("all");
  const { run } = useCurrent();
  return (
    <div className="truth">
      <dl className="truth__scores">
        <Score name="Results cleared" score={truth.results} />
        <Score name="Messages summarised or dropped" score={truth.messages} />
      </dl>
      <p className="muted">
        “Vendor” is what the recording says that its agent took out of the context. “Profile” is what{" "}
        {truth.profile || "the profile"} does not send as recorded in the first request after that. Of what
        the profile took out, precision is the share that the vendor took out, too; recall is the other way
        round.
        {run.stale ? " The run is being made anew." : ""}
      </p>
      <Segments label="Rows" value={shown} options={SHOWN} onChange={setShown} />
      {truth.marks.map((mark, at) => (
        <TruthMarkView key={mark.mark} mark={mark} shown={shown} open={at === 0} />
      ))}
      {truth.moreMarks > 0 ? (
        <p className="muted">and {plural(truth.moreMarks, "later mark")} that are not compared</p>
      ) : null}
    </div>
  );
}

function Score({ name, score }: { readonly name: string; readonly score: TruthScore }) {
  const { both, vendorOnly, profileOnly, neither, precision, recall } = score;
  const share = (value: number | null) => (value === null ? "–" : formatShare(value));
  if (both + vendorOnly + profileOnly + neither === 0) return null;
  return (
    <div className="truth__score">
      <dt>{name}</dt>
      <dd className="number">
        <b>{share(precision)}</b> precision · <b>{share(recall)}</b> recall
      </dd>
      <dd className="muted number">
        both {formatCount(both)}, vendor only {formatCount(vendorOnly)}, profile only{" "}
        {formatCount(profileOnly)}, neither {formatCount(neither)}
      </dd>
    </div>
  );
}
