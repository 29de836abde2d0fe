import { useEffect, useState } from "react";
import { ask } from "../../state/ask.ts";
import { layout } from "../../state/layout.ts";
import { Button } from "../../widgets/button.tsx";
import { Keys } from "../../widgets/keys.tsx";

/** A marked text, and where it ends on the screen, in pixels. */
interface Marked {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

const MARGIN = 8;
const WIDTH = 170;
const HEIGHT = 30;

/** The text that is marked inside the panes; a field or the editor has a selection of its own. */
function markedNow(): Marked | undefined {
  const selected = getSelection();
  const text = selected?.toString().trim() ?? "";
  if (!selected || text.length < 2 || selected.rangeCount === 0) return undefined;
  const { anchorNode } = selected;
  const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  if (!element?.closest("main") || element.closest(".monaco-editor, input, textarea")) return undefined;
  const box = selected.getRangeAt(0).getBoundingClientRect();
  return {
    text,
    left: Math.max(MARGIN, Math.min(box.right, innerWidth - WIDTH - MARGIN)),
    top: Math.max(MARGIN, Math.min(box.bottom + 4, innerHeight - HEIGHT - MARGIN)),
  };
}

/** What is marked, once the pointer is up; nothing as soon as it is no longer marked, or moves away under a scroll. */
function useMarked(): readonly [Marked | undefined, () => void] {
  const [marked, setMarked] = useState<Marked>();
  useEffect(() => {
    const look = () => setMarked(markedNow());
    const leave = () => setMarked(undefined);
    const changed = () => getSelection()?.isCollapsed !== false && leave();
    document.addEventListener("pointerup", look);
    document.addEventListener("selectionchange", changed);
    document.addEventListener("scroll", leave, true);
    return () => {
      document.removeEventListener("pointerup", look);
      document.removeEventListener("selectionchange", changed);
      document.removeEventListener("scroll", leave, true);
    };
  }, []);
  return [marked, () => setMarked(undefined)];
}

/** Offers to ask the window for the text that was just marked. */
export function AskSelection() {
  const [marked, forget] = useMarked();
  if (!marked) return null;
  const submit = () => {
    ask.getState().ask(marked.text);
    layout.getState().set({ inspectorOpen: true, inspectorTab: "why" });
    forget();
  };
  return (
    <div className="ask__offer" style={{ left: marked.left, top: marked.top }}>
      <Button small icon="help" onClick={submit}>
        Ask the window <Keys combination="a" />
      </Button>
    </div>
  );
}
