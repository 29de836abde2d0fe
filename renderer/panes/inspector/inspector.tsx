import type { ReactNode } from "react";
import { useCurrent } from "../../data/current.tsx";
import { type InspectorTab, useLayoutState } from "../../state/layout.ts";
import { PlainText } from "../../widgets/plain-text/plain-text.tsx";
import { RoleIcon } from "../../widgets/role-icon.tsx";
import { EmptyState } from "../../widgets/state-view.tsx";
import { type Tab, Tabs } from "../../widgets/tabs.tsx";
import { DiffTab } from "./diff-tab.tsx";
import { LedgerTab } from "./ledger-tab.tsx";
import { MessageTab } from "./message-tab.tsx";
import { SummaryTab } from "./summary-tab.tsx";
import { type Subject, useSubject } from "./use-subject.ts";
import { WhyTab } from "./why-tab.tsx";
import "./inspector.css";

const STAYS = "A message chosen with j and k leaves the tab as it is; w opens Why.";

function SubjectLine({ subject }: { readonly subject: Subject | undefined }) {
  if (!subject) return null;
  const tool = subject.message?.calls?.[0]?.name ?? subject.message?.results?.[0]?.name;
  return (
    <div className="inspector__subject">
      <RoleIcon role={subject.role} />
      <b>{subject.title}</b>
      {tool === undefined ? null : (
        <span className="mono ellipsis">
          <PlainText text={tool.slice(0, 80)} />
        </span>
      )}
    </div>
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
    { id: "why", label: "Why", hint: `Key w. ${STAYS}`, content: () => about(<WhyTab subject={subject} />) },
    { id: "body", label: "Message", content: () => about(<MessageTab subject={subject} />) },
    { id: "diff", label: "Diff", hint: `Key d; again: back. ${STAYS}`, content: () => <DiffTab /> },
    { id: "summary", label: "Summary", content: () => <SummaryTab /> },
    { id: "ledger", label: "Ledger", hint: STAYS, content: () => <LedgerTab /> },
  ];
  return (
    <div className="inspector">
      <Tabs label="Inspector" tabs={tabs} value={tab} onChange={(inspectorTab) => set({ inspectorTab })} />
    </div>
  );
}
