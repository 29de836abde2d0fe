import type { ProfileRow } from "../../../core/contract/methods.ts";
import { useProfiles } from "../../data/queries.ts";
import { draft, draftTitle, useDraft } from "../../state/draft.ts";
import { Button } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Menu, type MenuItem } from "../../widgets/menu.tsx";

/** Chooses a preset or a stored profile; says which one the draft began as, and whether it was changed since. */
export function ProfileChooser() {
  const profiles = useProfiles();
  const { base, profile } = useDraft((state) => state);
  const { name, state } = draftTitle({ base, profile });
  return (
    <Menu
      align="end"
      width={340}
      trigger={
        <Button className="profile-chooser">
          <span className="muted profile-chooser__word">profile</span>
          <span className="ellipsis profile-chooser__name">{name}</span>
          {state === "changed" ? (
            <span className="profile-chooser__dirty" title="Changed since it was chosen">
              <span className="visually-hidden">, changed</span>
            </span>
          ) : null}
          <Icon name="down" size={12} />
        </Button>
      }
      items={items(profiles.data ?? [], base)}
    />
  );
}

function items(rows: readonly ProfileRow[], base: ProfileRow | undefined): readonly MenuItem[] {
  const entry = (row: ProfileRow): MenuItem => ({
    kind: "item",
    id: row.id,
    label: row.name,
    detail: row.about,
    checked: row.id === base?.id,
    onSelect: () => draft.getState().load(row),
  });
  const presets = rows.filter((row) => row.preset);
  const own = rows.filter((row) => !row.preset);
  return [
    { kind: "heading", id: "presets", label: "Presets" },
    ...presets.map(entry),
    ...(own.length > 0 ? [{ kind: "heading", id: "own", label: "Saved" } as const, ...own.map(entry)] : []),
  ];
}
