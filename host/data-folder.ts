import { chmodSync, mkdirSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { explained } from "./failure.ts";

/** What decides where the library lies. */
export interface FolderChoice {
  /** `--data`, when it was given. */
  readonly given?: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** The platform's own folder for an application's data. */
function platformFolder({ platform, env, home }: FolderChoice): string {
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  if (platform === "win32") return env["APPDATA"] || path.join(home, "AppData", "Roaming");
  const xdg = env["XDG_DATA_HOME"];
  return xdg && path.isAbsolute(xdg) ? xdg : path.join(home, ".local", "share");
}

/** The data folder: `--data`, else ULLAGE_DATA, else the platform's own place. Always absolute. */
export function dataFolder(given?: string, choice: Partial<FolderChoice> = {}): string {
  const all = { platform: process.platform, env: process.env, home: os.homedir(), ...choice };
  const chosen = given || all.env["ULLAGE_DATA"];
  return chosen ? path.resolve(chosen) : path.join(platformFolder(all), "ullage");
}

/** Makes a folder and those above it, one by one: Node's own recursion never ends on some file systems. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Makes the folder, readable by its owner alone (0700). Throws a HostError that says what to do. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error("it is not a folder");
    if (process.platform !== "win32") chmodSync(folder, 0o700);
  } catch (error) {
    throw explained(error, `the data folder ${folder}`);
  }
}
