import path from "node:path";
import type { ImportReport } from "../../core/model/report.ts";
import type { PassedOver } from "../../core/contract/passed-over.ts";
import { findIn } from "../folders/find.ts";
import type { Found, FoundTranscript } from "../folders/found.ts";
import { failureOf } from "../failure.ts";
import { shown } from "../files/shown.ts";
import type { ByteSource } from "../files/source.ts";
import type { ImportDocument } from "./import.ts";
import { count, print, some } from "./output.ts";

/** A transcript of a folder, under its path below it. */
export interface FolderItem extends ImportDocument {
  readonly file: string;
  /** The one before with the very same bytes. */
  readonly duplicateOf?: string;
}

/** What `import` tells of a folder, or of a database of sessions. */
export interface FolderDocument {
  readonly ullage: 1;
  readonly folder: string;
  readonly transcripts: readonly FolderItem[];
  /** Files that hold no transcript or cannot be read, and folders that cannot be listed, with why. */
  readonly refused: readonly { readonly file: string; readonly error: string }[];
  readonly passedOver: PassedOver;
  /** True when there was more than is looked at. */
  readonly more: boolean;
}

type Read = (source: ByteSource, name: string) => Promise<ImportDocument>;

/** Reads everything in a folder that is a transcript; `read` makes the document of one. Rejects with a HostError. */
export async function folderDocument(folder: string, read: Read): Promise<FolderDocument> {
  const found = await findIn(folder);
  try {
    const reading = new FolderReading(found, read);
    await reading.all();
    const { transcripts } = reading;
    const unread = found.refused.map(({ name, message }) => ({ file: name, error: message }));
    const refused = [...unread, ...reading.refused];
    const { passedOver, more } = found;
    return { ullage: 1, folder: path.basename(path.resolve(folder)), transcripts, refused, passedOver, more };
  } finally {
    found.close();
  }
}

class FolderReading {
  readonly transcripts: FolderItem[] = [];
  readonly refused: { readonly file: string; readonly error: string }[] = [];
  private readonly found: Found;
  private readonly read: Read;
  private readonly seen = new Map<string, string>();

  constructor(found: Found, read: Read) {
    this.found = found;
    this.read = read;
  }

  async all(): Promise<void> {
    const { transcripts } = this.found;
    const total = transcripts.reduce((sum, { bytes }) => sum + bytes, 0);
    let done = 0;
    for (const [at, one] of transcripts.entries()) {
      showProgress(`${count(at)} of ${count(transcripts.length)} files, ${share(done, total)}`);
      await this.one(one);
      done += one.bytes;
    }
    showProgress("");
  }

  private async one(found: FoundTranscript): Promise<void> {
    const file = found.name;
    try {
      const document = await this.document(found);
      const before = this.seen.get(document.source.sha256);
      this.seen.set(document.source.sha256, before ?? file);
      this.transcripts.push({ file, ...(before === undefined ? {} : { duplicateOf: before }), ...document });
    } catch (error) {
      this.refused.push({ file, error: failureOf(error, false).message });
    }
  }

  private async document(found: FoundTranscript): Promise<ImportDocument> {
    const source = await found.open();
    try {
      return await this.read(source, found.name);
    } finally {
      await source.close();
    }
  }
}

function share(done: number, total: number): string {
  return `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
}

/** One line that is written over, where somebody looks at it; the empty text takes it away. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

function itemLine({ file, report, threads, duplicateOf }: FolderItem): string {
  const messages = threads.reduce((sum, thread) => sum + thread.messages, 0);
  const lanes = threads.length === 1 ? "" : `, ${some(threads.length, "thread")}`;
  const bad = report.lines.bad === 0 ? "" : `, ${some(report.lines.bad, "record")} not read`;
  const same = duplicateOf === undefined ? "" : `, the same as ${shown(duplicateOf)}`;
  return `  ${shown(file)}: ${report.format}${lanes}, ${some(messages, "message")}${bad}${seen(report)}${same}`;
}

/** Secrets and personal data that were seen; where, the report of each says. */
function seen({ sensitive = [] }: ImportReport): string {
  const times = sensitive.reduce((sum, finding) => sum + finding.count, 0);
  return times === 0 ? "" : `, secrets and personal data: ${count(times)}`;
}

/** Why a file was refused, with what it is called: some reasons begin with it. */
export function refusal(file: string, error: string): string {
  return error.startsWith(file) ? error : `${file}: ${error}`;
}

/** What the first of those are called that are no transcripts by name and first bytes. */
function passedOverNames({ count: all, names }: PassedOver): string {
  const told = names.slice(0, 10).map((name) => shown(name));
  return [...told, ...(all > told.length ? [`and ${count(all - told.length)} more`] : [])].join(", ");
}

/** Tells people what a folder holds, one line a transcript. */
export function printFolder({ folder, transcripts, refused, passedOver, more }: FolderDocument): void {
  const duplicates = transcripts.filter(({ duplicateOf }) => duplicateOf !== undefined).length;
  const sums = [
    some(transcripts.length - duplicates, "transcript"),
    some(duplicates, "duplicate"),
    some(refused.length, "file that holds none", "files that hold none"),
    `${count(passedOver.count)} passed over`,
  ];
  print(
    [
      `${shown(folder)}: ${sums.join(", ")}`,
      ...transcripts.map(itemLine),
      ...refused.map(({ file, error }) => `  refused: ${refusal(shown(file), shown(error))}`),
      ...(passedOver.count > 0 ? [`  passed over: ${passedOverNames(passedOver)}`] : []),
      ...(more ? ["  there is more in this folder than is looked at: import its folders one by one"] : []),
    ].join("\n"),
  );
}
