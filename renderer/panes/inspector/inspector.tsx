import type { ReactNode } from "react";
import { useCurrent } from "../../data/current.tsx";
import { type InspectorTab, useLayoutState } from "../../state/layout.ts";
import { IconButton } from "../../widgets/button.tsx";
import { EmptyState } from "../../widgets/state-view.tsx";
import { type Tab, Tabs } from "../../widgets/tabs.tsx";
import { AskSelection } from "./ask-selection.tsx";
import { DiffTab } from "./diff-tab.tsx";
import { FindTab } from "./find-tab.tsx";
import { FoundMarks } from "./found-marks.tsx";
import { LedgerTab } from "./ledger-tab.tsx";
import { MessageTab } from "./message-tab.tsx";
import { PreviewTab } from "./preview-tab.tsx";
import { StoreTab } from "./store-tab.tsx";
import { SubjectLine } from "./subject-line.tsx";
import { SummaryTab } from "./summary-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";
import { useSubject } from "./use-subject.ts";
import { WireTab } from "./wire-tab.tsx";
import { WhyTab } from "./why-tab.tsx";
import "./inspector.css";

const STAYS = "A message chosen with j and k leaves the tab as it is; w opens Why.";

/** Gives the inspector the place of the columns, and takes it back. */
function Widen() {
  const wide = useLayoutState((state) => state.inspectorWide);
  const toggle = useLayoutState((state) => state.toggle);
  return (
    <IconButton
      small
      icon="columns"
      label={wide ? "Show the columns again" : "Widen the inspector"}
      pressed={wide}
      onClick={() => toggle("inspectorWide")}
    />
  );
}

/** What is known of the chosen message and of this step. */
export function Inspector() {
  const { transcript } = useCurrent();
  const tab = useLayoutState((state) => state.inspectorTab);
  const set = useLayoutState((state) => state.set);
  const subject = useSubject();
  if (!transcript) {
    return (
      <EmptyState icon="inspector" title="Nothing to inspect yet">
        Open a transcript first.
      </EmptyState>
    );
  }
  const about = (content: ReactNode) => (
    <>
      <SubjectLine subject={subject} />
      {content}
    </>
  );
  const tabs: readonly Tab<InspectorTab>[] = [
    { id: "why", label: "Why", hint: `Key w. ${STAYS}`, content: () => <WhyTab subject={subject} /> },
    { id: "body", label: "Message", content: () => about(<MessageTab subject={subject} />) },
    { id: "preview", label: "Preview", content: () => about(<PreviewTab subject={subject} />) },
    { id: "diff", label: "Diff", hint: `Key d; again: back. ${STAYS}`, content: () => <DiffTab /> },
    { id: "summary", label: "Summary", content: () => <SummaryTab /> },
    {
      id: "tokens",
      label: "Tokens",
      hint: "Tokens, cache and money of this step",
      content: () => <TokensTab />,
    },
    { id: "store", label: "Store", content: () => <StoreTab /> },
    { id: "wire", label: "Wire", content: () => <WireTab /> },
    { id: "ledger", label: "Ledger", hint: STAYS, content: () => <LedgerTab /> },
    { id: "find", label: "Find", hint: `Ctrl+F. ${STAYS}`, content: () => <FindTab /> },
  ];
  return (
    <div className="inspector">
      <AskSelection />
      <FoundMarks />
      <Tabs
        label="Inspector"
        tabs={tabs}
        value={tab}
        onChange={(inspectorTab) => set({ inspectorTab })}
        end={<Widen />}
      />
    </div>
  );
}
