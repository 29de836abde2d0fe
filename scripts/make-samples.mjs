// node scripts/make-samples.mjs: writes the built-in sample sessions below host/samples. They are committed; the same
// script gives the same bytes everywhere. All of it is invented: a ferry booking service and the agents that work on it.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { failingTail } from "./samples/failing-tail.mjs";
import { longSession } from "./samples/long-session.mjs";
import { parallelLogs } from "./samples/parallel-logs.mjs";

const folder = new URL("../host/samples/", import.meta.url);

/** File names and what writes them. */
export const SAMPLE_FILES = {
  "failing-tail.jsonl": failingTail,
  "long-session.jsonl": longSession,
  "parallel-logs.jsonl": parallelLogs,
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, make] of Object.entries(SAMPLE_FILES)) writeFileSync(new URL(name, folder), make());
}
