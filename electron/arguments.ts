import path from "node:path";

/** The command line as Electron gives it. `defaultApp`: run as `electron FOLDER …`, the folder being no file to open. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly defaultApp: boolean;
}

/** The absolute paths of the files that a command line asks for. Switches, Chromium's among them, are passed over. */
export function filesToOpen({ argv, cwd, defaultApp }: CommandLine): string[] {
  const words = argv.slice(1).filter((word) => word !== "" && !word.startsWith("-"));
  return words.slice(defaultApp ? 1 : 0).map((word) => path.resolve(cwd, word));
}

/** True when the command line asks to go on with its files as they grow. */
export function asksToFollow({ argv }: Pick<CommandLine, "argv">): boolean {
  return argv.includes("--follow");
}

/** What a second instance hands to the first. */
export interface HandedOver {
  readonly files: readonly string[];
  readonly follow: boolean;
}

/** Whether the files that a second instance handed over are to be followed. */
export function handedFollow(data: unknown): boolean {
  return typeof data === "object" && data !== null && (data as Record<string, unknown>)["follow"] === true;
}

/** The files that a second instance handed over; none when it sent something else. */
export function handedFiles(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const { files } = data as Record<string, unknown>;
  if (!Array.isArray(files)) return [];
  return files.filter((file: unknown): file is string => typeof file === "string" && path.isAbsolute(file));
}
