import type { LocalFolder } from "../../../core/contract/connection.ts";
import { MOST_FILES, mayBeTranscript } from "../../../core/contract/folder.ts";

const MOST_DEPTH = 16;

/** A folder that was dropped, not yet looked into. */
export interface DroppedFolder {
  readonly entry: FileSystemDirectoryEntry;
  /** The folder as a file: the desktop shell knows its path by it. */
  readonly root: File | undefined;
}

/** What was dropped: to be called while the drop is handled, as nothing of it is there afterwards. */
export function droppedIn(data: DataTransfer): {
  readonly files: readonly File[];
  readonly folders: readonly DroppedFolder[];
} {
  const files: File[] = [];
  const folders: DroppedFolder[] = [];
  for (const item of data.items) {
    const file = item.getAsFile();
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory)
      folders.push({ entry: entry as FileSystemDirectoryEntry, root: file ?? undefined });
    else if (file) files.push(file);
  }
  return { files, folders };
}

/** Looks into a folder: its files that are called like transcripts, those of folders in it, too. */
export async function folderOf({ entry, root }: DroppedFolder): Promise<LocalFolder> {
  const files: { readonly file: File; readonly name: string }[] = [];
  await collect(entry, "", 0, files);
  return { name: entry.name, ...(root ? { root } : {}), files };
}

/** A folder that was chosen in the browser's dialog, which lists its files with their paths from its name on. */
export function chosenFolder(chosen: readonly File[]): LocalFolder {
  const [first] = chosen;
  const name = first?.webkitRelativePath.split("/")[0] ?? "";
  const below = (file: File): string => file.webkitRelativePath.slice(name.length + 1);
  const files = chosen
    .map((file) => ({ file, name: below(file) }))
    .filter((one) => mayBeTranscript(one.name));
  return { name, files: files.slice(0, MOST_FILES) };
}

async function collect(
  folder: FileSystemDirectoryEntry,
  prefix: string,
  depth: number,
  into: { readonly file: File; readonly name: string }[],
): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (into.length >= MOST_FILES || depth > MOST_DEPTH) return;
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory) await collect(entry as FileSystemDirectoryEntry, `${name}/`, depth + 1, into);
    else if (mayBeTranscript(name)) into.push({ file: await fileOf(entry as FileSystemFileEntry), name });
  }
}

/** All entries of a folder; a browser gives them a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
