import { lazy, type ReactNode, type Ref, Suspense } from "react";
import "./code-editor.css";

/** A place in the text that is wrong, [start, end) in UTF-16 units. */
export interface CodeMarker {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly severity: "error" | "warning";
}

/** What can be asked of an editor that is open. */
export interface CodeHandle {
  /** Opens the search in the text, and moves the focus there. */
  find(): void;
}

export interface CodeEditorProps {
  readonly handle?: Ref<CodeHandle>;
  /** True as long as something else comes first: it is not loaded until then. */
  readonly wait?: boolean;
  readonly label: string;
  readonly value: string;
  readonly language: "json" | "plaintext";
  readonly readOnly?: boolean;
  /** A JSON schema: completion, hover and squiggles come from it. */
  readonly schema?: object;
  readonly markers?: readonly CodeMarker[];
  /** Every edit of the user's; never for a value that was given. */
  readonly onChange?: (text: string) => void;
  /** The editor is left. */
  readonly onCommit?: () => void;
}

const View = lazy(() => import("./editor-view.tsx").then((module) => ({ default: module.EditorView })));

/** A code editor, loaded when it is first needed. A value from outside never moves the caret. */
export function CodeEditor({ wait = false, ...props }: CodeEditorProps): ReactNode {
  const loading = <p className="code-editor-wait">Loading the editor …</p>;
  return (
    <div className="code-editor">
      {wait ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          <View {...props} />
        </Suspense>
      )}
    </div>
  );
}
