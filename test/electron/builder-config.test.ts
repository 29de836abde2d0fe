import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const load = createRequire(import.meta.url);

interface Builder {
  getConfig(folder: string, file: string, request: null): Promise<Record<string, unknown>>;
  validateConfiguration(config: unknown, log: unknown): Promise<void>;
}

let builder: Builder;
let config: Record<string, unknown>;
let log: unknown;

beforeAll(async () => {
  builder = load("app-builder-lib/out/util/config/config.js") as Builder;
  const { DebugLogger } = load("builder-util") as { DebugLogger: new (enabled: boolean) => unknown };
  log = new DebugLogger(false);
  config = await builder.getConfig(root, "electron-builder.yml", null);
}, 60_000);

test("electron-builder takes the file", async () => {
  await expect(builder.validateConfiguration(config, log)).resolves.toBeUndefined();
});

test("and would not take a wrong one", async () => {
  await expect(builder.validateConfiguration({ ...config, nonsense: 1 }, log)).rejects.toThrow("nonsense");
});

test("no Node binary of npm's is shipped", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const lines = (config["files"] as { filter: string[] }[]).flatMap((set) => set.filter);
  const excluded = lines.find((line) => line.startsWith("!node_modules/{node-"));
  for (const name of Object.keys(optionalDependencies)) expect(excluded).toContain(name);
});

test("native modules lie outside the archive and are not rebuilt", () => {
  expect(config).toMatchObject({ npmRebuild: false, asarUnpack: ["**/*.node"] });
});
