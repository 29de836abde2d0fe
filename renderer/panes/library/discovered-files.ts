import type { DiscoveredApp, DiscoveredFile } from "../../../core/contract/local-files.ts";
import type { TranscriptRow } from "../../../core/contract/rows.ts";

/** A log that can be chosen, with the agent that wrote it. */
export interface ChosenFile extends DiscoveredFile {
  readonly label: string;
}

/** The logs whose name, folder or agent holds a text, the newest first. */
export function allFiles(apps: readonly DiscoveredApp[], filter: string): ChosenFile[] {
  const words = filter.trim().toLowerCase();
  const holds = ({ name, place, label }: ChosenFile) =>
    `${label} ${place}/${name}`.toLowerCase().includes(words);
  return apps
    .flatMap(({ label, files }) => files.map((file) => ({ ...file, label })))
    .filter((file) => words === "" || holds(file))
    .toSorted((a, b) => b.modified - a.modified);
}

/** Whether the library has a log already, by its name and size: as it is now, or as it was when it was shorter. */
export function known(
  { name, bytes }: DiscoveredFile,
  library: ReadonlyMap<string, readonly TranscriptRow[]>,
): "same" | "grown" | undefined {
  const rows = library.get(name) ?? [];
  if (rows.some((row) => row.bytes === bytes)) return "same";
  return rows.some((row) => row.bytes < bytes) ? "grown" : undefined;
}

/** The rows of the library by the name of their file. */
export function byName(rows: readonly TranscriptRow[]): Map<string, TranscriptRow[]> {
  const names = new Map<string, TranscriptRow[]>();
  for (const row of rows) {
    const same = names.get(row.name);
    if (same) same.push(row);
    else names.set(row.name, [row]);
  }
  return names;
}
