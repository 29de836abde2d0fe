import type { MouseEvent, ReactNode } from "react";
import type { Side } from "../../state/selection.ts";

interface CellBoxProps {
  readonly side: Side;
  readonly selected: boolean;
  readonly state?: string | undefined;
  /** What it says, where that is not in its words. */
  readonly label?: string | undefined;
  readonly onSelect: (() => void) | undefined;
  readonly onInspect: (() => void) | undefined;
  readonly children: ReactNode;
}

/** One side of a row. The keys are the grid's: a cell alone is never focused. */
export function CellBox({ side, selected, state, label, onSelect, onInspect, children }: CellBoxProps) {
  const click = (event: MouseEvent) => {
    // A button in the cell has an action of its own, and a click that ends a selection of text is none.
    const onButton = event.target instanceof Element && event.target.closest("button") !== null;
    const selecting = getSelection()?.isCollapsed === false && event.detail === 1;
    if (!onButton && !selecting) onSelect?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/interactive-supports-focus
    <div
      role="gridcell"
      aria-selected={selected}
      aria-label={label}
      className="columns__cell"
      data-side={side}
      data-state={state}
      onClick={click}
      onDoubleClick={onInspect}
    >
      {children}
    </div>
  );
}
