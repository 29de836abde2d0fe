import { Command } from "commander";
import type { ThreadRow } from "../../core/contract/rows.ts";
import type { ReplaySource } from "../../core/analysis/replay-document.ts";
import type { ImportReport } from "../../core/model/report.ts";
import { failureOf } from "../failure.ts";
import { count, note, print, printJson } from "./output.ts";
import { readTranscript, threadRows } from "./transcript.ts";

/** What `import` tells of one file. */
interface ImportDocument {
  readonly ullage: 1;
  readonly source: ReplaySource;
  readonly because: string;
  readonly threads: readonly ThreadRow[];
  readonly report: ImportReport;
}

/** What `import` tells of a file that could not be read, beside others that could. */
interface FailedFile {
  readonly source: { readonly name: string };
  readonly error: string;
}

/** How many bad places are listed for people; JSON has them all. */
const listedSpans = 10;

async function documentOf(file: string): Promise<ImportDocument> {
  const transcript = await readTranscript(file);
  const { source, report } = transcript;
  return { ullage: 1, source, because: report.because, threads: threadRows(transcript), report };
}

async function tryFile(file: string): Promise<ImportDocument | FailedFile> {
  try {
    return await documentOf(file);
  } catch (error) {
    return { source: { name: file }, error: failureOf(error, false).message };
  }
}

function reportLines({ lines, badSpans, notes }: ImportReport): string[] {
  const bad = badSpans
    .slice(0, listedSpans)
    .map(
      ({ line, offset, bytes, reason }) =>
        `  bad: line ${line}, byte ${offset}, ${count(bytes)} bytes: ${reason}`,
    );
  const more = lines.bad - bad.length;
  return [
    `  records: ${count(lines.read)} read, ${count(lines.bad)} not`,
    ...bad,
    ...(more > 0
      ? [`  … and ${count(more)} more that could not be read (--json lists ${badSpans.length})`]
      : []),
    ...notes.map(({ kind, what, count: times, line }) => {
      return `  ${kind}: ${what}${times > 1 ? ` (${count(times)} times)` : ""}${line ? `, first in line ${line}` : ""}`;
    }),
  ];
}

function threadLine({ id, lane, messages, turns, steps, toolCalls, toolResults, tokens }: ThreadRow): string {
  const shape = `${count(messages)} messages, ${count(turns)} turns, ${count(steps)} steps`;
  const tools = `${count(toolCalls)} calls, ${count(toolResults)} results`;
  return `  thread ${id} (${lane}): ${shape}, ${tools}, about ${count(tokens)} tokens`;
}

function printDocument({ source, report, because, threads }: ImportDocument): void {
  const head = `${source.name}: ${report.format}, ${count(source.bytes)} bytes\n  recognised because: ${because}`;
  print([head, ...threads.map(threadLine), ...reportLines(report)].join("\n"));
}

/** Results come as files are read; a file that cannot be read does not keep the others from it. */
async function importFiles(files: readonly string[], { json }: { json?: true }): Promise<void> {
  const all: (ImportDocument | FailedFile)[] = [];
  for (const file of files) {
    const document = await tryFile(file);
    all.push(document);
    if ("error" in document) {
      note(document.error);
      process.exitCode = 2;
    } else if (!json) printDocument(document);
  }
  const [only] = all;
  if (json && all.length > 1) printJson({ ullage: 1, files: all });
  else if (json && only && !("error" in only)) printJson(only);
}

/** `ullage import FILE…` */
export function importCommand(): Command {
  return new Command("import")
    .description("what would be read: format, threads, messages, and the import report")
    .argument("<files...>", "transcripts; - for standard input")
    .option("--json", "one JSON document and nothing else")
    .action(importFiles);
}
