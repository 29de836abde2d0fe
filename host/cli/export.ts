import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { once } from "node:events";
import { Command } from "commander";
import type { TranscriptRow } from "../../core/contract/rows.ts";
import { dataFolder } from "../data-folder.ts";
import { codeOf, explained } from "../failure.ts";
import { shown } from "../files/shown.ts";
import { type Database, libraryFile, openLibrary } from "../library/database.ts";
import { exportOriginal } from "../library/raw.ts";
import { listTranscripts } from "../library/transcripts.ts";
import { CommandFailure } from "./failure.ts";
import { count, note, print, printJson } from "./output.ts";

interface ExportArguments {
  readonly output?: string;
  readonly data?: string;
  readonly json?: true;
}

/** As few letters of a hash as are taken for one. */
const shortestHash = 8;
/** How many transcripts a message names. */
const mostNamed = 10;

function opened(data: string | undefined): Database {
  const folder = dataFolder(data);
  if (!existsSync(libraryFile(folder)))
    throw new CommandFailure(
      `there is no library in ${shown(folder)}: import something in the window first, or name its folder with --data`,
    );
  return openLibrary(folder);
}

const named = ({ id, name }: TranscriptRow): string => `${id} (${name})`;

function someOf(rows: readonly TranscriptRow[]): string {
  return `${rows.slice(0, mostNamed).map(named).join(", ")}${rows.length > mostNamed ? ", …" : ""}`;
}

/** The transcript that is meant: by its number, its name, or the start of its file's SHA-256. */
function chosen(rows: readonly TranscriptRow[], wanted: string): TranscriptRow {
  const byNumber = rows.filter(({ id }) => String(id) === wanted);
  const byName = rows.filter(({ name }) => name === shown(wanted));
  const byHash = rows.filter(({ sha256 }) => wanted.length >= shortestHash && sha256.startsWith(wanted));
  const found = [byNumber, byName, byHash].find((some) => some.length > 0) ?? [];
  const [only] = found;
  if (only && found.length === 1) return only;
  if (found.length > 1)
    throw new CommandFailure(
      `${found.length} transcripts are called ${shown(wanted)}: choose one of ${someOf(found)}`,
    );
  const known = rows.length === 0 ? "the library is empty" : `it holds ${someOf(rows)}`;
  throw new CommandFailure(`no transcript of the library is called ${shown(wanted)}: ${known}`);
}

type Take = (piece: Buffer) => Promise<unknown>;

/** Gives every piece of the original, and checks that it is what was imported. */
async function give(db: Database, { id, sha256 }: TranscriptRow, take: Take): Promise<void> {
  const hash = createHash("sha256");
  for (const piece of exportOriginal(db, id)) {
    hash.update(piece);
    await take(piece);
  }
  if (hash.digest("hex") !== sha256)
    throw new CommandFailure("the library is damaged: these are not the bytes that were imported");
}

/** Writes a new file: one that is there is never written over, and one that is not whole is deleted. */
async function toFile(db: Database, row: TranscriptRow, file: string): Promise<void> {
  const handle = await open(file, "wx", 0o600).catch((error: unknown) => {
    throw codeOf(error) === "EEXIST"
      ? new CommandFailure(`${shown(file)} is there already: name another file, or move it away`)
      : explained(error, shown(file));
  });
  try {
    await give(db, row, (piece) => handle.appendFile(piece));
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw explained(error, shown(file));
  }
}

async function toOutput(db: Database, row: TranscriptRow): Promise<void> {
  if (process.stdout.isTTY)
    throw new CommandFailure(
      "a terminal could act on the bytes of a transcript: name a file with -o, or send them on",
    );
  await give(db, row, async (piece) => {
    if (!process.stdout.write(piece)) await once(process.stdout, "drain");
  });
}

/** What is told of a transcript: all but what its report says. */
function documentOf({ id, name, format, bytes, sha256 }: TranscriptRow) {
  return { id, name, format, bytes, sha256 };
}

function list(rows: readonly TranscriptRow[], json: boolean): void {
  if (json) return printJson({ ullage: 1, transcripts: rows.map(documentOf) });
  const lines = rows.map((row) => `${row.id}  ${row.name}: ${row.formatLabel}, ${count(row.bytes)} bytes`);
  print(lines.length > 0 ? lines.join("\n") : "the library is empty");
}

async function run(wanted: string | undefined, { output, data, json }: ExportArguments): Promise<void> {
  if (wanted !== undefined && json && output === undefined)
    throw new CommandFailure("--json wants -o FILE: the bytes cannot stand beside the document");
  const db = opened(data);
  try {
    const rows = listTranscripts(db);
    if (wanted === undefined) return list(rows, json === true);
    const row = chosen(rows, wanted);
    if (output === undefined) return await toOutput(db, row);
    await toFile(db, row, output);
    if (json) printJson({ ullage: 1, transcript: documentOf(row), file: output });
    else note(`${row.name}: ${count(row.bytes)} bytes written to ${shown(output)}`);
  } finally {
    db.close();
  }
}

/** `ullage export [TRANSCRIPT] [-o FILE]` */
export function exportCommand(): Command {
  return new Command("export")
    .description("the original bytes of a transcript in the library; without one, what the library holds")
    .argument("[transcript]", "its number or name, or the start of its file's SHA-256")
    .option("-o, --output <file>", "a new file for them; standard output without it")
    .option("--data <folder>", "the folder of the library")
    .option("--json", "one JSON document and nothing else; wants -o")
    .action(run);
}
