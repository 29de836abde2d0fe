import { execFileSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../core/model/json.ts";
import { curlCommand } from "../../../core/wire/curl.ts";
import { WIRE_PROVIDERS } from "../../../core/wire/options.ts";
import { jsLiteral, sdkCall } from "../../../core/wire/sdk-call.ts";

const nasty: Json = {
  text: "$(touch /tmp/owned) `id` ${HOME} 'quoted' \"twice\" \\ \nULLAGE_BODY\n$ANTHROPIC_API_KEY",
  deep: [{ "a b": 1, __proto__x: null }, "\u2028 \u2029 \ud83d\ude00", [], {}],
};

/** Runs a command with a curl that prints what it is given: its last lines are the body. */
function sentBy(command: string): { readonly body: string; readonly words: string[] } {
  const script = `curl() { printf '%s\\n' "$@" >&2; cat; }\n${command}`;
  const body = execFileSync("sh", ["-c", `${script}`], {
    encoding: "utf8",
    env: { ANTHROPIC_API_KEY: "key-from-outside", PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return { body, words: command.split("\n") };
}

test.each(WIRE_PROVIDERS)(
  "a shell sends exactly the body to %s, and runs nothing that stands in it",
  (provider) => {
    const command = curlCommand(provider, "model/x y", nasty);
    expect(JSON.parse(sentBy(command).body)).toEqual(nasty);
    expect(command).toMatch(/^curl "https:\/\/[^"$]+" \\\n/);
    expect(command).toMatch(/_API_KEY"/);
  },
);

test("no model's name brings an older command back", () => {
  const [first = ""] = curlCommand("gemini", "gemini-!-1'()*$x\"`y", nasty).split("\n");
  expect(first).toMatch(/^curl "https:[\w./%:-]+" \\$/);
});

test("no text of a body ends the command", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" }), (value) => {
      const body = { value } as Json;
      expect(JSON.parse(sentBy(curlCommand("anthropic", "m", body)).body)).toEqual(
        JSON.parse(JSON.stringify(body)),
      );
    }),
    { numRuns: 40 },
  );
});

/** What a literal is when it is run. */
function run(code: string): unknown {
  return runInNewContext(`(${code})`) as unknown;
}

test("a literal is the value, whatever its keys are", () => {
  const own = JSON.parse('{"__proto__":{"a":1},"constructor":2,"é":3,"":4,"a-b":[null,true,-0.5]}') as Json;
  for (const value of [nasty, own]) expect(JSON.stringify(run(jsLiteral(value)))).toBe(JSON.stringify(value));
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const value = JSON.parse(text) as Json;
      expect(JSON.stringify(run(jsLiteral(value)))).toBe(JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});

test.each(WIRE_PROVIDERS)("a call for %s gives the SDK the same body, and no key", (provider) => {
  const code = sdkCall(provider, "m1", {
    contents: [1],
    tools: [],
    generationConfig: { maxOutputTokens: 5 },
  });
  const params = run(
    /create\(([\s\S]*)\);\n$|generateContent\(([\s\S]*)\);\n$/.exec(code)?.slice(1).join("") ?? "",
  );
  expect(JSON.parse(JSON.stringify(params))).toEqual(
    provider === "gemini"
      ? { model: "m1", contents: [1], config: { tools: [], maxOutputTokens: 5 } }
      : { contents: [1], tools: [], generationConfig: { maxOutputTokens: 5 } },
  );
  expect(code).toContain("_API_KEY");
});
