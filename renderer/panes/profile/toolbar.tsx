import { useRef } from "react";
import type { ProfileRow } from "../../../core/contract/methods.ts";
import { commands } from "../../commands/registry.ts";
import { useCurrent } from "../../data/current.tsx";
import { runCounts } from "../../data/run-counts.ts";
import { useProfiles } from "../../data/queries.ts";
import { draft, draftTitle, isDirty, useDraft } from "../../state/draft.ts";
import { overlay } from "../../state/overlay.ts";
import { Button, IconButton } from "../../widgets/button.tsx";
import { Icon } from "../../widgets/icon.tsx";
import { Keys } from "../../widgets/keys.tsx";
import { Menu, type MenuItem } from "../../widgets/menu.tsx";
import { formatShort, plural, pluralOrNo } from "../../widgets/quantity.tsx";
import type { Problem } from "./problems.ts";
import { ownBase, saveDraft, type StoredProfiles, useStoredProfiles } from "./use-stored-profiles.ts";

const run = (id: string) => () => void commands.run(id);

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

/** What goes in and out as files and text: the same as the commands of these names. */
const TRANSFER: readonly MenuItem[] = [
  { kind: "item", id: "open", label: "Open profile…", icon: "file", onSelect: run("profile.open") },
  {
    kind: "item",
    id: "export",
    label: "Save profile to a file",
    icon: "download",
    onSelect: run("profile.export"),
  },
  { kind: "item", id: "copy", label: "Copy profile as JSON", icon: "copy", onSelect: run("profile.copy") },
];

function manageItems(base: ProfileRow | undefined, stored: StoredProfiles): MenuItem[] {
  const own = ownBase(base);
  return [
    {
      kind: "item",
      id: "save-as",
      label: "Save as…",
      icon: "add",
      onSelect: () => overlay.getState().show({ kind: "profile-name" }),
    },
    {
      kind: "item",
      id: "revert",
      label: "Back to what was saved",
      icon: "undo",
      disabled: base === undefined,
      onSelect: () => base && draft.getState().load(base),
    },
    { kind: "line", id: "transfer" },
    ...TRANSFER,
    { kind: "line", id: "line" },
    {
      kind: "item",
      id: "rename",
      label: "Rename…",
      disabled: own === undefined,
      onSelect: () => own && overlay.getState().show({ kind: "profile-name", row: own }),
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
  return (
    <span className="profile__outcome muted number ellipsis" data-stale={run.stale}>
      peak <b>{formatShort(run.run.totals.peakRequestTokens)} tok</b>
      {runCounts(run.run).map(({ count, one, many }) => ` · ${pluralOrNo(count, one, many)}`)}
    </span>
  );
}

function problemWords(problems: readonly Problem[]): string {
  const errors = problems.filter((problem) => problem.level === "error").length;
  const dead = problems.length - errors;
  if (errors > 0) return plural(errors, "error");
  return dead > 0 ? plural(dead, "warning") : "";
}

/** Leads to the problem after the last one that was led to, and after the last to the first; gives where it led. */
function goToProblem(drawer: Element | null, last: HTMLElement | undefined): HTMLElement | undefined {
  const notes = [...(drawer?.querySelectorAll<HTMLElement>(".profile__problem") ?? [])];
  const shown = notes.filter((note) => note.getClientRects().length > 0);
  const next = shown[(shown.findIndex((note) => note === last) + 1) % shown.length];
  next?.scrollIntoView({ block: "center" });
  next?.focus({ preventScroll: true });
  return next;
}

function ProblemCount({ problems }: { readonly problems: readonly Problem[] }) {
  const words = problemWords(problems);
  const last = useRef<HTMLElement>(undefined);
  return (
    <span role="status">
      {words === "" ? null : (
        <button
          type="button"
          className="profile__count"
          data-level={problems.some((one) => one.level === "error") ? "error" : "dead"}
          title="Go to the next of them"
          onClick={(event) => {
            last.current = goToProblem(event.currentTarget.closest(".profile"), last.current);
          }}
        >
          {words}
        </button>
      )}
    </span>
  );
}

/** How the draft stands to what it began as, in words; nothing is said of one that is as it was. */
const STATES = {
  "as it was": undefined,
  changed: { word: "changed", means: "Changed since it was chosen" },
  renamed: { word: "not saved", means: "Only its name is another; it is not saved under it yet" },
} as const;

/** The drawer's first line: which profile, what can be done with it, what it comes to. */
export function Toolbar({ problems }: { readonly problems: readonly Problem[] }) {
  const profiles = useProfiles();
  const stored = useStoredProfiles();
  const base = useDraft((state) => state.base);
  const profile = useDraft((state) => state.profile);
  const past = useDraft((state) => state.past.length);
  const future = useDraft((state) => state.future.length);
  const dirty = isDirty({ base, profile });
  const rows = profiles.data ?? [];
  const { name, state } = draftTitle({ base, profile });
  const stands = STATES[state];
  const own = ownBase(base);
  return (
    <header className="profile__bar">
      <h2>Policies</h2>
      <Menu
        width={340}
        trigger={
          <Button small aria-label={`${name}${stands ? ` ${stands.word}` : ""}, load another profile`}>
            <span className="ellipsis profile__bar-name">{name}</span>{" "}
            {stands ? (
              <span className="profile__dirty" title={stands.means}>
                {stands.word}
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
      <Button small disabled={!dirty && own !== undefined} onClick={() => saveDraft(stored)}>
        {own ? "Save" : "Save as…"}
      </Button>
      <Menu
        trigger={<IconButton small icon="more" label="More for this profile" />}
        items={manageItems(base, stored)}
      />
      <ProblemCount problems={problems} />
      <span className="profile__space" />
      <Outcome />
    </header>
  );
}
