import type { Command } from "./commands/registry.ts";
import { chooseProfileFile } from "./panes/library/open-profile.ts";
import { copyProfile, saveProfileFile } from "./panes/profile/hand-over.ts";
import { ownBase, saveDraft, type StoredProfiles } from "./panes/profile/use-stored-profiles.ts";
import { draft, isDirty } from "./state/draft.ts";
import { overlay } from "./state/overlay.ts";

/** The commands that keep the draft: under a name, as a file, as text. */
export function profileCommands(stored: StoredProfiles): readonly Command[] {
  return [
    {
      id: "profile.save",
      title: "Save profile",
      group: "Profile",
      when: () => ownBase(draft.getState().base) !== undefined && isDirty(draft.getState()),
      run: () => saveDraft(stored),
    },
    {
      id: "profile.save-as",
      title: "Save profile as…",
      group: "Profile",
      run: () => overlay.getState().show({ kind: "profile-name" }),
    },
    { id: "profile.open", title: "Open profile…", group: "Profile", run: chooseProfileFile },
    { id: "profile.export", title: "Save profile to a file", group: "Profile", run: saveProfileFile },
    {
      id: "profile.copy",
      title: "Copy profile as JSON",
      group: "Profile",
      run: () => void copyProfile(),
    },
  ];
}
