import { type Dirent, opendirSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { MOST_FILES, mayBeTranscript } from "../../core/contract/folder.ts";
import { explained } from "../failure.ts";
import { shown } from "../files/shown.ts";
import type { FoundFile } from "./found.ts";

const mostDepth = 16;
/** Folders of tools, with more files than everything else together and no transcript among them. */
const skipped = new Set(["node_modules", ".git", ".svn", ".venv", "__pycache__"]);

/** The files below a folder that may be transcripts, by name. */
export interface Walked {
  readonly files: readonly FoundFile[];
  readonly passedOver: number;
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
  return { files, passedOver: walk.passedOver, more: walk.more };
}

class Walk {
  readonly files: FoundFile[] = [];
  passedOver = 0;
  more = false;

  async folder(folder: string, prefix: string, depth: number): Promise<void> {
    for (const entry of entriesOf(folder)) {
      if (this.files.length >= MOST_FILES || depth > mostDepth) {
        this.more = true;
        return;
      }
      await this.entry(entry, path.join(folder, entry.name), `${prefix}${entry.name}`, depth);
    }
  }

  private async entry(entry: Dirent, at: string, name: string, depth: number): Promise<void> {
    if (entry.isDirectory()) {
      if (skipped.has(entry.name)) this.passedOver++;
      else await this.below(at, name, depth);
    } else if (entry.isFile() && mayBeTranscript(name)) await this.file(at, name);
    else this.passedOver++;
  }

  /** A folder inside that cannot be listed does not keep the others from being read. */
  private async below(at: string, name: string, depth: number): Promise<void> {
    try {
      await this.folder(at, `${name}/`, depth + 1);
    } catch {
      this.passedOver++;
    }
  }

  private async file(at: string, name: string): Promise<void> {
    const info = await stat(at).catch(() => undefined);
    if (info?.isFile()) this.files.push({ name, path: at, bytes: info.size });
    else this.passedOver++;
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
