import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fileSource } from "../../host/files/file-source.ts";
import { shown } from "../../host/files/shown.ts";
import { pieceBytes, piecesOf } from "../../host/files/source.ts";
import {
  importSource,
  importText,
  sessionText,
  temporaryFolder,
  temporaryLibrary,
} from "../support/host-library.ts";

const windows = process.platform === "win32";

async function read(file: string, between: () => void = () => undefined): Promise<Buffer> {
  const source = await fileSource(file);
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of piecesOf(source)) {
      pieces.push(piece.slice());
      between();
    }
  } finally {
    await source.close();
  }
  return Buffer.concat(pieces);
}

test("a file comes in pieces of one size, the last one shorter", async () => {
  const file = path.join(temporaryFolder(), "a");
  const bytes = Buffer.alloc(2 * pieceBytes + 17, "abc");
  writeFileSync(file, bytes);
  const source = await fileSource(file);
  const sizes: number[] = [];
  for await (const piece of piecesOf(source)) sizes.push(piece.length);
  await source.close();
  expect(sizes).toEqual([pieceBytes, pieceBytes, 17]);
  expect(source).toMatchObject({ name: "a", bytes: bytes.length });
  expect((await read(file)).equals(bytes)).toBe(true);
});

test("what is appended while a file is read is not read; one that shrinks is refused", async () => {
  const file = path.join(temporaryFolder(), "growing");
  writeFileSync(file, Buffer.alloc(pieceBytes + 5, "x"));
  expect((await read(file, () => appendFileSync(file, "more"))).length).toBe(pieceBytes + 5);
  await expect(read(file, () => truncateSync(file, 10))).rejects.toMatchObject({
    code: "bad_input",
    message: expect.stringMatching(/growing became shorter/) as unknown,
  });
});

test("a folder, a missing file, a device and a pipe are refused with the path and what to do", async () => {
  const folder = temporaryFolder();
  await expect(fileSource(folder)).rejects.toThrow(/ is a folder: choose a file in it/);
  await expect(fileSource(path.join(folder, "none.jsonl"))).rejects.toThrow(
    /none\.jsonl: there is no such file/,
  );
  await expect(fileSource(path.join(folder, "x".repeat(5000)))).rejects.toThrow(/path is too long/);
  if (windows) return;
  await expect(fileSource("/dev/zero")).rejects.toThrow(/\/dev\/zero is a device or a pipe/);
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  await expect(fileSource(pipe)).rejects.toThrow(/is a device or a pipe/);
});

test.skipIf(process.getuid?.() === 0 || windows)("a file without permission is refused", async () => {
  const file = path.join(temporaryFolder(), "secret");
  writeFileSync(file, "x");
  chmodSync(file, 0);
  await expect(fileSource(file)).rejects.toThrow(/secret: no permission/);
});

test("files that hold no transcript are refused with name and place, and nothing of them is stored", async () => {
  const library = temporaryLibrary();
  const bad: Record<string, string> = {
    "empty.jsonl": "",
    "spaces.jsonl": "  \n\n ",
    "words.txt": "this is a letter, not a transcript\n".repeat(20),
    "unknown.json": '{"some": "thing", "else": [1, 2]}',
    "cut.json": '{"messages": [{"role": "us',
  };
  for (const [name, text] of Object.entries(bad)) {
    const error = await importText(library, text, name).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ImportFailure" });
    expect(String(error)).toContain(name);
  }
  const binary = path.join(temporaryFolder(), "picture.png");
  writeFileSync(binary, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 1, 2, 3]));
  const source = await fileSource(binary);
  await expect(importSource(library, source)).rejects.toThrow(/picture\.png/);
  await source.close();
  expect(library.reader.prepare("select count(*) as n from transcript").get()).toEqual({ n: 0 });
});

test("the good lines around bad ones are imported, and the report says where the bad ones are", async () => {
  const library = temporaryLibrary();
  const good = sessionText(12).trimEnd().split("\n");
  const text = [...good.slice(0, 4), '{"half": ', ...good.slice(4), '{"the last line is still'].join("\n");
  const { report, transcript } = await importText(library, text);
  expect(report.lines).toEqual({ read: 12, bad: 2 });
  expect(report.badSpans[0]).toMatchObject({
    line: 5,
    offset: Buffer.byteLength(good.slice(0, 4).join("\n")) + 1,
  });
  expect(transcript.report).toEqual(report);
});

test("a line of 50 MB is imported", async () => {
  const library = temporaryLibrary();
  const text = JSON.stringify({
    ullage: 1,
    thread: {
      messages: [{ role: "user", parts: [{ type: "text", text: "fifty megabytes ".repeat(3_300_000) }] }],
    },
  });
  const { transcript } = await importText(library, text);
  expect(transcript.threads[0]?.tokens).toBe(13_200_000);
}, 60_000);

test("names are shown on one line, without anything a terminal acts on", () => {
  expect(shown("a\u001b[2Jb\nc\u202ed\u0085")).toBe("a\\u{1b}[2Jb\\u{a}c\\u{202e}d\\u{85}");
  expect(shown("Überraschung 中 😀.jsonl")).toBe("Überraschung 中 😀.jsonl");
});
