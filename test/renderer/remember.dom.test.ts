import { expect, test } from "vitest";
import type { Host } from "../../core/contract/rpc.ts";
import { remember } from "../../renderer/remember.ts";
import { draft } from "../../renderer/state/draft.ts";
import { layout } from "../../renderer/state/layout.ts";
import { selection } from "../../renderer/state/selection.ts";

test("what was changed just now is noted when the page goes, once", () => {
  const noted: string[] = [];
  const own = { get: () => undefined, set: (key: string) => void noted.push(key) };
  const told: unknown[] = [];
  const host = {
    call: (_method: string, what: unknown) => {
      told.push(what);
      return Promise.resolve(null);
    },
  } as unknown as Host;
  const forget = remember(host, own, { layout, draft, selection });
  layout.getState().set({ drawerOpen: !layout.getState().drawerOpen });
  expect(noted).toEqual([]);
  window.dispatchEvent(new Event("pagehide"));
  expect(noted).toEqual(["layout"]);
  expect(told).toHaveLength(1);
  window.dispatchEvent(new Event("pagehide"));
  forget();
  expect(noted).toEqual(["layout"]);
});
