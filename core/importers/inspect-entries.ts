const SAMPLE = /^samples\/[^/]+\.json$/;
const HEADS = ["header.json", "_journal/start.json"];

/**
 * Which entries of an Inspect `.eval` archive hold the log, in the order in which they are to be read: the head, then
 * every sample. Each entry is one JSON document and goes to the `inspect` importer as one record, so that an archive of
 * any size is read a sample at a time. A run that crashed has no `header.json`, only the start of its journal.
 * Empty when the names are not those of such an archive.
 */
export function inspectEntries(names: readonly string[]): readonly string[] {
  const head = HEADS.find((name) => names.includes(name));
  const samples = names.filter((name) => SAMPLE.test(name)).toSorted(bySample);
  return head === undefined || samples.length === 0 ? [] : [head, ...samples];
}

/** By the numbers in the names, as the samples were numbered. */
function bySample(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
