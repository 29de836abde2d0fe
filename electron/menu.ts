import type { MenuItemConstructorOptions } from "electron";

/** An item of the menu: a role of the system's, a line, or a command of ours by its id. */
export type MenuEntry =
  | { readonly role: NonNullable<MenuItemConstructorOptions["role"]> }
  | { readonly line: true }
  | { readonly command: string; readonly label: string; readonly keys?: string };

/** One menu of the bar. `only` names the one platform that has it. */
export interface MenuData {
  readonly label: string;
  readonly role?: NonNullable<MenuItemConstructorOptions["role"]>;
  readonly only?: NodeJS.Platform;
  readonly entries: readonly MenuEntry[];
}

const line = { line: true } as const;
const role = (name: NonNullable<MenuItemConstructorOptions["role"]>): MenuEntry => ({ role: name });

/** The id of the command that the shell answers itself: a dialog, then the chosen files to the host. */
export const openCommand = "shell.open";

/** The whole menu bar. Commands other than `shell.…` are the page's own, by the ids of its registry. */
export const menuBar: readonly MenuData[] = [
  {
    label: "Ullage",
    only: "darwin",
    entries: [
      role("about"),
      line,
      role("services"),
      line,
      role("hide"),
      role("hideOthers"),
      role("unhide"),
      line,
      role("quit"),
    ],
  },
  {
    label: "File",
    entries: [
      { command: openCommand, label: "Open Transcript…", keys: "CmdOrCtrl+O" },
      line,
      role("close"),
      role("quit"),
    ],
  },
  {
    label: "Edit",
    entries: [role("undo"), role("redo"), line, role("cut"), role("copy"), role("paste"), role("selectAll")],
  },
  {
    label: "View",
    entries: [
      role("resetZoom"),
      role("zoomIn"),
      role("zoomOut"),
      line,
      role("togglefullscreen"),
      role("reload"),
      role("toggleDevTools"),
    ],
  },
  { label: "Window", role: "windowMenu", entries: [] },
];

function item(entry: MenuEntry, run: (command: string) => void): MenuItemConstructorOptions {
  if ("line" in entry) return { type: "separator" };
  if ("role" in entry) return { role: entry.role };
  const { command, label, keys } = entry;
  return { id: command, label, ...(keys ? { accelerator: keys } : {}), click: () => run(command) };
}

/** The menu bar in Electron's words, for one platform; `run` is told which command was chosen. */
export function menuTemplate(
  bar: readonly MenuData[],
  platform: NodeJS.Platform,
  run: (command: string) => void,
): MenuItemConstructorOptions[] {
  return bar
    .filter((menu) => menu.only === undefined || menu.only === platform)
    .map((menu) =>
      menu.role
        ? { role: menu.role }
        : { label: menu.label, submenu: menu.entries.map((entry) => item(entry, run)) },
    );
}
