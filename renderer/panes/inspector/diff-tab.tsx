import { useCallback, useMemo, useRef, useState } from "react";
import type { RequestDiff } from "../../../core/contract/run-view.ts";
import { parseAgainst, useComparedRun } from "../../data/compared-run.ts";
import { useCurrent } from "../../data/current.tsx";
import { type RunPlace, useDiff, useProfiles } from "../../data/queries.ts";
import { type DiffForm, looks, useLooks } from "../../state/looks.ts";
import { useSelection } from "../../state/selection.ts";
import { IconButton } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { Segments } from "../../widgets/segments.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";
import { standApart } from "../../widgets/code-editor/removed-units.ts";
import { comparedStep } from "./compared-step.ts";
import { Approximate, DiffBody, TooLarge } from "./diff-body.tsx";
import { DiffChoice } from "./diff-choice.tsx";
import { DiffMessages } from "./diff-messages.tsx";
import "./diff-tab.css";

/** Narrower than this, in pixels, two texts side by side cannot be read. */
const SIDE_BY_SIDE_FROM = 620;

const FORMS = [
  { value: "text", label: "Text" },
  { value: "messages", label: "Messages" },
] as const;

/** What this step's request is compared with. */
interface Other {
  /** Undefined at the first step, which nothing was sent before. */
  readonly place: RunPlace | undefined;
  readonly most: number;
  readonly name: string | undefined;
  readonly loading: boolean;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

/** The pinned step, else the one before; of another run the same step unless one is pinned. */
function useOther(place: RunPlace | undefined): Other {
  const { steps, transcript } = useCurrent();
  const pinned = useSelection((state) => state.pinned);
  const told = useSelection((state) => state.against);
  const against = useMemo(() => parseAgainst(told), [told]);
  const compared = useComparedRun(against);
  const profiles = useProfiles().data;
  const run = against ? compared.data?.run : place?.run;
  const most = against ? (compared.data?.steps.length ?? 0) : steps;
  const name =
    against?.kind === "profile"
      ? profiles?.find(({ id }) => id === against.id)?.name
      : transcript?.threads.find(({ id }) => id === against?.thread)?.lane;
  const step = place && otherStep(place.step, pinned, against !== undefined, most);
  const other = useMemo(
    () => (run !== undefined && step !== undefined && step >= 1 ? { run, step } : undefined),
    [run, step],
  );
  const { loading, error, retry } = compared;
  return { place: other, most, name, loading: against !== undefined && loading, error, retry };
}

function otherStep(
  now: number,
  pinned: number | undefined,
  another: boolean,
  most: number,
): number | undefined {
  return another ? Math.min(pinned ?? now, most) : comparedStep(now, pinned, most);
}

/** True once the element is wide enough for two texts side by side. */
function useWide(): { readonly ref: (element: HTMLElement | null) => void; readonly wide: boolean } {
  const [wide, setWide] = useState(false);
  const watched = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    watched.current?.disconnect();
    if (!element) return;
    const measure = () => setWide(element.clientWidth >= SIDE_BY_SIDE_FROM);
    watched.current = new ResizeObserver(measure);
    watched.current.observe(element);
    measure();
  }, []);
  return { ref, wide };
}

/** This step's request against another's. */
export function DiffTab() {
  const { place } = useCurrent();
  const other = useOther(place);
  const query = useDiff(other.place, place);
  if (!place || other.loading) return <Skeleton rows={4} label="Running the profile to compare with" />;
  if (other.error)
    return <ErrorState title="The other run failed" error={other.error} onRetry={other.retry} />;
  if (!other.place) {
    return (
      <>
        <DiffChoice from={1} to={place.step} most={other.most} name={other.name} />
        <EmptyState icon="diff" title="The first request">
          Nothing was sent before it. Go on with ], pin a step to compare with, or choose another run.
        </EmptyState>
      </>
    );
  }
  if (query.error)
    return <ErrorState title="The diff cannot be shown" error={query.error} onRetry={query.retry} />;
  const ready = query.data && !query.stale ? query.data : undefined;
  return (
    <Compared from={other.place.step} to={place.step} most={other.most} name={other.name} diff={ready} />
  );
}

interface ComparedProps {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  readonly name: string | undefined;
  readonly diff: RequestDiff | undefined;
}

function Compared({ from, to, most, name, diff }: ComparedProps) {
  const [large, setLarge] = useState(false);
  const chosen = useLooks((state) => state.diff);
  const setForm = (to: DiffForm) => looks.getState().look({ diff: to });
  const { ref, wide } = useWide();
  // Two texts in a narrow pane are a few letters wide each: the messages say the same there.
  const narrow = useMemo(
    () => !wide && diff !== undefined && standApart(diff.original, diff.modified),
    [wide, diff],
  );
  const form = chosen ?? (narrow ? "messages" : "text");
  const forms = <Segments label="Compared as" options={FORMS} value={form} onChange={setForm} />;
  const enlarge = (
    <IconButton small icon="columns" label="Enlarge, side by side" onClick={() => setLarge(true)} />
  );
  return (
    <div className="inspector__diff" ref={ref}>
      <DiffChoice from={from} to={to} most={most} name={name} />
      {diff?.messages.approximate ? <Approximate>{diff.messages.approximate}</Approximate> : null}
      {!diff ? (
        <Skeleton rows={6} />
      ) : form === "messages" ? (
        <DiffMessages diff={diff.messages} lead={forms} tools={diff.tooLarge ? null : enlarge} />
      ) : diff.tooLarge ? (
        <>
          <div className="inspector__tools">{forms}</div>
          <TooLarge diff={diff} />
        </>
      ) : large ? null : (
        <DiffBody diff={diff} from={from} to={to} sideBySide={wide} lead={forms} tools={enlarge} />
      )}
      <Dialog
        open={large && diff !== undefined}
        onClose={() => setLarge(false)}
        title={`Request of step ${from} against step ${to}`}
        width={1320}
      >
        <div className="inspector__large">
          {diff ? <DiffBody diff={diff} from={from} to={to} sideBySide /> : null}
        </div>
      </Dialog>
    </div>
  );
}
