import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../support/host-library.ts";

// Processes are started: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 });

const command = path.join(import.meta.dirname, "../../host/cli/main.ts");

function ullage(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

interface Document {
  readonly threads: readonly { readonly id: string; readonly title: string; readonly branch?: unknown }[];
  readonly report: {
    readonly badSpans: readonly unknown[];
    readonly sensitive: readonly {
      readonly what: string;
      readonly count: number;
      readonly places: unknown;
    }[];
  };
  readonly groundTruth: readonly {
    readonly profile: string;
    readonly marks: readonly { readonly rows: readonly unknown[] }[];
  }[];
}

function imported(args: readonly string[]): Document {
  const { code, out, err } = ullage(["import", ...args, "--json"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Document;
}

const LONG = "tide ".repeat(200);
const key = `sk-${"ant"}-api03-Q7wE4rT9yU2iO5pA8sD3fG6hJ1kL0zX7cV4b`;

/** A Claude Code session with five results, of which its vendor cleared two before the last request. */
function cleared(): string {
  const line = (uuid: string, parentUuid: string | null, more: object) =>
    `${JSON.stringify({ uuid, parentUuid, sessionId: "s", cwd: "/home/ada/tide", ...more })}\n`;
  const user = (content: unknown) => ({ type: "user", message: { role: "user", content } });
  const says = (id: string, content: unknown) => ({
    type: "assistant",
    message: { id, role: "assistant", content },
  });
  let text = line("u0", null, user(`mail ada@harbour.example.org, the key is ${key}`));
  let parent = "u0";
  for (let at = 0; at < 5; at++) {
    text += line(
      `a${at}`,
      parent,
      says(`m${at}`, [{ type: "tool_use", id: `c${at}`, name: "Read", input: {} }]),
    );
    text += line(`r${at}`, `a${at}`, user([{ type: "tool_result", tool_use_id: `c${at}`, content: LONG }]));
    parent = `r${at}`;
  }
  const microcompactMetadata = {
    trigger: "auto",
    preTokens: 9000,
    tokensSaved: 500,
    compactedToolIds: ["c0", "c1"],
  };
  text += line("mark", parent, { type: "system", subtype: "microcompact_boundary", microcompactMetadata });
  text += line("left", "mark", user("A question that was taken back."));
  return text + line("end", "mark", says("end", [{ type: "text", text: "Done." }]));
}

function file(text: string, name = "session.jsonl"): string {
  const whole = path.join(temporaryFolder(), name);
  writeFileSync(whole, text);
  return whole;
}

test("what a vendor cleared is held against the profile, result by result", () => {
  const session = file(cleared());
  const args = [
    session,
    "--profile",
    "anthropic-context-editing",
    "--set",
    "clear-tool-uses.triggerTokens=1",
  ];
  const document = imported([
    ...args,
    "--set",
    "clear-tool-uses.keep=3",
    "--set",
    "clear-tool-uses.clearAtLeast=0",
  ]);
  expect(document.groundTruth).toMatchObject([
    {
      thread: "main",
      profile: "anthropic-context-editing",
      marks: [
        { kind: "clearing", step: 6, tokensBefore: 9000, both: 2, vendorOnly: 0, profileOnly: 0, neither: 3 },
      ],
      results: { precision: 1, recall: 1 },
    },
  ]);
  expect(document.groundTruth[0]?.marks[0]?.rows).toMatchObject([
    { id: "r0", callId: "c0", tool: "Read", vendor: true, profile: "cleared" },
    { id: "r1", callId: "c1", tool: "Read", vendor: true, profile: "cleared" },
  ]);
  // Without a profile, the one that the window begins with: it clears nothing.
  expect(imported([session]).groundTruth).toMatchObject([
    { profile: "llm4s", marks: [{ both: 0, vendorOnly: 2 }], results: { precision: null, recall: 0 } },
  ]);
  const { out } = ullage(["import", ...args]);
  expect(out).toMatch(/ground truth of thread main.*\n.*before step 6: cleared 2 tool results/);
});

test("branches are listed as threads, and one can be replayed by its name", () => {
  const session = file(cleared());
  expect(imported([session]).threads.map(({ id, branch }) => [id, branch])).toEqual([
    ["main", undefined],
    ["branch-1", { of: "main", shared: 11 }],
  ]);
  const { code, out } = ullage(["replay", session, "--profile", "none", "--thread", "branch-1", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ thread: { id: "branch-1", messages: 12 } });
});

test("a replay manages results whole, or as the model saw them", () => {
  const whole = "height of the tide\n".repeat(900);
  const shown = `<persisted-output>\nOutput too large (16KB). Full output saved to: /x\n\nPreview (first 1KB):\n${whole.slice(0, 760)}\n...\n</persisted-output>`;
  const session = file(
    [
      { type: "user", uuid: "u", parentUuid: null, message: { role: "user", content: "go" } },
      {
        type: "assistant",
        uuid: "a",
        parentUuid: "u",
        message: {
          id: "m",
          role: "assistant",
          content: [{ type: "tool_use", id: "c", name: "Read", input: {} }],
        },
      },
      {
        type: "user",
        uuid: "r",
        parentUuid: "a",
        toolUseResult: { content: whole },
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: shown }] },
      },
      {
        type: "assistant",
        uuid: "b",
        parentUuid: "r",
        message: { id: "n", role: "assistant", content: [{ type: "text", text: "done" }] },
      },
    ]
      .map((record) => `${JSON.stringify({ ...record, sessionId: "s" })}\n`)
      .join(""),
  );
  const request = (...more: string[]) =>
    ullage(["request", session, "--profile", "none", "--step", "2", ...more]);
  expect(request("--json").out).not.toContain("persisted-output");
  expect(request("--json", "--results", "seen").out).toContain("persisted-output");
  expect(request("--results", "half")).toMatchObject({ code: 2, out: "" });
  expect(request("--results", "half").err).toContain("one of full, seen is needed");
});

