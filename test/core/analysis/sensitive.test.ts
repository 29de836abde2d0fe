import { describe, expect, it } from "vitest";
import { SENSITIVE_PATTERNS } from "../../../core/analysis/sensitive-patterns.ts";
import { SensitiveScan } from "../../../core/analysis/sensitive-scan.ts";
import { sensitiveHits } from "../../../core/analysis/sensitive-text.ts";
import type { Part } from "../../../core/model/part.ts";
import { MAX_SENSITIVE_PLACES } from "../../../core/model/sensitive.ts";
import { letters, SECRETS, upper } from "../../support/made-secrets.ts";

const HARMLESS = [
  "npm install left-pad@1.3.0 and @scope/name@2.0.0",
  "git clone git@host.example.org:tide/table.git",
  "Co-authored by noreply@robot.example.org",
  "a task-force of risk-averse people at disk-0123456789abcdefghijkl",
  "@media (max-width: 10px) { a: b@c }",
  "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "Bearer token is missing",
  "Basic knowledge of things that matter",
  "https://host.example.org:8080/path@2",
  "/homepage/ada and /Users/Shared/x",
  "-----BEGIN PUBLIC KEY-----",
  "",
];

describe("what is seen in a text", () => {
  it.each(SECRETS)("%s", (what, text) => {
    for (const around of [text, `before "${text}" after`, `KEY=${text}\n`])
      expect(sensitiveHits(around).map((hit) => hit.what)).toEqual([what]);
  });

  it("has a case for every sort", () => {
    const cases = new Set(SECRETS.map(([what]) => what));
    expect(
      [...new Set(SENSITIVE_PATTERNS.map(({ what }) => what))].filter((what) => !cases.has(what)),
    ).toEqual([]);
  });

  it.each(HARMLESS)("nothing in: %s", (text) => expect(sensitiveHits(text)).toEqual([]));

  it("is the key itself, where a bearer carries one of a known sort", () => {
    const hits = sensitiveHits(`Authorization: Bearer sk-${"ant"}-api03-${letters}`);
    expect(hits.map(({ what }) => what)).toEqual(["Anthropic API key"]);
  });

  it.each(["\\n", "\\\\t", "\\u000a", "\\r\\n", "%3D", "\\x3d"])("is seen behind %s", (escape) => {
    expect(sensitiveHits(`it is${escape}AKIA${upper}`)).toMatchObject([{ at: 5 + escape.length }]);
  });

  it("is found each time, side by side", () => {
    const text = Array.from({ length: 50 }, (_, at) => `user${at}@host.example.org,AKIA${upper}`).join(";");
    expect(sensitiveHits(text).length).toBe(100);
  });
});

const text = (value: string): Part => ({ type: "text", text: value });
const at = (line: number) => ({ line, offset: line * 100, bytes: 90 });
const index = (message: number) => ({ thread: "main", message });

describe("a scan", () => {
  it("tells places in messages and on lines, and never a value", () => {
    const scan = new SensitiveScan<number>();
    const secret = `ghp_${letters.slice(0, 36)}`;
    const call: Part = {
      type: "tool-call",
      callId: "c",
      name: "Bash",
      arguments: { command: `echo ${secret}`, env: [{ password: "tide-table" }] },
    };
    scan.parts([text("write to ada@harbour.example.org, ada@harbour.example.org")], 0);
    scan.parts([call], 1);
    scan.record(
      { cwd: "/home/ada/tide", command: `echo ${secret}`, [secret]: "grace@harbour.example.org" },
      at(7),
    );
    const findings = scan.findings(index);
    expect(findings).toEqual([
      {
        kind: "api-key",
        what: "GitHub token",
        count: 1,
        places: [{ thread: "main", message: 1, field: "arguments.command", count: 1 }],
        morePlaces: 0,
      },
      {
        kind: "credential",
        what: "field password",
        count: 1,
        places: [{ thread: "main", message: 1, field: "arguments.env[].password", count: 1 }],
        morePlaces: 0,
      },
      {
        kind: "email",
        what: "e-mail address",
        count: 3,
        places: [
          { thread: "main", message: 0, field: "text", count: 2 },
          { ...at(7), field: "(hidden)", count: 1 },
        ],
        morePlaces: 0,
      },
      {
        kind: "home-path",
        what: "home folder",
        count: 1,
        places: [{ ...at(7), field: "cwd", count: 1 }],
        morePlaces: 0,
      },
    ]);
    for (const value of [secret, "ada@", "/home/ada", "tide-table"])
      expect(JSON.stringify(findings)).not.toContain(value);
  });

  it("finds credentials by the name of a header", () => {
    const scan = new SensitiveScan<number>();
    scan.record({ headers: [{ name: "X-API-Key", value: "0123456789" }], cookie: "<redacted>" }, at(1));
    expect(scan.findings(index).map(({ what, places }) => [what, places])).toEqual([
      ["field x-api-key", [{ ...at(1), field: "headers[].value", count: 1 }]],
    ]);
  });

  it("finds credentials in the lists that a field holds", () => {
    const scan = new SensitiveScan<number>();
    scan.record({ "Set-Cookie": ["tide=0123456789"], list: ["0123456789"] }, at(1));
    expect(scan.findings(index).map(({ what }) => what)).toEqual(["field set-cookie"]);
  });

  it("counts all and lists the first places", () => {
    const scan = new SensitiveScan<number>();
    for (let at = 0; at < 80; at++) scan.parts([text("/home/ada")], at);
    expect(scan.findings(index)[0]).toMatchObject({ count: 80, morePlaces: 80 - MAX_SENSITIVE_PLACES });
  });

  it("tells of records what no message holds, however often the same stands in messages", () => {
    const scan = new SensitiveScan<number>();
    for (let line = 1; line <= 60_000; line++) {
      scan.record({ text: "/home/ada" }, at(line));
      scan.parts([text("/home/ada")], line);
    }
    scan.record({ cwd: "/home/grace" }, at(60_001));
    expect(scan.findings(index)[0]?.count).toBe(60_001);
  });

  it("is not lost on what is nested deeper than any stack", () => {
    let value: unknown = "/home/ada";
    for (let depth = 0; depth < 200_000; depth++) value = { k: [value] };
    const scan = new SensitiveScan<number>();
    scan.record(value, at(1));
    expect(scan.findings(index)[0]?.count).toBe(1);
  });
});
