import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FakeCheckout } from "./fake-checkout.ts";

let checkout: FakeCheckout;
beforeEach(() => (checkout = new FakeCheckout()));
afterEach(() => checkout.remove());

const report =
  "console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() })); process.exitCode = 3;";
const command = (args: string[], options = {}) =>
  checkout.run([path.join(checkout.top, "bin/ullage.mjs"), ...args], options);

test("a built command runs with its arguments, its directory and its exit code", async () => {
  checkout.bundle("cli", "cli.js", report);
  checkout.bundle("workers", "x.js", "");
  const { code, out, err } = await command(["check", "a b", "--json"], { cwd: "/" });
  expect([code, err]).toEqual([3, ""]);
  expect(JSON.parse(out)).toEqual({ args: ["check", "a b", "--json"], cwd: "/" });
});

test("npm's move to the package's top is undone", async () => {
  checkout.bundle("cli", "cli.js", report);
  checkout.bundle("workers", "x.js", "");
  const env = { npm_lifecycle_event: "ullage", INIT_CWD: "/" };
  expect(JSON.parse((await command([], { env })).out)).toMatchObject({ cwd: "/" });
});

test("a stale command is built first, and standard output stays the command's own", async () => {
  checkout.write(
    "scripts/build.mjs",
    `import { mkdirSync, writeFileSync } from "node:fs";
    console.error(process.argv.slice(2).join(" "));
    mkdirSync("${checkout.top}/dist/cli", { recursive: true });
    writeFileSync("${checkout.top}/dist/cli/cli.js", 'console.log("{}")');`,
  );
  const { code, out, err } = await command(["check"]);
  expect([code, out]).toEqual([0, "{}\n"]);
  expect(err).toContain("cli workers --if-stale --quiet");
});

test("a build that fails ends with 2", async () => {
  checkout.write("scripts/build.mjs", "process.exit(1)");
  const { code, out, err } = await command(["check"]);
  expect([code, out, err]).toEqual([2, "", expect.stringContaining("the build failed")]);
});

test("a packaged command needs neither sources nor scripts", async () => {
  checkout.bundle("cli", "cli.js", report);
  const { rmSync } = await import("node:fs");
  for (const name of ["scripts", "vite.config.ts", "node_modules", "package-lock.json"])
    rmSync(path.join(checkout.top, name), { recursive: true });
  expect((await command(["x"])).code).toBe(3);
});
