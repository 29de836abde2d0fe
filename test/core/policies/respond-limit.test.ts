import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lostBytes } from "../../../core/analysis/lost-bytes.ts";
import { listBack, readBack } from "../../../core/analysis/read-back.ts";
import { fileStore } from "../../../core/analysis/stores.ts";
import { totalsOf } from "../../../core/analysis/totals.ts";
import { verifyRun } from "../../../core/analysis/verify.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import { dispositionAt } from "../../../core/analysis/layout.ts";
import { utf8Length } from "../../../core/lib/utf8.ts";
import type { Fault } from "../../../core/model/fault.ts";
import type { ContentPart } from "../../../core/model/part.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { longText } from "../../support/random-text.ts";
import {
  type Asked,
  ThreadBuilder,
  acted,
  lines,
  only,
  resultOf,
  runOf,
} from "../../support/build-thread.ts";

type Given = Partial<Omit<PolicyInputOf<"respond-limit">, "kind">>;
const limit = (given: Given = {}) => ({
  policies: [{ kind: "respond-limit" as const, maxResponseBytes: 1000, maxSummaryBytes: 100, ...given }],
});

function one(gives: string | readonly ContentPart[], asked: Asked = {}) {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, gives })
    .say("done")
    .build();
}

const shownOf = (run: Run): string => resultOf(requestAt(run, 2).messages[2]);
/** The JSON that the model sees. */
const jsonOf = (run: Run): Record<string, unknown> => JSON.parse(shownOf(run)) as Record<string, unknown>;
const text = (value: string): ContentPart => ({ type: "text", text: value });
const IMAGE = { type: "media", mediaType: "image/png", name: "a.png", data: "A".repeat(2000) } as const;
const PDF = { type: "media", mediaType: "application/pdf", data: "QUJD" } as const;

describe("at the limit", () => {
  test.each([
    [999, "passed"],
    [1000, "passed"],
    [1001, "limited"],
  ])("a single text of %i bytes is %s", (length, action) => {
    const thread = one("x".repeat(length));
    const run = runOf(thread, limit());
    expect(run.events.map((event) => event.action)).toEqual([action]);
    expect(run.events[0]).toMatchObject({
      measured: { value: length, unit: "bytes" },
      limit: { name: "maxResponseBytes", value: 1000 },
    });
    expect(run.stored.at(2) === thread.messages[2]).toBe(action === "passed");
  });

  // [{"type":"text","text":"…"},{"type":"text","text":""}] is 53 bytes around the text.
  test.each([
    [946, 999, "passed"],
    [947, 1000, "passed"],
    [948, 1001, "limited"],
  ])("several texts of %i characters are the %i bytes of their JSON: %s", (length, value, action) => {
    const run = runOf(one([text("x".repeat(length)), text("")]), limit());
    expect(run.events[0]).toMatchObject({ action, measured: { value, unit: "bytes" } });
  });

  test("keys are measured in the order type, mediaType, name, data, whatever the order of the recording", () => {
    const media = { name: "a", data: "QQ==", mediaType: "image/png", type: "media" } as const;
    const run = runOf(one([media]), limit({ maxResponseBytes: 2, maxSummaryBytes: 1, store: false }));
    const json = '[{"type":"media","mediaType":"image/png","name":"a","data":"QQ=="}]';
    expect(run.events[0]?.measured?.value).toBe(json.length);
  });
});

test("values of 0 or less mean the default, and the excerpt may not be larger than the response", () => {
  const { profile } = checkProfile(limit({ maxResponseBytes: 0, maxSummaryBytes: -5 }));
  expect(profile?.policies[0]).toEqual({
    kind: "respond-limit",
    maxResponseBytes: 32_768,
    maxSummaryBytes: 2048,
    store: true,
  });
  const error = { policy: "respond-limit", param: "maxSummaryBytes", fix: { value: 2047 } };
  expect(checkProfile(limit({ maxResponseBytes: 2047, maxSummaryBytes: 0 })).problems.errors).toMatchObject([
    error,
  ]);
  expect(checkProfile(limit({ maxResponseBytes: 2048, maxSummaryBytes: 0 })).problems.errors).toEqual([]);
});

