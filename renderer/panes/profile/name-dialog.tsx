import { type FormEvent, useId, useState } from "react";
import type { ProfileRow } from "../../../core/contract/methods.ts";
import { useProfiles } from "../../data/queries.ts";
import { draft, nameOf } from "../../state/draft.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { Button } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";
import { useStoredProfiles } from "./use-stored-profiles.ts";

/** The name itself where it is free, else with the first number that makes it so. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name} ${number}`;
  return free;
}

/** Asks for the name of the draft to be saved, or of a stored profile to be renamed. */
export function NameDialog() {
  const shown = useOverlay();
  if (shown?.kind !== "profile-name") return null;
  return shown.row ? <Rename row={shown.row} /> : <SaveAs />;
}

const close = () => overlay.getState().show(undefined);

function useNames(): readonly string[] {
  return (useProfiles().data ?? []).map((row) => row.name);
}

function SaveAs() {
  const stored = useStoredProfiles();
  const names = useNames();
  const { profile, base } = draft.getState();
  return (
    <AskName
      title="Save the profile"
      action="Save"
      name={freeName(nameOf(profile) ?? base?.name ?? "my profile", names)}
      taken={names}
      onName={(name) => void stored.save(name)}
    />
  );
}

function Rename({ row }: { readonly row: ProfileRow }) {
  const stored = useStoredProfiles();
  const names = useNames();
  return (
    <AskName
      title={`Rename ${row.name}`}
      action="Rename"
      name={row.name}
      taken={names.filter((name) => name !== row.name)}
      onName={(name) => void stored.rename(row, name)}
    />
  );
}

interface AskNameProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  /** Names that are taken. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
}

function AskName({ title, action, name, taken, onName }: AskNameProps) {
  const [typed, setTyped] = useState(name);
  const noteId = useId();
  const trimmed = typed.trim();
  const doubled = taken.includes(trimmed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === "" || doubled) return;
    close();
    onName(trimmed);
  };
  return (
    <Dialog open onClose={close} title={title} width={380}>
      <form className="profile__name" onSubmit={submit}>
        <input
          data-first
          className="profile__text"
          aria-label="Name of the profile"
          aria-describedby={noteId}
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p id={noteId} className="muted" role="status">
          {doubled ? "There is a profile of that name already." : "\u00a0"}
        </p>
        <div className="profile__name-actions">
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" type="submit" disabled={trimmed === "" || doubled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
