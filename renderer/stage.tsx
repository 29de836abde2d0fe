import type { ReactNode } from "react";
import { useCurrent } from "./data/current.tsx";
import { Columns } from "./panes/columns/columns.tsx";
import { Inspector } from "./panes/inspector/inspector.tsx";
import { Library } from "./panes/library/library.tsx";
import { Welcome } from "./panes/library/welcome.tsx";
import { ProfileDrawer } from "./panes/profile/profile-drawer.tsx";
import { StaleNote } from "./panes/status/stale-note.tsx";
import { Timeline } from "./panes/timeline/timeline.tsx";
import { layout, useLayoutState } from "./state/layout.ts";
import { useSelection } from "./state/selection.ts";
import { Split, type SplitPane } from "./widgets/split.tsx";
import { EmptyState, Skeleton } from "./widgets/state-view.tsx";

/** On a narrow screen what is looked at has more of the room; whoever drags a line decides otherwise. */
function isNarrow(): boolean {
  return window.innerWidth < 1180;
}

/** The panes: library, timeline over columns and inspector, the policy drawer below all of it. */
export function Stage() {
  const { transcript } = useCurrent();
  const drawerOpen = useLayoutState((state) => state.drawerOpen);
  const upper: SplitPane = { id: "upper", content: <Upper />, min: 260 };
  const drawer: SplitPane = { id: "drawer", content: <ProfileDrawer />, size: "26%", min: 120, steady: true };
  return (
    <Parts id="stage" direction="vertical" panes={transcript && drawerOpen ? [upper, drawer] : [upper]} />
  );
}

function Upper() {
  const open = useLayoutState((state) => state.libraryOpen);
  const library: SplitPane = {
    id: "library",
    content: <Library />,
    size: isNarrow() ? 226 : 248,
    min: 190,
    max: 480,
    steady: true,
  };
  const main: SplitPane = { id: "main", content: <Main />, min: 480 };
  return <Parts id="upper" direction="horizontal" panes={open ? [library, main] : [main]} />;
}

/** What is open, or why nothing is. */
function Main() {
  const { transcript, thread, library } = useCurrent();
  const asked = useSelection((state) => state.transcript);
  if (transcript && thread) return <Opened />;
  if (transcript) {
    return (
      <EmptyState icon="file" title="No messages in this transcript">
        Nothing in {transcript.name} is a conversation. Its import report says what was read.
      </EmptyState>
    );
  }
  if (asked !== undefined && !library.data && !library.error) return <Skeleton label="Opening" />;
  return <Welcome />;
}

function Opened() {
  const timeline: SplitPane = { id: "timeline", content: <Timeline />, size: "40%", min: 190 };
  const lower: SplitPane = { id: "lower", content: <Lower />, min: 120 };
  return <Parts id="opened" direction="vertical" panes={[timeline, lower]} />;
}

function Lower() {
  const open = useLayoutState((state) => state.inspectorOpen);
  const wide = useLayoutState((state) => state.inspectorWide);
  const { transcript, thread } = useCurrent();
  // A thread has its own rows, scroll place and open bodies: another thread is another pane.
  const key = `${transcript?.id}/${thread?.id}`;
  const columns: SplitPane = { id: "columns", content: <Noted key={key} />, min: 320 };
  const inspector: SplitPane = {
    id: "inspector",
    content: <Inspector key={key} />,
    size: isNarrow() ? "36%" : "33%",
    min: 260,
  };
  return (
    <Parts
      id="lower"
      direction="horizontal"
      panes={shownPanes(columns, open ? inspector : undefined, wide)}
    />
  );
}

/** The columns alone, beside the inspector, or in its favour not at all. */
function shownPanes(columns: SplitPane, inspector: SplitPane | undefined, wide: boolean): SplitPane[] {
  if (!inspector) return [columns];
  return wide ? [inspector] : [columns, inspector];
}

function Noted() {
  return (
    <div className="noted">
      <StaleNote />
      <div className="noted__below">
        <Columns />
      </div>
    </div>
  );
}

interface PartsProps {
  readonly id: string;
  readonly direction: "horizontal" | "vertical";
  readonly panes: readonly SplitPane[];
}

/** A split whose sizes are remembered. */
function Parts({ id, direction, panes }: PartsProps): ReactNode {
  const name = `${id}:${panes.map((pane) => pane.id).join("+")}`;
  return (
    <Split
      id={id}
      direction={direction}
      panes={panes}
      sizes={layout.getState().sizes[name]}
      onResized={(sizes) => layout.getState().resize(name, sizes)}
    />
  );
}
