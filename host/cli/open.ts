import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { appFolder } from "../version.ts";
import { CommandFailure } from "./failure.ts";

async function open(files: readonly string[], { follow }: { readonly follow?: true }): Promise<void> {
  const launcher = path.join(appFolder(), "scripts", "start.mjs");
  if (!existsSync(launcher))
    throw new CommandFailure(
      "the window can be opened from a checkout only: ullage serve opens it in a browser",
    );
  const paths = files.map((file) => path.resolve(file));
  const child = spawn(process.execPath, [launcher, ...(follow ? ["--follow"] : []), "--", ...paths], {
    stdio: "inherit",
    cwd: appFolder(),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** `ullage open [FILE…]` */
export function openCommand(): Command {
  return new Command("open")
    .description("the window (the same as npm start)")
    .argument("[files...]", "transcripts to open")
    .option("--follow", "go on with these files as they grow")
    .action(open);
}
