import type { MenuItemConstructorOptions } from "electron";
import { expect, test } from "vitest";
import { menuBar, menuTemplate, openCommand } from "../../electron/menu.ts";

const items = (template: MenuItemConstructorOptions[]) =>
  template.flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : []));

test("the app's own menu is macOS's alone", () => {
  const labels = (platform: NodeJS.Platform) =>
    menuTemplate(menuBar, platform, () => {}).map((menu) => menu.label);
  expect(labels("darwin")[0]).toBe("Ullage");
  expect(labels("linux")[0]).toBe("File");
});

test("a command says its id when it is chosen", () => {
  const chosen: string[] = [];
  const open = items(menuTemplate(menuBar, "linux", (id) => chosen.push(id))).find(
    (item) => item.id === openCommand,
  );
  (open?.click as (() => void) | undefined)?.();
  expect(chosen).toEqual([openCommand]);
  expect(open?.accelerator).toBe("CmdOrCtrl+O");
});

test("no key is bound twice", () => {
  const keys = items(menuTemplate(menuBar, "darwin", () => {})).flatMap((item) => item.accelerator ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});
