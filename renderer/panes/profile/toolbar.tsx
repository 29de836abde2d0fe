import { useState } from "react";
import type { ProfileRow } from "../../../core/contract/methods.ts";
import { useCurrent } from "../../data/current.tsx";
import { useProfiles } from "../../data/queries.ts";
import { draft, isDirty, useDraft } from "../../state/draft.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Keys } from "../../widgets/keys.tsx";
import { Menu, type MenuItem } from "../../widgets/menu.tsx";
import { formatShort, plural } from "../../widgets/quantity.tsx";
import { NameDialog } from "./name-dialog.tsx";
import type { Problem } from "./problems.ts";
import { type StoredProfiles, useStoredProfiles } from "./use-stored-profiles.ts";

/** Which name is asked for. */
type Asking = { readonly kind: "save" } | { readonly kind: "rename"; readonly row: ProfileRow } | undefined;

function loadItems(rows: readonly ProfileRow[], base: ProfileRow | undefined): MenuItem[] {
  const entry = (row: ProfileRow): MenuItem => ({
    kind: "item",
    id: row.id,
    label: row.name,
    detail: row.about,
    checked: row.id === base?.id,
    onSelect: () => draft.getState().load(row),
  });
  const own = rows.filter((row) => !row.preset);
  return [
    { kind: "heading", id: "presets", label: "Presets" },
    ...rows.filter((row) => row.preset).map(entry),
    ...(own.length > 0 ? [{ kind: "heading", id: "own", label: "Saved" } as const] : []),
    ...own.map(entry),
  ];
}

function manageItems(
  base: ProfileRow | undefined,
  stored: StoredProfiles,
  ask: (asking: Asking) => void,
): MenuItem[] {
  const own = base && !base.preset ? base : undefined;
  return [
    {
      kind: "item",
      id: "save-as",
      label: "Save as…",
      icon: "copy",
      onSelect: () => ask({ kind: "save" }),
    },
    {
      kind: "item",
      id: "revert",
      label: "Back to what was saved",
      icon: "undo",
      disabled: base === undefined,
      onSelect: () => base && draft.getState().load(base),
    },
    { kind: "line", id: "line" },
    {
      kind: "item",
      id: "rename",
      label: "Rename…",
      disabled: own === undefined,
      onSelect: () => own && ask({ kind: "rename", row: own }),
    },
    {
      kind: "item",
      id: "delete",
      label: "Delete",
      icon: "trash",
      danger: true,
      disabled: own === undefined,
      onSelect: () => own && void stored.remove(own),
    },
  ];
}

/** What the run of this profile comes to, so that a drag can be seen to work without looking up. */
function Outcome() {
  const { run } = useCurrent();
  if (!run.run) return null;
  const { totals } = run.run;
  return (
    <span className="profile__outcome muted number ellipsis" data-stale={run.stale}>
      peak <b>{formatShort(totals.peakRequestTokens)} tok</b> · {plural(totals.fires, "summary", "summaries")}{" "}
      · {formatShort(totals.offloaded)} offloaded · {formatShort(totals.spilled)} spilled
    </span>
  );
}

function problemWords(problems: readonly Problem[]): string {
  const errors = problems.filter((problem) => problem.level === "error").length;
  const dead = problems.length - errors;
  if (errors > 0) return plural(errors, "error");
  return dead > 0 ? plural(dead, "warning") : "";
}

/** The drawer's first line: which profile, what can be done with it, what it comes to. */
export function Toolbar({ problems }: { readonly problems: readonly Problem[] }) {
  const profiles = useProfiles();
  const stored = useStoredProfiles();
  const [asking, setAsking] = useState<Asking>();
  const base = useDraft((state) => state.base);
  const profile = useDraft((state) => state.profile);
  const past = useDraft((state) => state.past.length);
  const future = useDraft((state) => state.future.length);
  const dirty = isDirty({ base, profile });
  const rows = profiles.data ?? [];
  const name = base?.name ?? profile.name ?? "unnamed";
  const own = base && !base.preset ? base : undefined;
  const save = () => (own ? void stored.save(own.name, own) : setAsking({ kind: "save" }));
  const words = problemWords(problems);
  return (
    <header className="profile__bar">
      <h2>Policies</h2>
      <Menu
        width={340}
        trigger={
          <Button small aria-label={`${name}${dirty ? " changed" : ""}, load another profile`}>
            <span className="ellipsis profile__bar-name">{name}</span>{" "}
            {dirty ? (
              <span className="profile__dirty" title="Changed since it was chosen">
                changed
              </span>
            ) : null}
            <Icon name="down" size={12} />
          </Button>
        }
        items={loadItems(rows, base)}
      />
      <IconButton
        small
        icon="undo"
        label="Undo"
        keys={<Keys combination="mod+z" />}
        disabled={past === 0}
        onClick={() => draft.getState().undo()}
      />
      <IconButton
        small
        icon="redo"
        label="Redo"
        keys={<Keys combination="mod+shift+z" />}
        disabled={future === 0}
        onClick={() => draft.getState().redo()}
      />
      <Button small disabled={!dirty && own !== undefined} onClick={save}>
        {own ? "Save" : "Save as…"}
      </Button>
      <Menu
        trigger={<IconButton small icon="more" label="More for this profile" />}
        items={manageItems(base, stored, setAsking)}
      />
      {words === "" ? null : (
        <span
          className="profile__count"
          data-level={problems.some((one) => one.level === "error") ? "error" : "dead"}
          role="status"
        >
          {words}
        </span>
      )}
      <span className="profile__space" />
      <Outcome />
      {asking ? (
        <NameDialog
          title={asking.kind === "save" ? "Save the profile" : `Rename ${asking.row.name}`}
          action={asking.kind === "save" ? "Save" : "Rename"}
          name={asking.kind === "save" ? `${name} 2` : asking.row.name}
          taken={rows
            .map((row) => row.name)
            .filter((one) => asking.kind === "save" || one !== asking.row.name)}
          onName={(typed) =>
            void (asking.kind === "save" ? stored.save(typed) : stored.rename(asking.row, typed))
          }
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </header>
  );
}
