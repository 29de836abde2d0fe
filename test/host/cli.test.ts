import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { canonicalJson } from "../../core/lib/canonical-json.ts";
import { sha256Hex } from "../../core/lib/sha256.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";
import { makeZip } from "../support/make-zip.ts";
import { claudeProject, writeFiles } from "../support/made-folder.ts";
import { writeOpencodeDb } from "./made-opencode-db.ts";

// Threads and processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const command = path.join(import.meta.dirname, "../../host/cli/main.ts");

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function ullage(args: readonly string[], input = ""): Ended {
  const env = { ...process.env, NODE_OPTIONS: "", ULLAGE_DATA: "/dev/null/no-library" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    input,
    encoding: "utf8",
    env,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs a command with --json and reads its one document. */
function json(args: readonly string[], code = 0): Record<string, unknown> {
  const ended = ullage([...args, "--json"]);
  expect(ended).toMatchObject({ code });
  expect(ended.out.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(ended.out) as Record<string, unknown>;
}

/** The line of a command that ended with one line on standard error and exit code 2. */
function oneLine({ code, out, err }: Ended): string {
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^ullage: [^\n]*\n$/);
  return err;
}

function sessionFile(lines = 60): string {
  const file = path.join(temporaryFolder(), "session.jsonl");
  writeFileSync(file, sessionText(lines));
  return file;
}

function profileFile(profile: unknown): string {
  const file = path.join(temporaryFolder(), "profile.json");
  writeFileSync(file, typeof profile === "string" ? profile : JSON.stringify(profile));
  return file;
}

test("import tells what would be read, one document for one file", () => {
  const file = sessionFile(10);
  const document = json(["import", file]);
  expect(document).toMatchObject({
    ullage: 1,
    source: { name: "session.jsonl", format: "claude-code" },
    because: expect.any(String) as unknown,
    threads: [{ lane: "main", toolCalls: 5 }],
    report: { lines: { read: 10, bad: 0 } },
  });
  const { code, out, err } = ullage(["import", file]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/session\.jsonl: .*bytes\n.*because.*\n.*thread main/);
});

test("import goes on after a file that cannot be read, and says so with exit code 2", () => {
  const file = sessionFile(10);
  const ended = ullage(["import", "/none.jsonl", file, "/dev/null", "--json"]);
  expect(ended.code).toBe(2);
  const { files } = JSON.parse(ended.out) as { files: unknown[] };
  expect(files).toMatchObject(
    [{ error: /no such file/ }, { threads: [{ lane: "main" }] }, { error: /device or a pipe/ }].map((one) =>
      "error" in one ? { error: expect.stringMatching(one.error) as unknown } : one,
    ),
  );
  expect(ended.err.trimEnd().split("\n")).toHaveLength(2);
  const alone = ullage(["import", "/none.jsonl", "--json"]);
  expect(oneLine(alone)).toMatch(/none\.jsonl: there is no such file/);
});

test("import reads a folder: one document, duplicates and refusals told", () => {
  const folder = temporaryFolder();
  const text = sessionText(10);
  const zip = makeZip([{ name: "notes.txt", data: Buffer.from("none") }]);
  const files = { "a.jsonl": text, "b/c.jsonl": text, "d.json": "{}", "e.txt": "", "f.zip": zip };
  writeFiles(folder, { ...claudeProject, ...files });
  const document = json(["import", folder]);
  expect(document).toMatchObject({
    ullage: 1,
    folder: path.basename(folder),
    transcripts: [
      { file: "a.jsonl", report: { lines: { read: 10 } } },
      { file: "b/c.jsonl", duplicateOf: "a.jsonl" },
      { file: "project/s-1.jsonl", threads: [{ lane: "main" }, {}, {}, {}] },
    ],
    refused: [
      { file: "d.json", error: expect.stringContaining("no transcript") as unknown },
      { file: "f.zip", error: expect.stringContaining("zip archive") as unknown },
    ],
    passedOver: { count: 1, names: ["e.txt"] },
    more: false,
  });
  const { code, out, err } = ullage(["import", folder]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/2 transcripts, 1 duplicate, 2 files that hold none, 1 passed over/);
  expect(out).toMatch(
    /refused: d\.json: This JSON is no transcript.*\n {2}refused: f\.zip: This is a zip archive/,
  );
  expect(out).toMatch(/b\/c\.jsonl: .*the same as a\.jsonl/);
  expect(out).toMatch(/\n {2}passed over: e\.txt\n/);
  const empty = ullage(["import", temporaryFolder(), "--json"]);
  expect(empty.code).toBe(2);
  expect(JSON.parse(empty.out)).toMatchObject({ transcripts: [], refused: [] });
});

test("import reads opencode's database session by session, and the log that is named with it as a part of it", () => {
  const file = path.join(temporaryFolder(), "opencode.db");
  writeOpencodeDb(file, [
    { id: "ses_1", said: ["one"] },
    { id: "ses_2", said: ["two", "three"] },
  ]);
  const writer = new Sqlite(file);
  writer.pragma("wal_autocheckpoint = 0");
  writer.exec("insert into message select 'late', session_id, 9, data from message where id = 'msg_ses_2_0'");
  writer.exec(
    "insert into part select 'late', 'late', session_id, data from part where message_id = 'msg_ses_2_0'",
  );
  const { code, out, err } = ullage(["import", `${file}-wal`, file, `${file}-shm`]);
  writer.close();
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/opencode\.db: 2 transcripts, 0 duplicates/);
  expect(out).toMatch(/Title of ses_2: opencode session, 3 messages/);
});

test("import reads standard input", () => {
  const ended = ullage(["import", "-", "--json"], sessionText(10));
  expect(JSON.parse(ended.out)).toMatchObject({ source: { name: "standard input", format: "claude-code" } });
});

test("replay prints the whole run, --set changes it, and both agree with request", () => {
  const file = sessionFile();
  const settings = ["--set", "summarize.trigger.tokens=3000", "--set", "summarize.keepRecent=4"];
  const run = json(["replay", file, "--profile", "llm4s", ...settings, "--verify"]) as {
    steps: { step: number; request: { sha256: string } }[];
    summary: unknown[];
    violations: unknown[];
  };
  expect(Object.keys(run)).toEqual(
    expect.arrayContaining([
      "ullage",
      "source",
      "thread",
      "profile",
      "steps",
      "events",
      "stores",
      "summary",
      "totals",
    ]),
  );
  expect(run).toMatchObject({
    ullage: 1,
    violations: [],
    profile: { policies: [{}, { trigger: { tokens: 3000 }, keepRecent: 4 }] },
  });
  expect(run.summary.length).toBeGreaterThan(0);
  const step = run.steps.at(-1);
  const request = json(["request", file, "--profile", "llm4s", ...settings, "--step", String(step?.step)]);
  expect(Object.keys(request).toSorted()).toEqual(["messages", "system", "tools"]);
  expect(sha256Hex(canonicalJson(request))).toBe(step?.request.sha256);
});

test("replay takes a profile and faults from files, a trigger of messages in place of tokens, and text for people", () => {
  const file = sessionFile();
  const profile = profileFile({ name: "mine", policies: [{ kind: "summarize", trigger: { tokens: 5000 } }] });
  const run = json([
    "replay",
    file,
    "--profile",
    profile,
    "--set",
    "summarize.trigger.messages=30",
    "--faults",
    '[{"kind":"compressor-fails"}]',
  ]);
  expect(run).toMatchObject({
    profile: { name: "mine", policies: [{ trigger: { messages: 30 } }] },
    faults: [{ kind: "compressor-fails" }],
    summary: [],
  });
  const { code, out } = ullage(["replay", file, "--profile", profile]);
  expect(code).toBe(0);
  expect(out).toMatch(/profile mine: summarize/);
});

test("read gives what a model could read back, errors that it would see, and a list", () => {
  const file = path.join(temporaryFolder(), "t.json");
  const text = Array.from({ length: 400 }, (_, at) => `line ${at + 1} of a long result`).join("\n");
  const parts = [{ type: "tool-result", callId: "c", isError: false, parts: [{ type: "text", text }] }];
  const messages = [
    { id: "u", role: "user", parts: [{ type: "text", text: "go" }] },
    { id: "a", role: "assistant", parts: [{ type: "tool-call", callId: "c", name: "bash", arguments: {} }] },
    { id: "r", role: "tool", parts },
    { id: "b", role: "assistant", parts: [{ type: "text", text: "done" }] },
  ];
  writeFileSync(file, JSON.stringify({ ullage: 1, thread: { messages } }));
  const run = ["--profile", "llm4s", "--set", "offload.thresholdTokens=1000", "--step", "2"];
  const { entries } = json(["read", file, ...run, "--list"]) as {
    entries: { path: string; bytes: number }[];
  };
  expect(entries).toHaveLength(1);
  const stored = entries[0]?.path ?? "";
  expect(json(["read", file, stored, ...run, "--offset", "399", "--limit", "1"])).toMatchObject({
    isError: false,
    from: 399,
    to: 399,
    of: 400,
    text: expect.stringContaining("line 399 of") as unknown,
  });
  expect(ullage(["read", file, stored, ...run, "--search", "line 77 "]).out).toContain(
    "line 77 of a long result",
  );
  expect(json(["read", file, "/large_tool_results/none", ...run])).toMatchObject({ isError: true });
  expect(oneLine(ullage(["read", file, ...run]))).toMatch(/--list/);
  expect(oneLine(ullage(["read", file, stored, ...run, "--start", "1", "--search", "x"]))).toMatch(
    /only one of/,
  );
  expect(oneLine(ullage(["read", file, stored, ...run, "--offset", "0"]))).toMatch(
    /--offset wants a number from 1/,
  );
});

test("check exits 1 for errors and 0 for dead settings alone", () => {
  const bad = profileFile({ policies: [{ kind: "offload", thresholdTokens: 5 }, { kind: "summarise" }] });
  const { errors } = json(["check", bad], 1) as { errors: unknown[] };
  expect(errors).toMatchObject([{ policy: "offload", param: "thresholdTokens" }, { nearest: "summarize" }]);
  const dead = json(["check", "llm4s", sessionFile(10)]) as { errors: unknown[]; dead: unknown[] };
  expect(dead.errors).toEqual([]);
  expect(dead.dead.length).toBeGreaterThan(0);
  expect(ullage(["check", "llm4s"])).toMatchObject({ code: 0, err: "" });
});

test("bad usage and unreadable input are one line with exit code 2", () => {
  const file = sessionFile(10);
  const run = ["replay", file, "--profile"];
  expect(oneLine(ullage(["foo"]))).toMatch(/unknown command 'foo'/);
  expect(oneLine(ullage(["replay", file]))).toMatch(/--profile/);
  expect(oneLine(ullage(["replay", file, "--profile", "nobody"]))).toMatch(
    /no preset and no file nobody: presets are llm4s/,
  );
  expect(oneLine(ullage([...run, profileFile("{not json")]))).toMatch(/is no JSON/);
  expect(oneLine(ullage([...run, temporaryFolder()]))).toMatch(/folder/);
  expect(
    oneLine(ullage([...run, profileFile({ policies: [{ kind: "offload", thresholdTokens: 5 }] })])),
  ).toMatch(/offload\.thresholdTokens: 5 .*1,000/);
  expect(oneLine(ullage([...run, "llm4s", "--set", "nothing"]))).toMatch(/policy\.param=value/);
  expect(oneLine(ullage([...run, "llm4s", "--set", "spill.headBytes=1"]))).toMatch(/no policy spill/);
  expect(oneLine(ullage([...run, "llm4s", "--set", "offload.__proto__.x=1"]))).toMatch(/__proto__/);
  expect(oneLine(ullage([...run, "llm4s", "--thread", "none"]))).toMatch(
    /no thread none: choose one of main/,
  );
  expect(oneLine(ullage([...run, "llm4s", "--faults", '[{"kind":"rain"}]']))).toMatch(/faults\[0\]\.kind/);
  expect(oneLine(ullage(["request", file, "--profile", "llm4s", "--step", "99"]))).toMatch(
    /no step 99: the run has 5/,
  );
  expect(oneLine(ullage(["request", file, "--profile", "llm4s", "--step", "0"]))).toMatch(
    /--step wants a number from 1/,
  );
  expect(
    oneLine(ullage(["request", file, "--profile", "llm4s", "--step", "1", "--as", "carrier-pigeon"])),
  ).toMatch(/carrier-pigeon.*neutral/);
  expect(oneLine(ullage(["serve", "--host", "example.org"]))).toMatch(/--host wants localhost or an address/);
  expect(oneLine(ullage(["serve", "--data", "/dev/null/x"]))).toMatch(/data folder/);
}, 90_000);

test("what a terminal would act on is escaped: paths, ids, texts", () => {
  const folder = path.join(temporaryFolder(), "a\u001b[2J\u202e");
  mkdirSync(folder);
  const file = path.join(folder, "t.json");
  const messages = [
    { id: "\u001b]0;owned\u0007", role: "assistant", parts: [{ type: "text", text: "\u009b31m red" }] },
  ];
  writeFileSync(file, JSON.stringify({ ullage: 1, thread: { messages } }));
  const outputs = [
    ullage(["import", path.join(folder, "none")]),
    ullage(["import", file]),
    ullage(["request", file, "--profile", "none", "--step", "1"]),
    ullage(["replay", file, "--profile", "none", "--json"]),
  ];
  for (const { out, err } of outputs)
    expect((out + err).replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("output that nobody reads to its end is no error", async () => {
  const file = sessionFile(600);
  const child = spawn(process.execPath, [command, "replay", file, "--profile", "none", "--json"], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.once("data", () => child.stdout.destroy());
  await once(child, "close");
  expect(err).toBe("");
});

test.skipIf(process.platform === "win32")(
  "a pipe or a device as profile or faults is refused, not waited for",
  () => {
    const file = sessionFile(10);
    const pipe = path.join(temporaryFolder(), "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    for (const given of [pipe, "/dev/zero"]) {
      expect(oneLine(ullage(["replay", file, "--profile", given]))).toContain("a device or a pipe");
      expect(oneLine(ullage(["replay", file, "--profile", "llm4s", "--faults", given]))).toContain(
        "a device or a pipe",
      );
    }
  },
);
