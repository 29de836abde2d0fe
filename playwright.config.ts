import { defineConfig } from "@playwright/test";
import { findChromium, quietFlags } from "./scripts/chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/e2e",
  timeout: 60_000,
  // Two cores is what the smallest machine has; a server per journey keeps them apart.
  workers: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...quietFlags, "--disable-gpu"],
    },
  },
});
