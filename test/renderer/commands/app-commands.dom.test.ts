import { beforeEach, expect, test } from "vitest";
import { appCommands } from "../../../renderer/commands/app-commands.ts";
import { CommandRegistry } from "../../../renderer/commands/registry.ts";
import { draft } from "../../../renderer/state/draft.ts";
import { FIRST_LAYOUT, layout } from "../../../renderer/state/layout.ts";
import { overlay } from "../../../renderer/state/overlay.ts";
import { selection } from "../../../renderer/state/selection.ts";
import { registerVisualOrder } from "../../../renderer/state/visual-order.ts";

function made(steps = 5): CommandRegistry {
  const registry = new CommandRegistry();
  registry.register(...appCommands({ step: () => selection.getState().step, steps: () => steps }));
  return registry;
}

beforeEach(() => {
  selection.getState().close();
  overlay.getState().show(undefined);
  layout.getState().set(FIRST_LAYOUT);
});

test("no two commands share a key while both can run", () => {
  selection.getState().open(1, "main");
  const keys = made()
    .list()
    .filter((command) => command.when?.() !== false)
    .flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test("steps stop at both ends", () => {
  const registry = made(3);
  expect(registry.run("step.next")).toBe(false);
  selection.getState().open(1, "main");
  for (let i = 0; i < 9; i++) registry.run("step.next");
  expect(selection.getState().step).toBe(3);
  for (let i = 0; i < 9; i++) registry.run("step.previous");
  expect(selection.getState().step).toBe(1);
  registry.run("step.last");
  expect(selection.getState().step).toBe(3);
});

test("j and k follow the visual order and bring the message into sight", () => {
  const seen: unknown[] = [];
  const back = registerVisualOrder({
    neighbour: (from, by) => ({ index: (from && "index" in from ? from.index : 10) + by }),
    reveal: (at) => seen.push(at),
  });
  const registry = made();
  selection.getState().open(1, "main");
  registry.run("message.next");
  registry.run("message.next");
  registry.run("message.previous");
  expect(selection.getState().message).toEqual({ index: 11 });
  expect(seen).toEqual([{ index: 11 }, { index: 12 }, { index: 11 }]);
  back();
  registry.run("message.next");
  expect(selection.getState().message).toEqual({ index: 11 });
});

test("Escape clears the selection, and is free when there is none", () => {
  selection.getState().open(1, "main");
  const registry = made();
  expect(registry.run("back")).toBe(false);
  selection.getState().select({ index: 2 });
  expect(registry.run("back")).toBe(true);
  expect(selection.getState().message).toBeUndefined();
});

test("undo and redo act on the draft, and only when there is something to undo", () => {
  draft.getState().restore({ policies: [{ kind: "offload" }] }, undefined);
  const registry = made();
  expect(registry.run("profile.undo")).toBe(false);
  draft.getState().editParam(0, "thresholdTokens", 2000);
  expect(registry.run("profile.undo")).toBe(true);
  expect(draft.getState().profile.policies[0]).toEqual({ kind: "offload" });
  expect(registry.run("profile.redo")).toBe(true);
  expect(draft.getState().profile.policies[0]).toEqual({ kind: "offload", thresholdTokens: 2000 });
});

test("d shows the diff and leads back to the tab before; w opens Why", () => {
  selection.getState().open(1, "main", 2);
  const registry = made();
  layout.getState().set({ inspectorTab: "ledger" });
  registry.run("diff");
  expect(layout.getState().inspectorTab).toBe("diff");
  registry.run("diff");
  expect(layout.getState().inspectorTab).toBe("ledger");
  layout.getState().set({ inspectorTab: "diff", inspectorOpen: false });
  registry.run("diff");
  expect(layout.getState()).toMatchObject({ inspectorOpen: true, inspectorTab: "diff" });
  layout.getState().set({ inspectorOpen: false });
  registry.run("why");
  expect(layout.getState()).toMatchObject({ inspectorOpen: true, inspectorTab: "why" });
});

test("the theme goes round, the drawer opens and closes, d shows the diff, c pins and unpins", () => {
  selection.getState().open(1, "main", 2);
  const registry = made();
  const themes = [1, 2, 3].map(() => {
    registry.run("theme.next");
    return layout.getState().theme;
  });
  expect(themes).toEqual(["light", "dark", "system"]);
  registry.run("profile.drawer");
  expect(layout.getState().drawerOpen).toBe(false);
  layout.getState().set({ inspectorOpen: false });
  registry.run("diff");
  expect(layout.getState()).toMatchObject({ inspectorOpen: true, inspectorTab: "diff" });
  registry.run("step.pin");
  expect(selection.getState().pinned).toBe(2);
  registry.run("step.pin");
  expect(selection.getState().pinned).toBeUndefined();
});
