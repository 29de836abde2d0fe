import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHost } from "../../host/create-host.ts";
import { AGENTS } from "../../host/discovery/agents.ts";
import { discover } from "../../host/discovery/discover.ts";
import { connectWindow } from "../support/host-client.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";
import { writeOpencodeDb } from "./made-opencode-db.ts";

vi.setConfig({ testTimeout: 60_000 });

const asRoot = process.getuid?.() === 0;

function put(home: string, file: string, text = "{}\n", seconds = 1_700_000_000): string {
  const whole = path.join(home, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  utimesSync(whole, seconds, seconds);
  return whole;
}

/** A home folder with logs of every agent, and with what must never be listed. */
function madeUpHome(): string {
  const home = temporaryFolder();
  put(home, ".claude/projects/-home-ada-tide/s-1.jsonl", sessionText(4), 1_700_000_100);
  put(home, ".claude/projects/-home-ada-tide/s-1/subagents/agent-a.jsonl");
  put(home, ".claude/projects/-home-ada-tide/s-1/tool-results/toolu_1.jsonl");
  put(home, ".claude/projects/-home-ada-tide/notes.txt");
  put(home, ".claude/.credentials.json");
  put(home, ".codex/sessions/2026/03/02/rollout-2026-03-02T09-00-00-abc.jsonl");
  put(home, ".codex/archived_sessions/rollout-2025-01-01T00-00-00-def.jsonl");
  put(home, ".codex/auth.json");
  put(home, ".local/share/opencode/opencode.db", "SQLite format 3\0");
  put(home, ".local/share/opencode/auth.json");
  put(home, ".local/share/opencode/storage/session/x.db");
  put(home, ".pi/agent/sessions/--home-ada--/2026_abc.jsonl");
  put(home, ".gemini/tmp/hash/chats/session-2026.json");
  put(home, ".gemini/tmp/hash/chats/session-2026.jsonl");
  put(home, ".gemini/tmp/hash/checkpoint-one.json");
  put(home, ".gemini/tmp/hash/logs.json");
  put(home, ".gemini/oauth_creds.json");
  return home;
}

const found = async (home: string, env: { readonly [name: string]: string } = {}) => {
  const apps = await discover({ home, env });
  return Object.fromEntries(apps.map(({ app, logs }) => [app, logs.map(({ below }) => below).toSorted()]));
};

test("logs of each agent are listed, and nothing else", async () => {
  expect(await found(madeUpHome())).toEqual({
    "claude-code": ["-home-ada-tide/s-1.jsonl", "-home-ada-tide/s-1/subagents/agent-a.jsonl"],
    codex: ["2026/03/02/rollout-2026-03-02T09-00-00-abc.jsonl", "rollout-2025-01-01T00-00-00-def.jsonl"],
    opencode: ["opencode.db"],
    pi: ["--home-ada--/2026_abc.jsonl"],
    "gemini-cli": [
      "hash/chats/session-2026.json",
      "hash/chats/session-2026.jsonl",
      "hash/checkpoint-one.json",
    ],
  });
});

test("each is told with its size and date, the newest first", async () => {
  const home = madeUpHome();
  const [claude] = await discover({ home, env: {} });
  expect(claude?.logs.map(({ bytes, modified }) => [bytes, modified])).toEqual([
    [Buffer.byteLength(sessionText(4)), 1_700_000_100_000],
    [3, 1_700_000_000_000],
  ]);
});

test("an empty home folder is no error, and the environment moves folders", async () => {
  const home = temporaryFolder();
  const apps = await discover({ home, env: {} });
  expect(apps.map(({ present, problems }) => [present, problems])).toEqual(AGENTS.map(() => [false, []]));
  const moved = temporaryFolder();
  put(moved, "sessions/2026/01/01/rollout-x.jsonl");
  expect((await found(home, { CODEX_HOME: moved }))["codex"]).toEqual(["2026/01/01/rollout-x.jsonl"]);
  // What is no absolute path could mean anything.
  expect((await found(home, { CODEX_HOME: "relative" }))["codex"]).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "links are followed inside the folder, once, and never out of it",
  async () => {
    const home = madeUpHome();
    const elsewhere = temporaryFolder();
    put(elsewhere, "secret.jsonl");
    const projects = path.join(home, ".claude/projects");
    symlinkSync(path.join(projects, "-home-ada-tide"), path.join(projects, "again"));
    symlinkSync(projects, path.join(projects, "round"));
    symlinkSync(elsewhere, path.join(projects, "out"));
    symlinkSync(path.join(elsewhere, "secret.jsonl"), path.join(projects, "-home-ada-tide/out.jsonl"));
    symlinkSync(path.join(elsewhere, "gone.jsonl"), path.join(projects, "-home-ada-tide/dangling.jsonl"));
    const [claude] = await discover({ home, env: {} });
    const logs = claude?.logs.map((log) => log.path) ?? [];
    expect(logs.length).toBe(2);
    expect(logs.every((file) => file.includes("-home-ada-tide"))).toBe(true);
    expect(claude?.problems.map((problem) => problem.replace(/.*\//, ""))).toEqual(
      expect.arrayContaining([
        "out: a link that leads out of the folder: not followed",
        "out.jsonl: a link that leads out of the folder: not followed",
      ]),
    );
  },
);

test.skipIf(process.platform === "win32")("an agent's folder may itself be a link", async () => {
  const home = temporaryFolder();
  const real = temporaryFolder();
  put(real, "projects/p/s.jsonl");
  symlinkSync(real, path.join(home, ".claude"));
  expect((await found(home))["claude-code"]).toEqual(["p/s.jsonl"]);
});

test.skipIf(process.platform === "win32" || asRoot)(
  "a folder without permission is told, the others are listed",
  async () => {
    const home = madeUpHome();
    const shut = path.join(home, ".claude/projects/shut");
    mkdirSync(shut);
    chmodSync(shut, 0);
    onTestFinished(() => chmodSync(shut, 0o700));
    const [claude] = await discover({ home, env: {} });
    expect(claude?.logs.length).toBe(2);
    expect(claude?.problems).toEqual([`${shut}: no permission`]);
  },
);

test("a window lists them and imports one by its id; it never names a path", async () => {
  const home = madeUpHome();
  const host = createHost({ folder: temporaryFolder(), shell: "browser", home: { home, env: {} } });
  onTestFinished(() => host.stop());
  const window = connectWindow(host);
  const apps = await window.call("discover.list", {});
  const file = apps.find(({ app }) => app === "claude-code")?.files[0];
  expect(file).toMatchObject({ name: "s-1.jsonl", place: "-home-ada-tide" });
  expect(JSON.stringify(apps.map(({ files }) => files))).not.toContain(home);
  const id = file?.id ?? "";
  const { transcript } = await window.call("library.import", { source: { kind: "discovered", id } });
  expect(transcript).toMatchObject({ name: "s-1.jsonl", format: "claude-code" });
  expect(await window.call("library.followable", {})).toEqual([
    { transcript: transcript.id, following: false },
  ]);
  await expect(
    window.call("library.import", { source: { kind: "discovered", id: "/etc/passwd" } }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("the sessions of opencode's database come out by its id, and nothing of its credentials", async () => {
  const home = temporaryFolder();
  writeOpencodeDb(path.join(home, ".local/share/opencode/opencode.db"), [
    { id: "ses_1", said: ["what is the tide", "high"] },
    { id: "ses_2", said: ["and now", "low"] },
  ]);
  const folder = temporaryFolder();
  const host = createHost({ folder, shell: "browser", home: { home, env: {} } });
  onTestFinished(() => host.stop());
  const window = connectWindow(host);
  const apps = await window.call("discover.list", {});
  const id = apps.find(({ app }) => app === "opencode")?.files[0]?.id ?? "";
  const result = await window.call("library.import-folder", { source: { kind: "discovered", id } });
  expect(result.transcripts.map(({ name }) => name)).toEqual([
    "opencode.db: Title of ses_1",
    "opencode.db: Title of ses_2",
  ]);
  for (const { id: transcript } of await window.call("library.list", {})) {
    const { data } = await window.call("library.bytes", { transcript, offset: 0, length: 2 ** 20 });
    expect(Buffer.from(data, "base64").toString()).not.toContain("TOKEN-IN");
  }
  await expect(
    window.call("library.import-folder", { source: { kind: "discovered", id: home } }),
  ).rejects.toMatchObject({ code: "not_found" });
});
