import type { ReactNode } from "react";
import { Group, type Layout, Panel, Separator } from "react-resizable-panels";
import "./split.css";

/** One part of a split. Sizes: a number is pixels, a string such as "30%" is a share. */
export interface SplitPane {
  readonly id: string;
  readonly content: ReactNode;
  readonly size?: number | string;
  readonly min?: number | string;
  readonly max?: number | string;
  /** Keeps its pixels, and not its share, when the window is resized. */
  readonly steady?: boolean;
}

interface SplitProps {
  readonly id: string;
  readonly direction: "horizontal" | "vertical";
  readonly panes: readonly SplitPane[];
  /** Remembered shares in percent by pane; asked for when the set of panes is drawn first. */
  readonly sizes?: Layout | undefined;
  readonly onResized?: (sizes: Layout) => void;
}

/** Panes side by side or on top of each other with lines between them that can be dragged or moved with the arrows. */
export function Split({ id, direction, panes, sizes, onResized }: SplitProps) {
  const fits = sizes !== undefined && panes.every((pane) => Object.hasOwn(sizes, pane.id));
  const names = panes.map((pane) => pane.id).join("+");
  return (
    <Group
      key={names}
      id={`${id}-${names}`}
      className={`split split--${direction}`}
      orientation={direction}
      {...(fits && Object.keys(sizes).length === panes.length ? { defaultLayout: sizes } : {})}
      onLayoutChanged={(next, { isUserInteraction }) => isUserInteraction && onResized?.(next)}
    >
      {panes.flatMap((pane, at) => [
        ...(at > 0 ? [<Line key={`line-${pane.id}`} label={`Resize ${pane.id}`} />] : []),
        <Part key={pane.id} pane={pane} />,
      ])}
    </Group>
  );
}

function Line({ label }: { readonly label: string }) {
  return <Separator className="split__line" aria-label={label} />;
}

function Part({ pane }: { readonly pane: SplitPane }) {
  return (
    <Panel
      id={pane.id}
      className="split__pane"
      defaultSize={pane.size}
      minSize={pane.min}
      maxSize={pane.max}
      groupResizeBehavior={pane.steady ? "preserve-pixel-size" : "preserve-relative-size"}
    >
      {pane.content}
    </Panel>
  );
}
