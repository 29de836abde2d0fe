import { describe, expect, test } from "vitest";
import { cutSecrets } from "../../../core/analysis/cut-secrets.ts";
import { maskJson } from "../../../core/analysis/mask-secrets.ts";
import { maskedRawBody, maskedRequestBody } from "../../../core/analysis/masked-body.ts";
import { maskedReadBack } from "../../../core/analysis/masked-read.ts";
import { readBack } from "../../../core/analysis/read-back.ts";
import { wireReport } from "../../../core/analysis/wire-report.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { Json } from "../../../core/model/json.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { runOf, ThreadBuilder } from "../../support/build-thread.ts";
import { letters } from "../../support/made-secrets.ts";

const KEY = `sk-${"ant"}-${letters}`;
const pem = Array.from({ length: 9 }, (_, at) => letters.slice(at, at + 64));
const PRIVATE = `-----BEGIN PRIVATE KEY-----\n${pem.join("\n")}\n-----END PRIVATE KEY-----`;
const SIZE = 9000;

/** A run over a result of words, or of lines, without a secret, but for one that begins so many units in. */
function runWith(secret: string, at: number, profile: ProfileInput, gap = "\n"): Run {
  const words = `low water at the quay${gap}`;
  const filler = words.repeat(Math.ceil(SIZE / words.length));
  const text = `${filler.slice(0, at)} ${secret}\n${filler.slice(0, Math.max(1, SIZE - at - secret.length))}`;
  return runOf(new ThreadBuilder().user("go").call({ gives: text }).say("on").say("done").build(), profile);
}

/** No eight units of a secret that stand together are left of it. */
function expectNothingOf(secret: string, text: string): void {
  const units = secret.replace(/^sk-ant-/, "").split("\n");
  const left = units
    .filter((one) => !one.startsWith("-----"))
    .flatMap((line) => Array.from({ length: line.length - 7 }, (_, from) => line.slice(from, from + 8)))
    .filter((piece) => text.includes(piece));
  expect(left).toEqual([]);
}

/** Profiles that cut a text of that size, and about where they do. */
const CUTS: readonly (readonly [name: string, profile: ProfileInput, places: readonly number[]])[] = [
  ["spill", { policies: [{ kind: "spill", spillBytes: 2000, headBytes: 700, tailBytes: 700 }] }, [700, 8300]],
  [
    "offload",
    {
      policies: [
        { kind: "offload", thresholdTokens: 1000, previewLines: 1, previewLineChars: 400, tailLines: 1 },
      ],
    },
    [22, 400],
  ],
  ["paging", { policies: [{ kind: "paging", thresholdBytes: 2000, pageBytes: 1500 }] }, [1500]],
  ["a response's limit", { policies: [{ kind: "respond-limit", maxResponseBytes: 4096 }] }, [2040]],
];

describe.each(CUTS)("a secret that %s cuts through", (_, profile, places) => {
  const shifts = (length: number) => Array.from({ length: 10 }, (_one, at) => Math.ceil((at * length) / 10));

  test.each([
    ["a key", KEY],
    ["a password", `DB_PASSWORD=${letters.slice(0, 30)}`],
    ["a private key", PRIVATE],
  ])("is in no body: %s", (_name, secret) => {
    let cut = 0;
    for (const place of places)
      for (const shift of shifts(secret.length)) {
        const gap = secret.includes("\n") ? "\n" : " ";
        const run = runWith(secret, Math.max(0, place - shift), profile, gap);
        const halves = cutSecrets(run, 2);
        if (halves.length > 0) cut++;
        const hidden = secret.replace(/^DB_PASSWORD=/, "");
        for (const provider of ["anthropic", "openai-chat"] as const)
          expectNothingOf(hidden, wireReport(run, 2, provider).text);
        const neutral = maskJson(requestAt(run, 2) as unknown as Json, halves);
        expectNothingOf(hidden, JSON.stringify(neutral.value));
        const body = maskedRequestBody(run, 2, { index: 2 }, 100_000);
        expectNothingOf(hidden, JSON.stringify(body.message));
      }
    expect(cut).toBeGreaterThan(3);
  });
});

test("what is cut from a body for being long is masked at its end, and what is whole is not cut", () => {
  const said = `Mind this: ${KEY} and go on`;
  const thread = new ThreadBuilder().user(said).say("done").build();
  const lengths = Array.from({ length: said.length }, (_, at) => at + 24);
  const bodies = lengths.map((most) => maskedRawBody(thread, { index: 0 }, most));
  for (const { message } of bodies) expectNothingOf(KEY, JSON.stringify(message));
  expect(bodies.map(({ masked }) => masked)).toEqual(lengths.map(() => 1));
});

describe("what the model could read back", () => {
  const profile: ProfileInput = {
    policies: [{ kind: "spill", spillBytes: 2000, headBytes: 700, tailBytes: 700 }],
  };

  test("has no part of a secret in it, wherever reading begins and ends", () => {
    const run = runWith(PRIVATE, 4000, profile);
    const [file] = run.files;
    const path = file?.path ?? "";
    const lines = (file?.file.text ?? "").split("\n");
    const begins = lines.findIndex((line) => line.includes("BEGIN PRIVATE")) + 1;
    for (let offset = begins - 2; offset < begins + pem.length + 2; offset++)
      for (const limit of [1, 3, 40]) {
        const asked = { offset, limit };
        const { value, count } = maskedReadBack(run, 2, path, asked);
        expectNothingOf(PRIVATE, value.text);
        const plain = readBack(run, 2, path, asked);
        if (pem.some((line) => plain.text.includes(line))) expect(count).toBeGreaterThan(0);
        expect({ ...value, text: "" }).toEqual({ ...plain, text: "" });
      }
    expectNothingOf(PRIVATE, maskedReadBack(run, 2, path, { search: pem[3] ?? "" }).value.text);
    for (let byte = 0; byte < 60; byte += 7)
      expectNothingOf(
        PRIVATE,
        maskedReadBack(run, 2, path, { start: `${begins + 2}:${byte}`, limit: 1 }).value.text,
      );
  });

  test("is as it is where no secret is", () => {
    const run = runWith("3f786850e387550fdab836ed7e6dc881de23001b", 4000, profile);
    const path = run.files[0]?.path ?? "";
    for (const asked of [{}, { offset: 3, limit: 2 }, { search: "quay" }, { start: "x" }])
      expect(maskedReadBack(run, 2, path, asked)).toEqual({ value: readBack(run, 2, path, asked), count: 0 });
  });
});
