import { HostError, type HostErrorCode } from "../core/contract/rpc.ts";

const anotherFolder = "or choose another folder with --data or ULLAGE_DATA";

/** What people can do about an error of the file system or of SQLite: [code prefix, what happened, what to do]. */
const causes: readonly (readonly [string, string, string])[] = [
  [
    "SQLITE_FULL",
    "the disk is full",
    "Nothing was stored and nothing was lost: free some space and try again",
  ],
  ["ENOSPC", "the disk is full", "Nothing was stored and nothing was lost: free some space and try again"],
  ["EDQUOT", "the disk quota is used up", "Nothing was stored: free some space and try again"],
  [
    "SQLITE_NOTADB",
    "it is not a library, or it is damaged",
    `Nothing was changed: move it away, ${anotherFolder}`,
  ],
  ["SQLITE_CORRUPT", "it is damaged", `Nothing was changed: keep a copy, move it away, ${anotherFolder}`],
  ["SQLITE_BUSY", "another program is writing to it", "Close the other Ullage, or try again when it is done"],
  [
    "SQLITE_LOCKED",
    "another program is writing to it",
    "Close the other Ullage, or try again when it is done",
  ],
  ["SQLITE_READONLY", "it may not be written", `Give yourself write permission, ${anotherFolder}`],
  ["SQLITE_CANTOPEN", "it cannot be opened", `Check its permissions, ${anotherFolder}`],
  ["SQLITE_PERM", "no permission", `Check its permissions, ${anotherFolder}`],
  ["SQLITE_IOERR", "the disk gave an error", `Check the disk, ${anotherFolder}`],
  ["EACCES", "no permission", "Check its permissions"],
  ["EPERM", "no permission", "Check its permissions"],
  ["EROFS", "it lies on a read-only disk", "Choose another place"],
  ["EISDIR", "it is a folder", "Choose a file"],
  ["ENOENT", "there is no such file", "Check the path"],
  ["ENOTDIR", "part of its path is a file, not a folder", "Check the path"],
  ["EEXIST", "a file is in the way", `Move it away, ${anotherFolder}`],
  ["EMFILE", "too many files are open", "Close some and try again"],
  ["ENAMETOOLONG", "its path is too long", "Choose a shorter one"],
  ["ELOOP", "its links lead in a circle", "Check the path"],
  ["EIO", "the disk gave an error", "Check the disk"],
];

/** The system's code of an error, or "". */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** An error as a HostError for people: what (`what`, e.g. "the library /x"), why, and what to do. */
export function explained(error: unknown, what: string, code: HostErrorCode = "failed"): HostError {
  if (error instanceof HostError) return error;
  const found = codeOf(error);
  const cause = causes.find(([prefix]) => found.startsWith(prefix));
  if (cause) return new HostError(code, `Cannot use ${what}: ${cause[1]}. ${cause[2]}.`);
  const message = error instanceof Error ? error.message : String(error);
  return new HostError(code, `Cannot use ${what}: ${oneLine(message)}`);
}

/** Whatever was thrown, as the HostError that a call ends with. */
export function failureOf(error: unknown, aborted: boolean): HostError {
  if (aborted || (error instanceof Error && error.name === "AbortError"))
    return error instanceof HostError && error.code === "aborted"
      ? error
      : new HostError("aborted", "Cancelled");
  if (error instanceof HostError) return error;
  if (error instanceof Error && error.name === "ImportFailure")
    return new HostError("bad_input", error.message);
  // A database that is damaged or full shows itself in any call.
  if (codeOf(error).startsWith("SQLITE_")) return explained(error, "the library in the data folder");
  const message = error instanceof Error ? error.message : String(error);
  return new HostError("failed", `Something went wrong inside Ullage: ${oneLine(message)}`);
}
