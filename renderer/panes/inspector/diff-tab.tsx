import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { RequestDiff } from "../../../core/contract/run-view.ts";
import { useCurrent } from "../../data/current.tsx";
import { type RunPlace, useDiff } from "../../data/queries.ts";
import { selection, useSelection } from "../../state/selection.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { DiffEditor, type DiffHandle } from "../../widgets/code-editor/diff-editor.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { formatBytes, plural } from "../../widgets/quantity.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../widgets/state-view.tsx";

/** Narrower than this, in pixels, two texts side by side cannot be read. */
const SIDE_BY_SIDE_FROM = 620;

interface DiffBodyProps {
  readonly diff: RequestDiff;
  readonly from: number;
  readonly to: number;
  readonly sideBySide: boolean;
  readonly tools?: ReactNode;
}

function changesSaid(changes: number | undefined): string {
  if (changes === undefined) return "Comparing …";
  return changes === 0 ? "The two requests are the same" : plural(changes, "change");
}

function DiffBody({ diff, from, to, sideBySide, tools }: DiffBodyProps) {
  const handle = useRef<DiffHandle>(null);
  const [changes, setChanges] = useState<number>();
  return (
    <div className="inspector__diff">
      <div className="inspector__tools">
        <span className="muted" role="status">
          {changesSaid(changes)}
        </span>
        <span className="inspector__space" />
        <IconButton
          small
          icon="back"
          label="Previous change"
          onClick={() => handle.current?.go("previous")}
        />
        <IconButton small icon="forward" label="Next change" onClick={() => handle.current?.go("next")} />
        {tools}
      </div>
      <div className="inspector__diff-editor">
        <DiffEditor
          handle={handle}
          original={diff.original}
          modified={diff.modified}
          originalLabel={`Request of step ${from}`}
          modifiedLabel={`Request of step ${to}`}
          sideBySide={sideBySide}
          onChanges={setChanges}
        />
      </div>
    </div>
  );
}

function TooLarge({ diff }: { readonly diff: RequestDiff }) {
  return (
    <EmptyState icon="diff" title="Too large to compare here">
      The two requests are {formatBytes(diff.bytes)} together, more than the window can compare without
      standing still. Compare single messages in the Message tab, lower the thresholds, or print both with{" "}
      <code>ullage request FILE --profile P --step N</code> and compare the files.
    </EmptyState>
  );
}

/** The step that is compared with: the pinned one, else the one before. */
function useOther(place: RunPlace | undefined): RunPlace | undefined {
  const pinned = useSelection((state) => state.pinned);
  return useMemo(() => {
    if (!place) return undefined;
    const step = pinned !== undefined && pinned !== place.step ? pinned : place.step - 1;
    return step >= 1 ? { run: place.run, step } : undefined;
  }, [place, pinned]);
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

function Heading({ from, to }: { readonly from: number; readonly to: number }) {
  const pinned = useSelection((state) => state.pinned);
  return (
    <div className="inspector__tools">
      <h3>
        Step {from} → step {to}
      </h3>
      <span className="inspector__space" />
      {pinned === undefined ? (
        <Button small icon="pin" onClick={() => selection.getState().pin(to)}>
          Compare later steps with {to}
        </Button>
      ) : (
        <Button small icon="close" onClick={() => selection.getState().pin(undefined)}>
          Unpin step {pinned}
        </Button>
      )}
    </div>
  );
}

/** This step's request against another's. */
export function DiffTab() {
  const { place } = useCurrent();
  const other = useOther(place);
  const query = useDiff(other, place);
  const [large, setLarge] = useState(false);
  const { ref, wide } = useWide();
  if (!place) return <Skeleton rows={4} />;
  if (!other) {
    return (
      <EmptyState icon="diff" title="The first request">
        Nothing was sent before it. Go on with ], or pin a step to compare with.
      </EmptyState>
    );
  }
  if (query.error)
    return <ErrorState title="The diff cannot be shown" error={query.error} onRetry={query.retry} />;
  const { data } = query;
  const ready = data && !query.stale ? data : undefined;
  const body = (sideBySide: boolean, tools?: ReactNode) =>
    ready ? (
      <DiffBody diff={ready} from={other.step} to={place.step} sideBySide={sideBySide} tools={tools} />
    ) : null;
  const enlarge = (
    <IconButton small icon="columns" label="Enlarge, side by side" onClick={() => setLarge(true)} />
  );
  return (
    <div className="inspector__diff" ref={ref}>
      <Heading from={other.step} to={place.step} />
      {!ready ? (
        <Skeleton rows={6} />
      ) : ready.tooLarge ? (
        <TooLarge diff={ready} />
      ) : large ? null : (
        body(wide, enlarge)
      )}
      <Dialog
        open={large && ready !== undefined}
        onClose={() => setLarge(false)}
        title={`Request of step ${other.step} against step ${place.step}`}
        width={1320}
      >
        <div className="inspector__large">{body(true)}</div>
      </Dialog>
    </div>
  );
}
