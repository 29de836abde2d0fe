import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { whyInstall } from "../../scripts/install.mjs";
import { FakeCheckout } from "./fake-checkout.ts";

let checkout: FakeCheckout;
beforeEach(() => (checkout = new FakeCheckout()));
afterEach(() => checkout.remove());

const a = { version: "1.0.0", integrity: "sha512-a" };

/** Writes what the lock wants and what npm noted as installed; folders are made for the latter. */
function lock(wanted: Record<string, object>, installed: Record<string, object>): string | undefined {
  checkout.write("package-lock.json", JSON.stringify({ packages: { "": {}, ...wanted } }));
  checkout.write("node_modules/.package-lock.json", JSON.stringify({ packages: installed }));
  for (const place of Object.keys(installed)) checkout.write(`${place}/package.json`, "{}");
  return whyInstall(checkout.top);
}

test("a tree that agrees needs nothing", () => {
  expect(lock({ "node_modules/a": a }, { "node_modules/a": a })).toBeUndefined();
});

test("optional packages of other platforms may be missing", () => {
  expect(lock({ "node_modules/b": { ...a, optional: true } }, {})).toBeUndefined();
});

test("missing, changed and deleted packages are reasons", () => {
  expect(lock({ "node_modules/a": a }, {})).toContain("node_modules/a");
  expect(lock({ "node_modules/a": a }, { "node_modules/a": { ...a, version: "2.0.0" } })).toContain(
    "not what the lock says",
  );
  expect(lock({ "node_modules/a": a }, { "node_modules/a": { ...a, integrity: "x" } })).toContain(
    "not what the lock says",
  );
  lock({ "node_modules/a": a }, { "node_modules/a": a });
  rmSync(path.join(checkout.top, "node_modules/a"), { recursive: true });
  expect(whyInstall(checkout.top)).toBe("node_modules/a is missing");
});

test("no node_modules at all, or half of an install, is a reason", () => {
  rmSync(path.join(checkout.top, "node_modules/.package-lock.json"));
  expect(whyInstall(checkout.top)).toBe("node_modules is missing");
});
