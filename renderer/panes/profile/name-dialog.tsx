import { type FormEvent, useId, useState } from "react";
import { Button } from "../../widgets/button.tsx";
import { Dialog } from "../../widgets/dialog.tsx";

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  /** Names that are taken. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a profile. */
export function NameDialog({ title, action, name, taken, onName, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const noteId = useId();
  const trimmed = typed.trim();
  const doubled = taken.includes(trimmed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === "" || doubled) return;
    onName(trimmed);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title} width={380}>
      <form className="profile__name" onSubmit={submit}>
        <input
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
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" disabled={trimmed === "" || doubled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
