import { type ReactNode, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { DiffEditorProps } from "./diff-editor.tsx";
import { monaco } from "./monaco.ts";
import { COMMON_OPTIONS } from "./options.ts";
import { standApart } from "./removed-units.ts";

type Editor = ReturnType<typeof monaco.editor.createDiffEditor>;

/** Past this many UTF-16 units together the quick algorithm is taken: the better one would hold the window up. */
const QUICK_FROM = 400_000;
/** A comparison gives what it has by then, in milliseconds. */
const MAX_COMPARE_MS = 4000;

/** What depends on whether the texts stand side by side. Compact, one that only grew would stay inline. */
function arranged(sideBySide: boolean) {
  return { renderSideBySide: sideBySide, renderOverviewRuler: sideBySide, compactMode: !sideBySide };
}

function open(place: HTMLElement, props: DiffEditorProps): { editor: Editor; close: () => void } {
  const original = monaco.editor.createModel(props.original, "plaintext");
  const modified = monaco.editor.createModel(props.modified, "plaintext");
  const editor = monaco.editor.createDiffEditor(place, {
    ...COMMON_OPTIONS,
    readOnly: true,
    originalEditable: false,
    // Its menu takes changes back, which nothing here can; and it outlives an editor that goes, with an error.
    renderGutterMenu: false,
    ...arranged(props.sideBySide),
    useInlineViewWhenSpaceIsLimited: false,
    hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 4 },
    diffAlgorithm: props.original.length + props.modified.length > QUICK_FROM ? "legacy" : "advanced",
    maxComputationTime: MAX_COMPARE_MS,
    diffWordWrap: "on",
    tabFocusMode: true,
    // Room for the sign of a line that came or went.
    lineDecorationsWidth: 16,
  });
  editor.setModel({ original, modified });
  let compared = false;
  editor.onDidUpdateDiff(() => {
    if (!compared) editor.revealFirstDiff();
    compared = true;
  });
  const close = () => {
    // The editor first: it still reads its models while it goes. And so does a comparison that is under way, which
    // would end with an error that nobody can catch if they went.
    editor.dispose();
    setTimeout(
      () => [original, modified].forEach((model) => model.dispose()),
      compared ? 0 : MAX_COMPARE_MS * 1.5,
    );
  };
  return { editor, close };
}

/** True when the time for a comparison was up before it had ended: the editor's own interface does not tell it. */
function endedEarly(editor: Editor): boolean {
  const told = editor as { getDiffComputationResult?: () => { readonly quitEarly?: boolean } | null };
  return told.getDiffComputationResult?.()?.quitEarly === true;
}

/** True where the texts must stand side by side: there is the width for it, or too much was taken out. */
function useApart({ sideBySide, original, modified }: DiffEditorProps): boolean {
  const much = useMemo(() => standApart(original, modified), [original, modified]);
  return sideBySide || much;
}

/** The diff itself. Only ever loaded lazily, by DiffEditor. */
export function DiffView(given: DiffEditorProps): ReactNode {
  const sideBySide = useApart(given);
  const props = { ...given, sideBySide };
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!place.current) return;
    const opened = open(place.current, latest.current);
    editor.current = opened.editor;
    const updates = opened.editor.onDidUpdateDiff(() => {
      latest.current.onChanges?.(opened.editor.getLineChanges()?.length ?? 0, endedEarly(opened.editor));
    });
    return () => {
      editor.current = null;
      updates.dispose();
      opened.close();
    };
  }, [props.original, props.modified]);
  useEffect(() => {
    // Every update resets the labels that it does not give.
    const labels = { originalAriaLabel: props.originalLabel, modifiedAriaLabel: props.modifiedLabel };
    editor.current?.updateOptions({ ...arranged(props.sideBySide), ...labels });
    // Once inline, the editor never wraps its left side again by itself.
    editor.current?.getOriginalEditor().updateOptions({
      wordWrapOverride2: props.sideBySide ? "inherit" : "off",
    });
  }, [props.sideBySide, props.originalLabel, props.modifiedLabel, props.original, props.modified]);
  useImperativeHandle(
    props.handle,
    () => ({ go: (direction: "next" | "previous") => editor.current?.goToDiff(direction) }),
    [],
  );
  return <div ref={place} className="code-editor-place" />;
}
