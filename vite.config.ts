import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { EnvironmentOptions } from "vite";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What runs outside a page: bundle name (also its folder below dist/) to its entries. */
const nodeEntries: Record<string, Record<string, string>> = {
  main: { main: "electron/main.ts" },
  preload: { preload: "electron/preload.ts" },
  server: { server: "host/server-entry.ts" },
  host: { host: "host/electron-entry.ts" },
  workers: {
    "library-worker": "host/jobs/library-worker.ts",
    "engine-worker": "host/jobs/engine-worker.ts",
    "press-worker": "host/jobs/press-worker.ts",
  },
  cli: { cli: "host/cli/main.ts" },
};

/** An entry's absolute paths. */
function absolute(entries: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, at(file)]));
}

/**
 * A bundle for Node or Electron. Everything is inlined but Electron and the native module, so that the packaged
 * app's node_modules holds better-sqlite3 alone. A sandboxed preload cannot be ESM: that one is a single .cjs file.
 */
function nodeBundle(name: string): EnvironmentOptions {
  const cjs = name === "preload";
  return {
    consumer: "server",
    resolve: { noExternal: true, external: ["electron", "better-sqlite3"] },
    build: {
      outDir: at(`dist/${name}`),
      emptyOutDir: true,
      target: "node22",
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: absolute(nodeEntries[name]),
        output: cjs
          ? { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false }
          : { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  };
}

const client: EnvironmentOptions = {
  build: {
    outDir: at("dist/renderer"),
    emptyOutDir: true,
    target: "chrome140",
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4096,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
};

/** Environment names by bundle name; scripts/build.mjs asks for some of them, plain vite for all. */
const asked = process.env["ULLAGE_BUNDLES"]?.split(",") ?? ["renderer", ...Object.keys(nodeEntries)];
const nodeNames = asked.filter((name) => name in nodeEntries);
const clientNames = asked.includes("renderer") ? ["client"] : [];

export default defineConfig({
  root: at("renderer"),
  base: "./",
  plugins: [react()],
  worker: { format: "es" },
  // Vitest brings environments of its own; ours are for the build alone.
  ...(process.env["VITEST"]
    ? {}
    : {
        environments: { client, ...Object.fromEntries(nodeNames.map((name) => [name, nodeBundle(name)])) },
        builder: {
          async buildApp(builder) {
            for (const name of [...clientNames, ...nodeNames]) {
              const environment = builder.environments[name];
              if (environment) await builder.build(environment);
            }
          },
        },
      }),
  test: {
    root: at("."),
    setupFiles: ["test/property.setup.ts"],
    // A bound for what hangs, not for what is slow: machines are busy. `npm run fuzz` gives properties more runs.
    testTimeout: process.env["FUZZ_RUNS"] ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    // All cores: by itself Vitest leaves one out, which is half of the smallest machine.
    maxWorkers: "100%",
    // Processes and threads that tests start from source share what Node has compiled.
    env: { NODE_COMPILE_CACHE: at("node_modules/.cache/compiled") },
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          include: ["test/core/**/*.test.ts"],
          // The core is pure: its files can share one worker, whose code is then loaded and warm.
          isolate: false,
          setupFiles: ["test/core/measure.setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/core/**", "test/e2e/**", "test/renderer/**/*.dom.test.ts"],
          environment: "node",
        },
      },
      {
        extends: true,
        test: {
          name: "dom",
          include: ["test/**/*.test.tsx", "test/renderer/**/*.dom.test.ts"],
          environment: "happy-dom",
          setupFiles: ["test/renderer/history.setup.ts"],
        },
      },
    ],
  },
});
