import { Command } from "commander";
import type { ThreadRow } from "../../core/contract/rows.ts";
import { groundTruth, hasGroundTruth } from "../../core/analysis/ground-truth.ts";
import { maskText } from "../../core/analysis/mask-secrets.ts";
import type { ReplaySource } from "../../core/analysis/replay-document.ts";
import { SensitiveScan } from "../../core/analysis/sensitive-scan.ts";
import { replay } from "../../core/engine/replay.ts";
import type { GroundTruth } from "../../core/model/ground-truth.ts";
import type { BadSpan, ImportReport } from "../../core/model/report.ts";
import type { SensitiveFinding } from "../../core/model/sensitive.ts";
import type { ReadWatch } from "../../core/importers/read.ts";
import { failureOf } from "../failure.ts";
import { shown } from "../files/shown.ts";
import { holdsMany, withoutLogs } from "../folders/find.ts";
import { loadCounterOf } from "../tokens/load-counter.ts";
import { type FolderDocument, folderDocument, printFolder, refusal } from "./import-folder.ts";
import { reportLines, threadLine, truthLines } from "./import-lines.ts";
import { type MaskArguments, UNMASKED } from "./masking.ts";
import { note, print, printJson, some } from "./output.ts";
import { readProfile, runnable } from "./profile-argument.ts";
import { readSource, readTranscript, threadRows, type Transcript } from "./transcript.ts";

/** What `import` tells of one file. */
export interface ImportDocument {
  readonly ullage: 1;
  readonly source: ReplaySource;
  readonly because: string;
  readonly threads: readonly ThreadRow[];
  readonly report: ImportReport;
  /** The vendor's own management beside a profile's, for each thread whose recording tells of it. */
  readonly groundTruth: readonly GroundTruth[];
}

/** What `import` tells of a file that could not be read, beside others that could. */
interface FailedFile {
  readonly source: { readonly name: string };
  readonly error: string;
}

/** The profile that a vendor's management is held against when none is given: the one that the window begins with. */
const usualProfile = "llm4s";
/** So many spans that could not be read are listed in a JSON document; more are counted only. */
const mostSpans = 10_000;

interface ImportArguments extends MaskArguments {
  readonly json?: true;
  readonly profile: string;
  readonly set: readonly string[];
}

/** Where a message of a transcript stands, as a scan names it. */
function placeOf(name: string): { readonly thread: string; readonly message: number } {
  const [thread, message] = JSON.parse(name) as [string, number];
  return { thread, message };
}

/** What a branch shares with its lane is looked at there. */
function sensitiveOf({ threads }: Transcript, scan: SensitiveScan<string>): SensitiveFinding[] {
  for (const { id, messages, branch } of threads)
    for (const [index, { parts }] of messages.entries())
      if (index >= (branch?.shared ?? 0)) scan.parts(parts, JSON.stringify([id, index]));
  return scan.findings(placeOf);
}

async function truthOf({ threads }: Transcript, { profile, set }: ImportArguments): Promise<GroundTruth[]> {
  // What a branch shares with its lane is told of the lane.
  const told = threads.filter((thread) => !thread.branch && hasGroundTruth(thread));
  if (told.length === 0) return [];
  const input = await readProfile(profile, set);
  await loadCounterOf(input);
  return told.map((thread) => groundTruth(replay(thread, runnable(input, thread))));
}

/** A title is the first words of a session. That they hold a secret is in the report already. */
function titled(row: ThreadRow, { unmasked }: ImportArguments): ThreadRow {
  return unmasked ? row : { ...row, title: maskText(row.title).value };
}

async function documentOf(
  read: (watch: ReadWatch) => Promise<Transcript>,
  given: ImportArguments,
): Promise<ImportDocument> {
  const scan = new SensitiveScan<string>();
  const badSpans: BadSpan[] = [];
  const transcript = await read({
    record: (value, place) => scan.record(value, place),
    bad: (span) => badSpans.length < mostSpans && badSpans.push(span),
  });
  const { source } = transcript;
  const report = { ...transcript.report, badSpans, sensitive: sensitiveOf(transcript, scan) };
  const truth = await truthOf(transcript, given);
  const threads = threadRows(transcript).map((row) => titled(row, given));
  return { ullage: 1, source, because: report.because, threads, report, groundTruth: truth };
}

type AnyDocument = ImportDocument | FolderDocument | FailedFile;

async function tryFile(file: string, given: ImportArguments): Promise<AnyDocument> {
  try {
    if (file === "-" || !(await holdsMany(file)))
      return await documentOf((watch) => readTranscript(file, watch), given);
    return await folderDocument(file, (source, name) =>
      documentOf((watch) => readSource(source, name, watch), given),
    );
  } catch (error) {
    return { source: { name: file }, error: refusal(shown(file), failureOf(error, false).message) };
  }
}

function printDocument({ source, report, because, threads, groundTruth: truth }: ImportDocument): void {
  const head = `${source.name}: ${report.format}, ${some(source.bytes, "byte")}\n  recognised because: ${because}`;
  print([head, ...threads.map(threadLine), ...reportLines(report), ...truth.flatMap(truthLines)].join("\n"));
}

function printAny(document: AnyDocument): void {
  if ("folder" in document) printFolder(document);
  else if (!("error" in document)) printDocument(document);
}

/** A folder without any transcript is one as well. */
function isFailure(document: AnyDocument): boolean {
  return "error" in document || ("folder" in document && document.transcripts.length === 0);
}

/** Results come as files are read; a file that cannot be read does not keep the others from it. */
async function importFiles(files: readonly string[], given: ImportArguments): Promise<void> {
  const { json } = given;
  const all: AnyDocument[] = [];
  for (const file of await withoutLogs(files)) {
    const document = await tryFile(file, given);
    all.push(document);
    if ("error" in document) note(document.error);
    if (isFailure(document)) process.exitCode = 2;
    if (!json) printAny(document);
  }
  const [only] = all;
  if (json && all.length > 1) printJson({ ullage: 1, files: all });
  else if (json && only && !("error" in only)) printJson(only);
}

function oneMore(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** `ullage import FILE-OR-FOLDER…` */
export function importCommand(): Command {
  return new Command("import")
    .description("what would be read: format, threads, messages, and the import report")
    .argument("<files...>", "transcripts, folders, opencode.db; - for standard input")
    .option("--profile <profile>", "what a vendor's own compaction is held against", usualProfile)
    .option("--set <policy.param=value>", "change a value of the profile; may be given again", oneMore, [])
    .option("--json", "one JSON document and nothing else")
    .option(...UNMASKED)
    .action(importFiles);
}
