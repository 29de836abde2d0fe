import { closeSync, type Dirent, opendirSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import {
  isToolFolder,
  MOST_DEPTH,
  MOST_FILES,
  mayBeTranscript,
  OPENING_BYTES,
  opensAsTranscript,
  type RefusedFile,
} from "../../core/contract/folder.ts";
import { type PassedOver, PassedOverCount } from "../../core/contract/passed-over.ts";
import { explained } from "../failure.ts";
import { shown } from "../files/shown.ts";
import type { FoundFile } from "./found.ts";

const NO_FILE = "it is a device or a pipe, not a file: save what it gives and import that";

/** The files below a folder that may be transcripts, by name or by how they begin. */
export interface Walked {
  readonly files: readonly FoundFile[];
  readonly passedOver: PassedOver;
  readonly refused: readonly RefusedFile[];
  readonly more: boolean;
}

/** Lists a folder. Links are not followed: they could lead anywhere, and round in a circle. Rejects with a HostError. */
export async function walkFolder(folder: string): Promise<Walked> {
  const walk = new Walk();
  try {
    await walk.folder(folder, "", 0);
  } catch (error) {
    throw explained(error, shown(folder), "bad_input");
  }
  const files = walk.files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { refused, more } = walk;
  return { files, passedOver: walk.passedOver.all, refused, more };
}

class Walk {
  readonly files: FoundFile[] = [];
  readonly refused: RefusedFile[] = [];
  readonly passedOver = new PassedOverCount();
  more = false;
  /** Files that are called otherwise and were looked into. */
  private looked = 0;

  async folder(folder: string, prefix: string, depth: number): Promise<void> {
    for (const entry of entriesOf(folder)) {
      if (this.files.length + this.refused.length >= MOST_FILES || depth > MOST_DEPTH) {
        this.more = true;
        return;
      }
      await this.entry(entry, path.join(folder, entry.name), `${prefix}${entry.name}`, depth);
    }
  }

  private async entry(entry: Dirent, at: string, name: string, depth: number): Promise<void> {
    if (entry.isDirectory()) {
      if (isToolFolder(entry.name)) this.passedOver.add(`${name}/`);
      else await this.below(at, name, depth);
    } else if (!mayBeTranscript(name) && !(entry.isFile() && this.opensSo(at))) this.passedOver.add(name);
    else if (entry.isFile()) await this.file(at, name);
    else this.refuse(name, entry.isSymbolicLink() ? "it is a link, and links are not followed" : NO_FILE);
  }

  /** Of a whole disk, not every file is opened for this. */
  private opensSo(at: string): boolean {
    return this.looked++ < MOST_FILES && opensSo(at);
  }

  /** A folder inside that cannot be listed does not keep the others from being read. */
  private async below(at: string, name: string, depth: number): Promise<void> {
    try {
      await this.folder(at, `${name}/`, depth + 1);
    } catch (error) {
      this.refuse(`${name}/`, explained(error, "this folder", "bad_input").message);
    }
  }

  private async file(at: string, name: string): Promise<void> {
    try {
      const info = await stat(at);
      if (info.isFile()) this.files.push({ name, path: at, bytes: info.size });
      else this.refuse(name, NO_FILE);
    } catch (error) {
      // A name that is no UTF-8 is another one once it is read.
      this.refuse(name, explained(error, "this file", "bad_input").message);
    }
  }

  private refuse(name: string, message: string): void {
    this.refused.push({ name, message });
  }
}

/** True for a file that begins as a transcript does. One that cannot be read is called otherwise, and is left at that. */
function opensSo(at: string): boolean {
  try {
    const file = openSync(at, "r");
    try {
      const head = new Uint8Array(OPENING_BYTES);
      return opensAsTranscript(head.subarray(0, readSync(file, head)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

function entriesOf(folder: string): Dirent[] {
  const open = opendirSync(folder);
  try {
    const entries: Dirent[] = [];
    for (let entry = open.readSync(); entry; entry = open.readSync()) entries.push(entry);
    return entries;
  } finally {
    open.closeSync();
  }
}
