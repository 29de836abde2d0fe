import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { readSource } from "../../host/cli/transcript.ts";
import { fileSource } from "../../host/files/file-source.ts";
import type { ByteSource } from "../../host/files/source.ts";
import { wholeLines } from "../../host/files/whole-lines.ts";
import { joinedSource } from "../../host/folders/joined-source.ts";
import { importTranscript } from "../../host/library/import.ts";
import type { Library } from "../../host/library/library.ts";
import { countRows, sessionText, temporaryFolder, temporaryLibrary } from "../support/host-library.ts";

interface Form {
  readonly name: string;
  /** The file's bytes for a session. */
  readonly pack: (text: string) => Buffer;
  readonly open: (file: string) => Promise<ByteSource>;
  readonly text: string;
}

const small = sessionText(200, 1);
/** Of which the bytes are kept on another thread. */
const large = small.repeat(Math.ceil((3 * 2 ** 20) / small.length));
const other = sessionText(200, 2);

const plain = (text: string) => Buffer.from(text);
const packed = (text: string) => zlib.gzipSync(text);
const followed = async (file: string) => wholeLines(await fileSource(file));
const joined = (file: string) => {
  const bytes = readFileSync(file).length;
  return Promise.resolve(joinedSource("joined", [{ name: "a/b.jsonl", path: file, bytes }]));
};
const forms: readonly Form[] = [
  { name: "a small file", pack: plain, open: fileSource, text: small },
  { name: "a large file", pack: plain, open: fileSource, text: large },
  { name: "a packed file", pack: packed, open: fileSource, text: small },
  { name: "files of a folder", pack: plain, open: joined, text: small },
  { name: "a file that is followed", pack: plain, open: followed, text: small },
];

/** Opens a file of one session, has it read, and writes to it once that has begun. */
async function whileRead(
  { pack, open, text }: Form,
  write: (file: string, bytes: Buffer) => void,
  read: (source: ByteSource, begun: () => void) => Promise<unknown>,
): Promise<void> {
  const file = path.join(temporaryFolder(), "session");
  const bytes = pack(text);
  writeFileSync(file, bytes);
  const source = await open(file);
  let written = false;
  try {
    await read(source, () => {
      if (!written) write(file, bytes);
      written = true;
    });
  } finally {
    await source.close();
    expect(written).toBe(true);
  }
}

describe.each(forms)("$name that changes while it is read", (form) => {
  const signal = new AbortController().signal;
  const importInto = (library: Library) => (source: ByteSource, progress: () => void) =>
    importTranscript(library, source, { signal, progress });
  const asked = (source: ByteSource, record: () => void) => readSource(source, "session", { record });
  const rewrite = (file: string, bytes: Buffer) =>
    writeFileSync(file, Buffer.concat([form.pack(other), bytes]));

  it("is refused, and nothing of it is kept, when it was rewritten", async () => {
    const library = temporaryLibrary();
    await expect(whileRead(form, rewrite, importInto(library))).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(/was rewritten while it was read: import it again/) as unknown,
    });
    expect(countRows(library, "transcript")).toBe(0);
  });

  it("is refused by a command too", async () => {
    await expect(whileRead(form, rewrite, asked)).rejects.toThrow(/was rewritten while it was read/);
  });

  it("is as it was when it was opened, where it was appended to", async () => {
    const library = temporaryLibrary();
    await whileRead(form, (file) => appendFileSync(file, "{}\n"), importInto(library));
    expect(countRows(library, "transcript")).toBe(1);
  });

  it("is read where the same bytes were written", async () => {
    await expect(whileRead(form, writeFileSync, asked)).resolves.toBeUndefined();
  });
});
