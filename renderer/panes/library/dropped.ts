import type { LocalFolder } from "../../../core/contract/connection.ts";
import {
  isToolFolder,
  MOST_DEPTH,
  MOST_FILES,
  mayBeTranscript,
  OPENING_BYTES,
  opensAsTranscript,
} from "../../../core/contract/folder.ts";
import { PassedOverCount } from "../../../core/contract/passed-over.ts";

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

/** Looks into a folder: its files that may be transcripts, those of folders in it, too. */
export async function folderOf({ entry, root }: DroppedFolder): Promise<LocalFolder> {
  const listing = new Listing();
  await collect(entry, "", 0, listing);
  return { name: entry.name, ...(root ? { root } : {}), ...listing.all };
}

/** A folder that was chosen in the browser's dialog, which lists its files with their paths from its name on. */
export async function chosenFolder(chosen: readonly File[]): Promise<LocalFolder> {
  const [first] = chosen;
  const name = first?.webkitRelativePath.split("/")[0] ?? "";
  const listing = new Listing();
  for (const file of chosen) {
    const below = file.webkitRelativePath.slice(name.length + 1);
    const tools = below
      .split("/")
      .findIndex((folder, at, all) => at < all.length - 1 && isToolFolder(folder));
    if (tools < 0) await listing.add(below, async () => file);
    else listing.passFolder(`${below.split("/", tools + 1).join("/")}/`);
  }
  return { name, ...listing.all };
}

/** Sorts the files of a folder as the host does with one that it can read itself. */
class Listing {
  readonly #files: { readonly file: File; readonly name: string }[] = [];
  readonly #passedOver = new PassedOverCount();
  readonly #folders = new Set<string>();
  /** Files that are called otherwise and were looked into. */
  #looked = 0;
  /** True when there is more than is looked at. */
  more = false;

  get all(): Pick<LocalFolder, "files" | "passedOver" | "more"> {
    return { files: this.#files, passedOver: this.#passedOver.all, more: this.more };
  }

  /** True once nothing more is taken. */
  get full(): boolean {
    return this.#files.length >= MOST_FILES;
  }

  /** `open` gives the file; it is asked only where a file is needed. */
  async add(name: string, open: () => Promise<File>): Promise<void> {
    if (this.full) this.more = true;
    else if (mayBeTranscript(name)) this.#files.push({ file: await open(), name });
    else await this.#addByContent(name, open);
  }

  async #addByContent(name: string, open: () => Promise<File>): Promise<void> {
    // Of a whole disk, not every file is opened for this.
    const file = this.#looked++ < MOST_FILES ? await open().catch(() => undefined) : undefined;
    if (file && (await opensSo(file))) this.#files.push({ file, name });
    else this.#passedOver.add(name);
  }

  /** A folder of tools, by its path: it is counted once. */
  passFolder(name: string): void {
    if (this.#folders.has(name)) return;
    this.#folders.add(name);
    this.#passedOver.add(name);
  }
}

/** One that cannot be read is called otherwise, and is left at that. */
async function opensSo(file: File): Promise<boolean> {
  try {
    return opensAsTranscript(new Uint8Array(await file.slice(0, OPENING_BYTES).arrayBuffer()));
  } catch {
    return false;
  }
}

async function collect(
  folder: FileSystemDirectoryEntry,
  prefix: string,
  depth: number,
  into: Listing,
): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const name = `${prefix}${entry.name}`;
    if (into.full || depth > MOST_DEPTH) into.more = true;
    else if (!entry.isDirectory) await into.add(name, () => fileOf(entry as FileSystemFileEntry));
    else if (isToolFolder(entry.name)) into.passFolder(`${name}/`);
    else await collect(entry as FileSystemDirectoryEntry, `${name}/`, depth + 1, into);
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
