import { codeOf } from "../failure.ts";

/** True while a process of that id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There, but somebody else's.
    return codeOf(error) === "EPERM";
  }
}
