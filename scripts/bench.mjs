// npm run bench [-- NAME…]: the program's own benchmarks, one after the other; each prints its own lines.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { ensureInstalled } from "./install.mjs";
import { becomeSuitable, root } from "./node.mjs";

ensureInstalled(console.error);
await becomeSuitable();
const folder = path.join(root, "bench");
const asked = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => /\.bench\.(ts|mjs)$/.test(file))
  .filter((file) => asked.length === 0 || asked.some((name) => file.includes(name)))
  .sort();
if (files.length === 0) {
  console.error(`bench: nothing matches ${asked.join(" ") || "bench/*.bench.ts"}`);
  process.exit(2);
}
for (const file of files) {
  console.log(`# ${file}`);
  // A garbage collection on demand lets a benchmark measure memory that is really held.
  const done = spawnSync(process.execPath, ["--expose-gc", path.join(folder, file)], {
    cwd: root,
    stdio: "inherit",
  });
  if (done.status !== 0) process.exitCode = 1;
}
