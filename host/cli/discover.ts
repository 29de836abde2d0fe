import { Command } from "commander";
import { discover, type FoundApp, nameOf } from "../discovery/discover.ts";
import { ownHome } from "../discovery/home-port.ts";
import { count, print, printJson, some } from "./output.ts";

/** How many logs of an agent are listed for people; JSON has them all. */
const listed = 20;

function appLines({ label, folders, present, logs, more, problems }: FoundApp): string[] {
  if (!present) return [`${label}: nothing in ${folders.join(", ")}`, ...problems.map((one) => `  ${one}`)];
  const bytes = logs.reduce((sum, log) => sum + log.bytes, 0);
  const left = logs.length + more - Math.min(logs.length, listed);
  return [
    `${label}: ${some(logs.length + more, "log")}, ${some(bytes, "byte")}`,
    ...logs
      .slice(0, listed)
      .map((log) => `  ${dateOf(log.modified)}  ${some(log.bytes, "byte")}  ${log.path}`),
    ...(left > 0 ? [`  … and ${some(left, "older one")} (--json lists ${count(logs.length)})`] : []),
    ...problems.map((one) => `  ${one}`),
  ];
}

function dateOf(modified: number): string {
  return new Date(modified).toISOString().slice(0, 16).replace("T", " ");
}

function document(apps: readonly FoundApp[]) {
  return {
    ullage: 1,
    apps: apps.map(({ logs, ...app }) => ({
      ...app,
      files: logs.map((log) => ({
        ...nameOf(log),
        path: log.path,
        bytes: log.bytes,
        modified: new Date(log.modified).toISOString(),
      })),
    })),
  };
}

async function run({ json }: { readonly json?: true }): Promise<void> {
  const apps = await discover(ownHome());
  if (json) printJson(document(apps));
  else print(apps.flatMap(appLines).join("\n"));
}

/** `ullage discover` */
export function discoverCommand(): Command {
  return new Command("discover")
    .description("logs of agents on this machine: names, sizes and dates; nothing is read")
    .option("--json", "one JSON document and nothing else")
    .action(run);
}
