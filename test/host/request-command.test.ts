import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { WIRE_PROVIDERS } from "../../core/wire/options.ts";
import { letters } from "../support/made-secrets.ts";
import { sessionText, temporaryFolder } from "../support/host-library.ts";
import { refusals } from "../support/wire/schemas.ts";

const command = path.join(import.meta.dirname, "../../host/cli/main.ts");

function ullage(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

function written(name: string, text: string): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

describe.each(WIRE_PROVIDERS)("request --as %s", (provider) => {
  test("gives a body that can be sent, and tells on standard error what was changed", () => {
    const file = written("session.jsonl", sessionText(20));
    const args = ["request", file, "--profile", "llm4s", "--step", "5", "--as", provider];
    const short = ullage(...args, "--json");
    expect(short).toMatchObject({ code: 0 });
    expect(short.out.trimEnd().split("\n")).toHaveLength(1);
    const body: unknown = JSON.parse(short.out);
    expect(refusals(provider, body)).toEqual([]);
    const long = ullage(...args);
    expect(long.out.split("\n").length).toBeGreaterThan(20);
    expect(JSON.parse(long.out)).toEqual(body);
    for (const line of [...short.err.trimEnd().split("\n"), ...long.err.trimEnd().split("\n")])
      expect(line).toMatch(/^(ullage: .+)?$/);
  }, 60_000);
});

test("what a terminal would act on is escaped, and the body stays what it is", () => {
  const say = "\u2028\u0085\u202e\u001b[2J end";
  const messages = [
    { role: "user", parts: [{ type: "text", text: say }] },
    { role: "assistant", parts: [] },
  ];
  const file = written("thread.json", JSON.stringify({ ullage: 1, thread: { messages } }));
  const { out, code } = ullage("request", file, "--profile", "llm4s", "--step", "1", "--as", "openai-chat");
  expect(code).toBe(0);
  for (const bare of say.slice(0, 4)) expect(out).not.toContain(bare);
  expect(JSON.parse(out)).toMatchObject({ messages: [{ role: "user", content: say }] });
});

test("secrets known by form are in no form of a request, unless --unmasked asks for them", () => {
  const key = `ghp_${letters.slice(0, 36)}`;
  const named = "tide table at dawn";
  const result = JSON.stringify({ headers: [{ name: "Cookie", value: named }], [key]: 1 });
  const messages = [
    { role: "user", parts: [{ type: "text", text: `Use ${key}.` }] },
    {
      role: "assistant",
      parts: [
        {
          type: "tool-call",
          callId: "c",
          name: "x",
          arguments: { body: JSON.stringify({ password: named }) },
        },
      ],
    },
    {
      role: "tool",
      parts: [{ type: "tool-result", callId: "c", isError: false, parts: [{ type: "text", text: result }] }],
    },
    { role: "assistant", parts: [] },
  ];
  const file = written("thread.json", JSON.stringify({ ullage: 1, thread: { messages } }));
  const args = ["request", file, "--profile", "llm4s", "--step", "2"];
  for (const form of [["--as", "neutral"], ["--json"], ["--as", "anthropic"]]) {
    const shown = ullage(...args, ...form);
    expect(shown.code).toBe(0);
    expect(shown.err).toContain("4 secrets known by form or name masked");
    for (const secret of [key, named]) expect(shown.out).not.toContain(secret);
    const asked = ullage(...args, ...form, "--unmasked");
    expect(asked.err).toContain("4 secrets known by form or name shown, as --unmasked asks");
    for (const secret of [key, named]) expect(asked.out).toContain(secret);
  }
}, 90_000);

test("an exact counter is loaded for replay, check and request", () => {
  const file = written("session.jsonl", sessionText(20));
  const profile = written("p.json", JSON.stringify({ tokenCounter: "o200k_base", policies: [] }));
  const tokens = (...set: string[]): unknown => {
    const { out, code, err } = ullage("replay", file, "--profile", profile, "--json", ...set);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { totals, profile: used } = JSON.parse(out) as { totals: { rawTokens: number }; profile: object };
    return { ...used, raw: totals.rawTokens };
  };
  const exact = tokens() as { raw: number };
  expect(exact).toMatchObject({ tokenCounter: "o200k_base" });
  const other = tokens("--set", "profile.tokenCounter=cl100k_base") as { raw: number };
  expect(other).toMatchObject({ tokenCounter: "cl100k_base" });
  const rough = tokens("--set", "profile.tokenCounter=chars4") as { raw: number };
  expect(exact.raw).toBeGreaterThan(0);
  expect(exact.raw).not.toBe(rough.raw);
  expect(ullage("check", profile, file)).toMatchObject({ code: 0, err: "" });
}, 60_000);

test("no command prints a secret, whole or in halves, unless --unmasked asks for it", () => {
  const key = `ghp_${letters.slice(0, 36)}`;
  const words = "low water at the quay ".repeat(80);
  const result = `${words}${key} DB_PASSWORD=${letters.slice(40, 64)}\n${words}`;
  const call = { type: "tool-call", callId: "c", name: "x", arguments: {} };
  const messages = [
    { role: "user", parts: [{ type: "text", text: `Use ${key}.` }] },
    { role: "assistant", parts: [call] },
    {
      role: "tool",
      parts: [{ type: "tool-result", callId: "c", isError: false, parts: [{ type: "text", text: result }] }],
    },
    { role: "assistant", parts: [{ type: "text", text: `It said ${key}.` }] },
    { role: "user", parts: [{ type: "text", text: "Go on." }] },
    { role: "assistant", parts: [] },
  ];
  const file = written("thread.json", JSON.stringify({ ullage: 1, thread: { id: "t", messages } }));
  const policies = [
    { kind: "spill", spillBytes: 2000, headBytes: 1780, tailBytes: 10 },
    { kind: "summarize", trigger: { tokens: 100 }, keepRecent: 1 },
  ];
  const profile = written("profile.json", JSON.stringify({ policies }));
  const run = [file, "--profile", profile];
  // The request's own forms are above.
  const read = ["read", ...run, "--step", "2", "t.1.1", "--start", "1:1770", "--json"];
  for (const command of [read, ["replay", ...run, "--json"]]) {
    const shown = ullage(...command);
    expect([shown.code, shown.err]).toEqual([
      0,
      expect.stringMatching(/secrets? known by form or name masked/),
    ]);
    for (const part of [key.slice(0, 12), key.slice(-12), letters.slice(40, 52)])
      expect(shown.out).not.toContain(part);
  }
  const asked = ullage(...read, "--unmasked");
  expect(asked.err).toContain("2 secrets known by form or name shown, as --unmasked asks");
  expect(asked.out).toContain(key.slice(-12));
}, 90_000);
