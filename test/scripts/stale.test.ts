import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundles, staleBundles } from "../../scripts/stale.mjs";
import { FakeCheckout } from "./fake-checkout.ts";

let checkout: FakeCheckout;
beforeEach(() => {
  checkout = new FakeCheckout();
  checkout.bundles();
  for (const file of ["core/lib/a.ts", "host/cli/main.ts", "electron/main.ts"]) checkout.write(file, "");
  for (const name of bundles) checkout.age(`dist/${name}/.built`, 60);
});
afterEach(() => checkout.remove());

const stale = (names?: string[]) => staleBundles(names, checkout.top);

test("fresh bundles are not built again", () => {
  expect(stale()).toEqual([]);
});

test("an edit makes those bundles stale that it is part of", () => {
  checkout.age("electron/main.ts", 120);
  expect(stale()).toEqual(["main", "preload"]);
  checkout.age("host/cli/main.ts", 120);
  expect(stale(["cli", "workers"])).toEqual(["cli", "workers"]);
});

test("a deleted file makes a bundle stale", () => {
  rmSync(path.join(checkout.top, "core/lib/a.ts"));
  checkout.age("core/lib", 120);
  expect(stale(["cli"])).toEqual(["cli"]);
});

test("settings and the lock are part of all, and a missing bundle is stale", () => {
  rmSync(path.join(checkout.top, "dist/cli/.built"));
  expect(stale()).toEqual(["cli"]);
  checkout.age("package-lock.json", 120);
  expect(stale()).toEqual(bundles);
});
