import { Command as Cmdk } from "cmdk";
import type { ReactNode } from "react";
import type { CommandGroup } from "../../commands/registry.ts";
import { useCommands } from "../../commands/use-commands.ts";
import { useCurrent } from "../../data/current.tsx";
import { useProfiles } from "../../data/queries.ts";
import { draft } from "../../state/draft.ts";
import { overlay, useOverlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";
import { Dialog } from "../../widgets/dialog.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Keys } from "../../widgets/keys.tsx";
import "./help.css";
import { paletteRank } from "./palette-rank.ts";

/** The order of the groups, in the palette and in the help. */
export const GROUPS: readonly CommandGroup[] = ["Navigate", "Profile", "View", "Library", "Help"];

/** Every command, profile and transcript by its name. */
export function Palette() {
  const open = useOverlay()?.kind === "palette";
  const close = () => overlay.getState().show(undefined);
  return (
    <Dialog open={open} onClose={close} title="Commands" width={600} bare>
      <Cmdk
        label="Commands"
        loop
        className="palette"
        filter={(_, typed, [label] = []) => paletteRank(label ?? "", typed)}
      >
        <div className="palette__search">
          <Icon name="search" size={16} />
          <Cmdk.Input data-first placeholder="Type a command, a profile or a transcript" />
        </div>
        <Cmdk.List className="palette__list">
          <Cmdk.Empty className="palette__empty">Nothing of that name.</Cmdk.Empty>
          <CommandGroups close={close} />
          <Profiles close={close} />
          <Transcripts close={close} />
        </Cmdk.List>
      </Cmdk>
    </Dialog>
  );
}

interface Closing {
  readonly close: () => void;
}

/** Closed first: a command may open another overlay, or ask whether none is open. */
function act(close: () => void, run: () => void): () => void {
  return () => {
    close();
    run();
  };
}

function CommandGroups({ close }: Closing) {
  const all = useCommands().filter((command) => !command.hidden && command.when?.() !== false);
  return GROUPS.map((group) => {
    const own = all.filter((command) => command.group === group);
    if (own.length === 0) return null;
    return (
      <Cmdk.Group key={group} heading={group}>
        {own.map((command) => (
          <Item key={command.id} value={command.id} label={command.title} onSelect={act(close, command.run)}>
            {command.keys?.[0] ? <Keys combination={command.keys[0]} /> : null}
          </Item>
        ))}
      </Cmdk.Group>
    );
  });
}

function Profiles({ close }: Closing) {
  const { data } = useProfiles();
  if (!data || data.length === 0) return null;
  return (
    <Cmdk.Group heading="Profiles">
      {data.map((row) => (
        <Item
          key={row.id}
          value={`profile ${row.id}`}
          label={`Use profile ${row.name}`}
          onSelect={act(close, () => draft.getState().load(row))}
        >
          <span className="palette__kind">{row.preset ? "preset" : "saved"}</span>
        </Item>
      ))}
    </Cmdk.Group>
  );
}

function Transcripts({ close }: Closing) {
  const { library } = useCurrent();
  const rows = (library.data ?? []).slice(0, 200);
  if (rows.length === 0) return null;
  return (
    <Cmdk.Group heading="Transcripts">
      {rows.map((row) => (
        <Item
          key={row.id}
          value={`open ${row.id}`}
          label={`Open ${row.name}`}
          onSelect={act(close, () => selection.getState().open(row.id, undefined))}
        >
          <span className="palette__kind">{row.formatLabel}</span>
        </Item>
      ))}
    </Cmdk.Group>
  );
}

interface ItemProps {
  /** Told apart by it, never shown. */
  readonly value: string;
  /** Shown, and what is searched. */
  readonly label: string;
  readonly onSelect: () => void;
  readonly children?: ReactNode;
}

function Item({ value, label, onSelect, children }: ItemProps) {
  return (
    <Cmdk.Item className="palette__item" value={value} keywords={[label]} onSelect={onSelect}>
      <span className="ellipsis">{label}</span>
      {children}
    </Cmdk.Item>
  );
}
