import { useMemo } from "react";
import { checkProfile } from "../../../core/policies/check.ts";
import { useCurrent } from "../../data/current.tsx";
import { useDraft } from "../../state/draft.ts";
import { type DrawerTab, useLayoutState } from "../../state/layout.ts";
import { Segments } from "../../widgets/segments.tsx";
import { Controls } from "./controls.tsx";
import { JsonPane } from "./json-pane.tsx";
import { ProblemList } from "./problem-note.tsx";
import { allProblems } from "./problems.ts";
import { Toolbar } from "./toolbar.tsx";
import "./profile.css";

const TABS: readonly { readonly value: DrawerTab; readonly label: string }[] = [
  { value: "controls", label: "Controls" },
  { value: "json", label: "JSON" },
];

/** What is wrong with the draft, worked out at once; with what the run knew of the transcript, once that is here. */
function useProblems() {
  const profile = useDraft((state) => state.profile);
  const { run } = useCurrent();
  const ofRun = run.stale ? undefined : run.run?.problems;
  const own = useMemo(() => checkProfile(profile).problems, [profile]);
  return useMemo(() => allProblems(own, ofRun), [own, ofRun]);
}

/** The profile as controls and as JSON, with live checks. Whatever is changed here, the run follows. */
export function ProfileDrawer() {
  const profile = useDraft((state) => state.profile);
  const problems = useProblems();
  const tab = useLayoutState((state) => state.drawerTab);
  const set = useLayoutState((state) => state.set);
  return (
    <section className="profile" aria-label="Policies" data-tab={tab}>
      <Toolbar problems={problems} />
      <div className="profile__tabs">
        <Segments
          label="How the profile is shown"
          options={TABS}
          value={tab}
          onChange={(drawerTab) => set({ drawerTab })}
        />
      </div>
      <div className="profile__panes">
        <Controls profile={profile} problems={problems} />
        <div className="profile__side">
          <ProblemList problems={problems} />
          <JsonPane profile={profile} problems={problems} />
        </div>
      </div>
    </section>
  );
}
