import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Manifest {
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
}
const manifest = JSON.parse(read("package.json")) as Manifest;

test("the lock names no registry", () => {
  expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
  expect(read(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
});

test("every version is exact", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
});

test("what is shipped beside the bundles is the native module alone", () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["better-sqlite3"]);
});

test(".ci/run is the README's test command", () => {
  expect(read(".ci/run").trim().split("\n").at(-1)).toBe("exec npm test");
});
