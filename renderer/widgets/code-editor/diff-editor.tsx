import { lazy, type ReactNode, type Ref, Suspense } from "react";
import "./code-editor.css";

/** What can be asked of a diff that is open. */
export interface DiffHandle {
  go(direction: "next" | "previous"): void;
}

export interface DiffEditorProps {
  readonly original: string;
  readonly modified: string;
  readonly originalLabel: string;
  readonly modifiedLabel: string;
  readonly sideBySide: boolean;
  readonly handle?: Ref<DiffHandle>;
  /** How many stretches of lines differ, once that is known, and whether the comparison ended before its time. */
  readonly onChanges?: (count: number, approximate: boolean) => void;
}

const View = lazy(() => import("./diff-view.tsx").then((module) => ({ default: module.DiffView })));

/** Two texts beside each other, what is the same folded away. Loaded when it is first needed. */
export function DiffEditor(props: DiffEditorProps): ReactNode {
  return (
    <div className="code-editor">
      <Suspense fallback={<p className="code-editor-wait">Loading the diff …</p>}>
        <View {...props} />
      </Suspense>
    </div>
  );
}
