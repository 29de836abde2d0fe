// Imports a file into a library, over and over under another name, until it is killed. Started by a test.
import { fileSource } from "../../host/files/file-source.ts";
import { importTranscript } from "../../host/library/import.ts";
import { Library } from "../../host/library/library.ts";
import { SearchIndex } from "../../host/library/search-index.ts";

const [folder = "", file = ""] = process.argv.slice(2);
const library = new Library(folder);
const source = await fileSource(file);
process.send?.("importing");
await importTranscript(library, source, { signal: new AbortController().signal, progress: () => undefined });
process.send?.("imported");
await new SearchIndex(library, () => undefined).wake();
process.send?.("indexed");
await library.close();
process.disconnect?.();
