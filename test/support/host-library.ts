import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { ImportResult } from "../../core/contract/methods.ts";
import { type ByteSource, textSource } from "../../host/files/source.ts";
import { importTranscript } from "../../host/library/import.ts";
import { Library } from "../../host/library/library.ts";
import { SearchIndex } from "../../host/library/search-index.ts";
import { sessionLines } from "./host-session.ts";

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "ullage-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An open library in a folder of its own; closed when the test ends. */
export function temporaryLibrary(folder = temporaryFolder()): Library {
  const library = new Library(folder);
  onTestFinished(() => library.close());
  return library;
}

/** Imports a source that nobody cancels. */
export function importSource(library: Library, source: ByteSource): Promise<ImportResult> {
  return importTranscript(library, source, {
    signal: new AbortController().signal,
    progress: () => undefined,
  });
}

/** Imports a text. */
export function importText(library: Library, text: string, name = "made-up.jsonl"): Promise<ImportResult> {
  return importSource(library, textSource(name, text));
}

/** A made-up session of so many lines. */
export function sessionText(lines: number, seed = 7): string {
  const source = sessionLines(seed);
  return Array.from({ length: lines }, () => `${String(source.next().value)}\n`).join("");
}

/** Prepares everything in the library for search. */
export function indexAll(library: Library): Promise<void> {
  return new SearchIndex(library, () => undefined).wake();
}

/** Rows of a table. */
export function countRows(library: Library, table: string): number {
  return (
    library.reader.prepare<[], { rows: number }>(`select count(*) as rows from ${table}`).get()?.rows ?? -1
  );
}
