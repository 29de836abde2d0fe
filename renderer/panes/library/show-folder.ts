import type { FolderResult } from "../../../core/contract/folder.ts";
import { overlay } from "../../state/overlay.ts";
import { selection } from "../../state/selection.ts";

/** Opens the first transcript of a folder that was imported, and tells what became of all of it. */
export function showFolder(result: FolderResult): void {
  const [first] = result.transcripts;
  if (first) selection.getState().open(first.transcript, undefined);
  overlay.getState().show({ kind: "folder-report", result });
}
