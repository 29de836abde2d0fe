import type { ProfileInput } from "../../../core/model/profile.ts";
import { draft } from "../../state/draft.ts";
import { OWN_PARAMS } from "./own-params.ts";
import { ParamRow } from "./param-row.tsx";
import { AddPolicy, PolicyCard } from "./policy-card.tsx";
import { type Problem, problemsOf } from "./problems.ts";
import { shownParams } from "./values.ts";

interface ControlsProps {
  readonly profile: ProfileInput;
  readonly problems: readonly Problem[];
}

function OwnCard({ profile, problems }: ControlsProps) {
  const { editProfile, settle } = draft.getState();
  return (
    <section className="profile__card" aria-label="Settings of the profile">
      <header className="profile__card-head">
        <h3>Counting</h3>
        <span className="muted ellipsis">for the whole profile</span>
      </header>
      {shownParams(OWN_PARAMS, profile).map((shown) => (
        <ParamRow
          key={shown.spec.key}
          shown={shown}
          config={profile}
          problems={problemsOf(problems, "profile", shown.spec.key)}
          onEdit={(edit, transient) => editProfile(edit.path, edit.value, { transient })}
          onSettle={settle}
        />
      ))}
    </section>
  );
}

/** The profile as controls, drawn from the descriptions of the parameters. */
export function Controls({ profile, problems }: ControlsProps) {
  const { policies } = profile;
  return (
    <div className="profile__controls">
      {policies.map((policy, at) => (
        <PolicyCard
          key={`${at}/${policy.kind}`}
          at={at}
          count={policies.length}
          policy={policy}
          problems={problems}
        />
      ))}
      <OwnCard profile={profile} problems={problems} />
      <AddPolicy policies={policies} />
    </div>
  );
}