describe("with a store", () => {
  test("the model gets a JSON object that names the file, and the file holds the whole", () => {
    const whole = lines(100);
    const run = runOf(one(whole), limit());
    expect(jsonOf(run)).toEqual({
      id: "results/t.1.1.txt",
      path: "/ullage/files/replay/t/results/t.1.1.txt",
      name: "bash.txt",
      type: "text/plain",
      size: 2000,
      excerpt: lines(5),
      guidance: expect.stringContaining("saved") as unknown,
    });
    expect(only(run, "limited")).toMatchObject({
      subject: { message: "m3", identity: "t.1.1", path: "/ullage/files/replay/t/results/t.1.1.txt" },
      before: { bytes: 2000, lines: 100 },
      detail: { omittedBytes: 1900, storedBytes: 2000, stored: "whole" },
    });
    expect(readBack(run, 2, "/ullage/files/replay/t/results/t.1.1.txt")).toMatchObject({
      isError: false,
      text: whole,
    });
    expect(fileStore(run, "file")).toMatchObject({ bytes: 2000, entries: [{ identity: "t.1.1", step: 1 }] });
    expect(totalsOf(run)).toMatchObject({ limited: 1, bytesStored: 2000, lostBytes: 0 });
    expect(dispositionAt(run, 2, 2)).toBe("limited");
  });

  test.each([
    [`{"a":"${"x".repeat(2000)}"}`, "application/json"],
    [`[${"1,".repeat(1000)}1]`, "application/json"],
    [JSON.stringify("x".repeat(2000)), "text/plain"],
    [`{${"x".repeat(2000)}`, "text/plain"],
  ])("the type is JSON for an object or an array, else text", (given, type) => {
    expect(JSON.parse(shownOf(runOf(one(given), limit())))).toMatchObject({ type });
  });

  test("the excerpt is cut until its escaped form fits, and no code point is split", () => {
    const escapes = runOf(one("\u0001".repeat(2000)), limit({ maxResponseBytes: 600, maxSummaryBytes: 600 }));
    const shown = shownOf(escapes);
    expect(shown.length).toBeLessThanOrEqual(600);
    expect(shown.length).toBeGreaterThan(600 - 6);
    expect(new Set(String(jsonOf(escapes)["excerpt"]))).toEqual(new Set(["\u0001"]));
    const emoji = runOf(one("🧪".repeat(1000)), limit({ maxSummaryBytes: 10 }));
    expect(jsonOf(emoji)["excerpt"]).toBe("🧪🧪");
  });

  test("a multipart excerpt counts texts, images and files, never media bytes; the file holds the JSON", () => {
    const parts = [text("one\n"), IMAGE, text("two"), PDF];
    const run = runOf(one(parts), limit());
    expect(jsonOf(run)).toMatchObject({
      name: "bash.json",
      type: "application/json",
      size: utf8Length(JSON.stringify(parts)),
      excerpt: "2 texts, 1 image, 1 file\none\ntwo",
    });
    expect(shownOf(run)).not.toContain("AAAA");
    expect(JSON.parse(readBack(run, 2, "t.1.1").text)).toEqual(parts);
    const part = requestAt(run, 2).messages[2]?.parts[0];
    expect(part?.type === "tool-result" && part.parts.length).toBe(1);
  });

  test("a tool's failure passes unchanged, and so does what a reader gave back", () => {
    const failure = one(lines(100), { error: true });
    const run = runOf(failure, limit());
    expect(run.events.map(({ action, detail }) => [action, detail?.reason])).toEqual([
      ["passed", "tool-failure"],
    ]);
    expect(run.stored.at(2)).toBe(failure.messages[2]);
    const read = { name: "read", args: { path: "/ullage/files/replay/t/results/t.1.1.txt" } };
    expect(runOf(one(lines(100), read), limit()).events[0]?.detail?.reason).toBe("reader");
  });
});

describe("without a store", () => {
  test("what is not in the excerpt is discarded, and the replacement says so", () => {
    const run = runOf(one(lines(100)), limit({ store: false }));
    const shown = jsonOf(run) as { saved: boolean; guidance: string; excerpt: string };
    expect(shown).toMatchObject({ saved: false, size: 2000, excerpt: lines(5) });
    expect(shown.guidance).toMatch(/not saved.*pagination.*filter/);
    expect(acted(run)).toEqual(["discarded"]);
    expect(listBack(run, 2)).toEqual([]);
    expect(lostBytes(run)).toBe(1900);
    expect(dispositionAt(run, 2, 2)).toBe("limited");
  });

  test("no scope and no upload are needed", () => {
    const faults: Fault[] = [{ kind: "no-scope" }, { kind: "upload-fails" }];
    expect(acted(runOf(one(lines(100)), limit({ store: false }), faults))).toEqual(["discarded"]);
  });
});

