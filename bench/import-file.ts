import { rmSync } from "node:fs";
import { fileSource } from "../host/files/file-source.ts";
import { importTranscript } from "../host/library/import.ts";
import { Library } from "../host/library/library.ts";
import { cpuTime } from "./ratio.ts";

/** What an import took. */
export interface Imported {
  readonly milliseconds: number;
  /** Milliseconds of CPU: of all threads, and of the one that reads and stores. */
  readonly cpu: number;
  readonly reading: number;
  /** Largest resident set above the one before, in bytes. */
  readonly memory: number;
  readonly messages: number;
}

/**
 * Imports a file into a fresh library, which is deleted afterwards. With `settled`, garbage is collected before: for
 * who asks for the memory. Who asks for the time must not: a collection makes the code cold, and the baseline has none.
 */
export async function importFile(folder: string, file: string, settled = false): Promise<Imported> {
  const library = new Library(folder);
  const source = await fileSource(file);
  if (settled) globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  // Who asks for the time must not look at the memory all the while: that takes a tenth of it.
  const look = (): void => void (settled && (peak = Math.max(peak, process.memoryUsage.rss())));
  const watch = setInterval(look, 20);
  const [began, cpu, reading] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()];
  const { transcript } = await importTranscript(library, source, {
    signal: new AbortController().signal,
    progress: look,
  });
  const milliseconds = performance.now() - began;
  const spent = [process.cpuUsage(cpu), process.threadCpuUsage(reading)].map(cpuTime);
  look();
  clearInterval(watch);
  const messages = transcript.threads.reduce((sum, thread) => sum + thread.messages, 0);
  await source.close();
  await library.close();
  rmSync(folder, { recursive: true, force: true });
  return { milliseconds, cpu: spent[0] ?? 0, reading: spent[1] ?? 0, memory: peak - idle, messages };
}
