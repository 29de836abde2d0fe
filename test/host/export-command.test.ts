import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { expect, test, vi } from "vitest";
import { bytesSource, textSource } from "../../host/files/source.ts";
import { Library } from "../../host/library/library.ts";
import { importSource, sessionText, temporaryFolder } from "../support/host-library.ts";

// Processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 });

const command = path.join(import.meta.dirname, "../../host/cli/main.ts");

function ullage(data: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "export", ...args], {
    env: { ...process.env, NODE_OPTIONS: "", ULLAGE_DATA: data },
    maxBuffer: 2 ** 28,
  });
  return { code: status, bytes: stdout, out: stdout.toString(), err: stderr.toString() };
}

/** A library of a large session, a packed one, and two of one name. */
async function made() {
  const data = temporaryFolder();
  const library = new Library(data);
  const texts = [sessionText(900), sessionText(8, 2), sessionText(9, 3)];
  const packed = zlib.gzipSync(sessionText(10, 4));
  const large = await importSource(library, textSource("tide.jsonl", texts[0] ?? ""));
  const inGzip = await importSource(library, bytesSource("tide.gz", packed));
  for (const text of texts.slice(1)) await importSource(library, textSource("\u202etwins.jsonl", text));
  await library.close();
  return { data, texts, packed, large: large.transcript, inGzip: inGzip.transcript };
}

test("gives back the very bytes, to a file or to standard output, by number, name or hash", async () => {
  const { data, texts, packed, large, inGzip } = await made();
  const file = path.join(temporaryFolder(), "again.jsonl");
  const { code, out, err } = ullage(data, String(large.id), "-o", file);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toMatch(/^ullage: tide\.jsonl: [\d,]+ bytes written to .*again\.jsonl\n$/);
  expect(readFileSync(file).equals(Buffer.from(texts[0] ?? ""))).toBe(true);
  expect(ullage(data, "tide.jsonl").bytes.equals(Buffer.from(texts[0] ?? ""))).toBe(true);
  const byHash = ullage(data, inGzip.sha256.slice(0, 12));
  expect({ code: byHash.code, err: byHash.err }).toEqual({ code: 0, err: "" });
  expect(byHash.bytes.equals(packed)).toBe(true);
  const told = ullage(data, String(inGzip.id), "-o", `${file}.gz`, "--json");
  expect(JSON.parse(told.out)).toEqual({
    ullage: 1,
    transcript: {
      id: inGzip.id,
      name: "tide.gz",
      format: "claude-code",
      bytes: packed.length,
      sha256: inGzip.sha256,
    },
    file: `${file}.gz`,
  });
  expect(told.err).toBe("");
});

test("without a transcript lists what the library holds", async () => {
  const { data, large } = await made();
  expect(ullage(data).out).toContain(`${large.id}  tide.jsonl: Claude Code session, `);
  const { transcripts } = JSON.parse(ullage(data, "--json").out) as { transcripts: { name: string }[] };
  expect(transcripts.map(({ name }) => name).toSorted()).toEqual([
    "\\u{202e}twins.jsonl",
    "\\u{202e}twins.jsonl",
    "tide.gz",
    "tide.jsonl",
  ]);
});

test("says in one line what is wrong, with exit 2, and writes nothing", async () => {
  const { data, large } = await made();
  const file = path.join(temporaryFolder(), "there.jsonl");
  writeFileSync(file, "mine");
  const free = path.join(temporaryFolder(), "free.jsonl");
  const library = new Library(data);
  library.writer.exec(`update transcript set sha256 = 'another' where name = 'tide.gz'`);
  await library.close();
  const cases = [
    [["nowhere.jsonl"], /no transcript of the library is called nowhere\.jsonl: it holds .*tide\.jsonl/],
    [["99"], /no transcript of the library is called 99/],
    [["\u202etwins.jsonl"], /2 transcripts are called .*twins\.jsonl: choose one of \d+ \(.*\), \d+ \(/],
    [[String(large.id), "-o", file], /there\.jsonl is there already/],
    [[String(large.id), "-o", path.join(file, "below")], /part of its path is a file/],
    [[String(large.id), "--json"], /--json wants -o FILE/],
    [["tide.gz", "-o", free], /library is damaged/],
    [["tide.jsonl", "--data", temporaryFolder()], /there is no library in .*--data/],
    [["tide.jsonl", "--neutral"], /unknown option '--neutral'; ullage --help tells more/],
  ] as const;
  for (const [args, said] of cases) {
    const { code, out, err } = ullage(data, ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(said);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect(existsSync(free)).toBe(false);
});