describe("a call is aborted", () => {
  const aborted = (run: Run): void => {
    const part = requestAt(run, 2).messages[2]?.parts[0];
    expect(part).toMatchObject({ type: "tool-result", callId: "c1_0", isError: true });
    expect(shownOf(run)).toMatch(/^Aborted: the result of 2000 bytes/);
    expect(shownOf(run)).not.toContain("xxxx");
    expect(run.files).toEqual([]);
    expect(run.failed).toBeUndefined();
    expect(run.steps.length).toBe(2);
    expect(lostBytes(run)).toBe(2000);
    expect(dispositionAt(run, 2, 2)).toBe("limited");
    expect(verifyRun(run)).toEqual([]);
  };

  test.each([
    [[{ kind: "upload-fails" }], "upload-failed"],
    [[{ kind: "store-unwritable" }], "upload-failed"],
    [[{ kind: "no-scope" }], "no-scope"],
  ] as const)("with %j", (faults, reason) => {
    const run = runOf(one(lines(100)), limit(), faults);
    expect(acted(run).at(-1)).toBe(`aborted ${reason}`);
    aborted(run);
  });

  test("when not even the metadata fit, before anything is uploaded", () => {
    for (const store of [true, false]) {
      const run = runOf(one(lines(100)), limit({ maxResponseBytes: 50, maxSummaryBytes: 50, store }));
      expect(acted(run)).toEqual(["aborted no-room"]);
      aborted(run);
    }
  });

  test("not while the store can still be written", () => {
    const run = runOf(one(lines(100)), limit(), [{ kind: "store-unwritable", fromStep: 2 }]);
    expect(acted(run)).toEqual(["limited"]);
  });
});

test("the metadata fit exactly, then one byte less aborts", () => {
  const shown = shownOf(runOf(one("x".repeat(2000)), limit({ maxResponseBytes: 900, maxSummaryBytes: 1 })));
  const bare = utf8Length(shown) - 1;
  const at = (maxResponseBytes: number) =>
    runOf(one("x".repeat(2000)), limit({ maxResponseBytes, maxSummaryBytes: 1 }));
  expect(JSON.parse(shownOf(at(bare + 1)))).toMatchObject({ excerpt: "x" });
  expect(JSON.parse(shownOf(at(bare)))).toMatchObject({ excerpt: "" });
  expect(acted(at(bare - 1))).toEqual(["aborted no-room"]);
});

test("any text: the replacement is JSON within its bound and the excerpt a head of the text", () => {
  fc.assert(
    fc.property(
      longText,
      fc.constantFrom(450, 600, 2000),
      fc.constantFrom(1, 30, 400),
      fc.boolean(),
      (long, maxResponseBytes, maxSummaryBytes, store) => {
        const run = runOf(one(long), limit({ maxResponseBytes, maxSummaryBytes, store }));
        if (acted(run).length === 0) return;
        const shown = shownOf(run);
        expect(utf8Length(shown)).toBeLessThanOrEqual(maxResponseBytes);
        const { excerpt } = JSON.parse(shown) as { excerpt: string };
        expect(long.startsWith(excerpt)).toBe(true);
        expect(utf8Length(excerpt)).toBeLessThanOrEqual(maxSummaryBytes);
        if (store) expect(run.files[0]?.file.text).toBe(long);
      },
    ),
  );
});

test("parallel results keep their ids and their own files, hostile ids never reach a path", () => {
  const asked = ["a.b/c", "a_b_c", "A_B_C", "../..", ""].map((id) => ({ id, gives: lines(100) }));
  const thread = new ThreadBuilder({ id: "../Evil" })
    .user("go")
    .call(...asked)
    .say("done")
    .build();
  const run = runOf(thread, limit());
  const paths = run.files.map(({ path }) => path);
  expect(new Set(paths).size).toBe(asked.length);
  for (const path of paths)
    expect(path).toMatch(/^\/ullage\/files\/replay\/h-[0-9a-f]{64}\/results\/h-[0-9a-f]{64}\.txt$/);
  expect(
    requestAt(run, 2)
      .messages.slice(2)
      .map(({ parts }) => parts[0]?.type === "tool-result" && parts[0].callId),
  ).toEqual(asked.map(({ id }) => id));
});

test("a tool's name with quotes stays inside the JSON", () => {
  const run = runOf(one(lines(100), { name: 'a"},{"$&' }), limit());
  expect(jsonOf(run)).toMatchObject({ name: 'a"},{"$&.txt' });
});
