// npm run check [-- --fix]: format, lint, types.
import process from "node:process";
import { ensureInstalled } from "./install.mjs";
import { becomeSuitable } from "./node.mjs";

ensureInstalled(console.error);
await becomeSuitable();
const { runChecks } = await import("./checks.mjs");
const failed = runChecks(process.argv.includes("--fix"));
console.log(
  failed.length === 0 ? "check: format, lint and types are fine" : `check: failed: ${failed.join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
