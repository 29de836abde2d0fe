import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Imports a file in a process of its own, which is killed hard some milliseconds after it told that the import was done.
 * `child` is the name of that process's file beside this one.
 */
export async function killAfterImport(
  child: string,
  folder: string,
  file: string,
  wait: number,
): Promise<void> {
  const importing = fork(path.join(import.meta.dirname, child), [folder, file], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = once(importing, "exit");
  await new Promise<void>((resolve) =>
    importing.on("message", (message) => message === "imported" && resolve()),
  );
  await sleep(wait);
  importing.kill("SIGKILL");
  await gone;
}
