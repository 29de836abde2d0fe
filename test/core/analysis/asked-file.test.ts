import { describe, expect, test } from "vitest";
import { askWindow } from "../../../core/analysis/ask-window.ts";
import { fileCalls, mayBePath } from "../../../core/analysis/asked-file.ts";
import type { PolicyInput } from "../../../core/model/profile.ts";
import type { Json } from "../../../core/model/json.ts";
import { lines, runOf, ThreadBuilder } from "../../support/build-thread.ts";

const PATH = "/srv/quay/berth-4.csv";
const large = lines(200, 100);

/** Reads the file, goes on for some steps, reads it again. */
function session(policies: readonly PolicyInput[], given = large) {
  const thread = new ThreadBuilder().user("Look at berth 4.").call({ args: { path: PATH }, gives: given });
  for (let at = 0; at < 6; at++) thread.say(`thought ${at} ${"more ".repeat(80)}`).user(`go on ${at}`);
  return runOf(
    thread
      .call({ args: { path: PATH }, gives: "short" })
      .say("Done.")
      .build(),
    { policies },
  );
}

describe("a file whose path is asked for", () => {
  test("is followed by the results that hold its content, not by the words of its path", () => {
    const run = session([{ kind: "offload", thresholdTokens: 1000 }]);
    const { file, visible } = askWindow(run, 4, PATH);
    // The path itself stands in the call, in every request after it.
    expect(visible).toEqual([{ from: 2, to: run.stepCount }]);
    expect(file?.calls.map(({ index, writes }) => [index, writes])).toEqual([
      [2, false],
      [run.recording.thread.messages.length - 2, false],
    ]);
    const [first, second] = file?.calls ?? [];
    expect(first?.spans).toMatchObject([{ from: 2, to: run.stepCount, disposition: "previewed" }]);
    expect(first?.spans[0]?.because?.action).toBe("offloaded");
    expect(second?.spans).toMatchObject([{ from: run.stepCount, disposition: "kept" }]);
  });

  test("that a summary covers is told with the fire that did it", () => {
    const compressor = { kind: "fixed", text: "Berth 4 was looked at." } as const;
    const run = session(
      [{ kind: "summarize", trigger: { tokens: 500 }, keepRecent: 3, compressor, maxSummaryTokens: 60 }],
      "a few words of the file",
    );
    const fired = run.events.find(({ action }) => action === "fired");
    const spans = askWindow(run, 7, PATH).file?.calls[0]?.spans ?? [];
    expect(spans.map(({ disposition, from }) => [disposition, from])).toEqual([
      ["kept", 2],
      ["summarised", fired?.step],
    ]);
    expect(spans[1]?.because?.seq).toBe(fired?.seq);
  });

  test("is none where no call names it", () => {
    const run = session([]);
    for (const text of ["Look at berth 4.", "berth-5.csv", "/srv/quay", "/srv/quay/berth-4", "erth-4.csv"])
      expect(askWindow(run, 3, text).file).toBeNull();
  });
});

const CALLS: readonly (readonly [what: string, args: Json, asked: string, path: string | undefined])[] = [
  ["the path", { file_path: PATH }, PATH, PATH],
  ["its end", { file_path: PATH }, "berth-4.csv", PATH],
  ["more of its end", { file_path: PATH }, "quay/berth-4.csv", PATH],
  ["a command", { command: `cat ${PATH} | head -5` }, PATH, PATH],
  ["a command with quotes, its end", { command: `cat "${PATH}"` }, "berth-4.csv", PATH],
  ["a list of words", { command: ["cat", PATH] }, PATH, PATH],
  ["a path from its folder", { path: "quay/berth-4.csv" }, PATH, "quay/berth-4.csv"],
  ["of Windows", { path: String.raw`C:\quay\berth-4.csv` }, "berth-4.csv", String.raw`C:\quay\berth-4.csv`],
  ["a longer path", { path: `${PATH}.bak` }, PATH, undefined],
  ["a folder of it", { path: `${PATH}/x` }, PATH, undefined],
  ["the end of a word", { path: "/srv/quay/the-berth-4.csv" }, "berth-4.csv", undefined],
  ["a text that is none", "not JSON", PATH, undefined],
  ["deep", { a: { b: [{ c: PATH }] } }, PATH, PATH],
];

describe("calls that name a file", () => {
  const calls = (args: Json, asked: string, name = "Read", gives = "ok") =>
    fileCalls(
      runOf(new ThreadBuilder().user("Go.").call({ name, args, gives }).say("Done.").build(), {
        policies: [],
      }),
      asked,
    );

  test.each(CALLS)("by %s", (_, args, asked, path) => {
    expect(calls(args, asked).map((call) => call.path)).toEqual(path === undefined ? [] : [path]);
  });

  test("write it where they are given more than they answer: the content is the call's", () => {
    const write = { file_path: PATH, content: "berth;ship\n4;Ida\n" };
    expect(calls(write, PATH, "Write")).toMatchObject([{ index: 1, writes: true }]);
    expect(calls({ path: PATH, body: large }, PATH, "put")).toMatchObject([{ index: 1, writes: true }]);
    expect(calls({ path: PATH, pattern: "ship|berth" }, PATH, "Grep", "no")).toMatchObject([
      { index: 2, writes: false },
    ]);
    expect(calls({ path: PATH, command: "view" }, PATH, "edit_tool")).toMatchObject([{ writes: false }]);
  });

  test("a text of lines, of words or without end is no path", () => {
    for (const text of ["a\nb/c", "two words", "ab", "/".repeat(2000), "word"])
      expect(mayBePath(text)).toBe(false);
    for (const text of [PATH, "a.ts", String.raw`C:\x`, "with space/x"]) expect(mayBePath(text)).toBe(true);
  });
});
