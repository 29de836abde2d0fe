import { type ReactNode, useRef, useState } from "react";
import type { RequestDiff } from "../../../core/contract/run-view.ts";
import { IconButton } from "../../widgets/button.tsx";
import { DiffEditor, type DiffHandle } from "../../widgets/code-editor/diff-editor.tsx";
import { formatBytes, plural } from "../../widgets/quantity.tsx";
import { EmptyState } from "../../widgets/state-view.tsx";

interface DiffBodyProps {
  readonly diff: RequestDiff;
  readonly from: number;
  readonly to: number;
  readonly sideBySide: boolean;
  /** Before and after what the line above the texts holds. */
  readonly lead?: ReactNode;
  readonly tools?: ReactNode;
}

function changesSaid(changes: number | undefined): string {
  if (changes === undefined) return "Comparing …";
  return changes === 0 ? "The two requests are the same" : plural(changes, "change");
}

/** Two requests as texts; what is the same is folded away. */
export function DiffBody({ diff, from, to, sideBySide, lead, tools }: DiffBodyProps) {
  const handle = useRef<DiffHandle>(null);
  const [changes, setChanges] = useState<number>();
  const [rough, setRough] = useState(false);
  return (
    <div className="inspector__diff">
      <div className="inspector__tools">
        {lead}
        <span className="muted" role="status" title={changesSaid(changes)}>
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
      {rough ? (
        <Approximate>
          The texts are long: the comparison stopped before it had found the shortest difference. The list of
          messages is exact.
        </Approximate>
      ) : null}
      <div className="inspector__diff-editor">
        <DiffEditor
          handle={handle}
          original={diff.original}
          modified={diff.modified}
          originalLabel={`Request of step ${from}`}
          modifiedLabel={`Request of step ${to}`}
          sideBySide={sideBySide}
          onChanges={(count, approximate) => {
            setChanges(count);
            setRough(approximate);
          }}
        />
      </div>
    </div>
  );
}

/** Says that two requests are aligned only roughly, and why. */
export function Approximate({ children }: { readonly children: ReactNode }) {
  return (
    <p className="diff-approximate" role="note">
      <b>Aligned approximately.</b> {children}
    </p>
  );
}

/** What is said instead of a comparison of texts that would hold the window up. */
export function TooLarge({ diff }: { readonly diff: RequestDiff }) {
  return (
    <EmptyState icon="diff" title="Too large to compare as text">
      The two requests are {formatBytes(diff.bytes)} together, more than the window can compare without
      standing still. The list of messages says what differs; compare single messages in the Message tab, or
      print both with <code>ullage request FILE --profile P --step N</code> and compare the files.
    </EmptyState>
  );
}
