import { defineConfig } from "@playwright/test";
import { findChromium, quietFlags } from "./scripts/chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/e2e",
  // One picture for all machines: those that are compared are drawn without the machine's own fonts.
  snapshotPathTemplate: "{testDir}/baselines/{arg}{ext}",
  // A bound for what hangs: one journey goes through every tab, on a machine that may be busy with something else.
  timeout: 180_000,
  // Wide enough for a machine that is busy with something else: nothing waits this long when all is well.
  expect: { timeout: 15_000 },
  // Two cores is what the smallest machine has, and a window with its server fills them: two journeys at a time save a
  // few minutes and fail now and then for want of a core.
  workers: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Without a bound of its own an action waits until the whole test is over, and nobody sees which it was.
    actionTimeout: 15_000,
    // A trace of every journey would take as long again; --trace on records one of those that are looked into.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...quietFlags, "--disable-gpu"],
    },
  },
});
