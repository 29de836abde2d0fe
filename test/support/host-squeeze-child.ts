// Imports a file into a library and compresses it, slowly, until it is killed. Started by a test.
import { setTimeout as sleep } from "node:timers/promises";
import { fileSource } from "../../host/files/file-source.ts";
import { importTranscript } from "../../host/library/import.ts";
import { Library } from "../../host/library/library.ts";
import { squeezeRawFiles } from "../../host/library/squeeze-raw-files.ts";

const [folder = "", file = ""] = process.argv.slice(2);
const library = new Library(folder);
const source = await fileSource(file);
await importTranscript(library, source, { signal: new AbortController().signal, progress: () => undefined });
process.send?.("imported");
for (let looks = 0; looks < 100; looks++) {
  let asked = 0;
  await squeezeRawFiles(library, () => asked++ > looks);
  await sleep(5);
}
await library.close();
process.disconnect?.();