test("secrets and personal data are told by count and place, and never by value", () => {
  const { code, out } = ullage(["import", file(cleared()), "--json"]);
  expect(code).toBe(0);
  const { report, threads } = JSON.parse(out) as Document;
  expect(report.sensitive.map(({ what, count, places }) => [what, count, places])).toEqual([
    ["Anthropic API key", 1, [{ thread: "main", message: 0, field: "text", count: 1 }]],
    ["e-mail address", 1, [{ thread: "main", message: 0, field: "text", count: 1 }]],
    [
      "home folder",
      14,
      expect.arrayContaining([expect.objectContaining({ line: 1, offset: 0, field: "cwd", count: 1 })]),
    ],
  ]);
  for (const value of [key, "ada@harbour"]) expect(JSON.stringify(report)).not.toContain(value);
  expect(threads[0]?.title).toContain("the key is [Anthropic API key masked]");
  expect(ullage(["import", file(cleared())]).out).toMatch(
    /seen: api keys: Anthropic API key, 1 time \(main message 0 text\)/,
  );
});

test("every bad span is in the document", () => {
  const { report } = imported([file(cleared() + "{ no json\n".repeat(300))]);
  expect(report.badSpans.length).toBe(300);
});

test("a file without a mark has no ground truth", () => {
  expect(imported([file(cleared().split("\n").slice(0, 3).join("\n"))]).groundTruth).toEqual([]);
});

test("discover lists what lies in the home folder", () => {
  const home = temporaryFolder();
  const folder = path.join(home, ".pi/agent/sessions/--home-ada--");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "one.jsonl"), "{}\n");
  const own = { HOME: home, USERPROFILE: home, XDG_DATA_HOME: "", CODEX_HOME: "", CLAUDE_CONFIG_DIR: "" };
  const { code, out } = ullage(["discover", "--json"], own);
  expect(code).toBe(0);
  const { apps } = JSON.parse(out) as { apps: { app: string; present: boolean; files: object[] }[] };
  expect(apps.map(({ app, present }) => [app, present])).toEqual([
    ["claude-code", false],
    ["codex", false],
    ["opencode", false],
    ["pi", true],
    ["gemini-cli", false],
  ]);
  expect(apps[3]?.files).toMatchObject([{ name: "one.jsonl", place: "--home-ada--", bytes: 3 }]);
  expect(ullage(["discover"], own).out).toMatch(/pi: 1 log, 3 bytes\n {2}\d{4}-.*one\.jsonl/);
});
