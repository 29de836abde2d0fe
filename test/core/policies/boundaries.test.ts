import { describe, expect, test } from "vitest";
import { readBack } from "../../../core/analysis/read-back.ts";
import { summariesOf } from "../../../core/analysis/summaries.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { type Run, stepOf } from "../../../core/engine/run.ts";
import type { Message } from "../../../core/model/message.ts";
import type { PolicyInput, ProfileInput } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { checkpointBytes } from "../../../core/policies/offload-store.ts";
import { offloadEntries } from "../../../core/policies/offload.ts";
import { measureTokens } from "../../../core/policies/request-view.ts";
import { type Asked, ThreadBuilder, acted, lines, resultOf, runOf } from "../../support/build-thread.ts";

// One below, exactly at and one above, for every threshold and bound, in its own unit. Where the unit is bytes three
// scripts are held against it: one, three and four bytes a code point.

/** A letter of each script, and its bytes. */
const SCRIPTS = [
  ["ASCII", "x", 1],
  ["three bytes", "漢", 3],
  ["astral", "🧪", 4],
] as const;

const bytes = (text: string): number => Buffer.byteLength(text);

/** A text of exactly so many bytes: as many letters as fit, the rest in ASCII. */
function sized(letter: string, size: number): string {
  const count = Math.floor(size / bytes(letter));
  return letter.repeat(count) + "x".repeat(size - count * bytes(letter));
}

/** The three sizes around a limit, and whether each is over it. */
const around = (limit: number): readonly (readonly [number, boolean])[] => [
  [limit - 1, false],
  [limit, false],
  [limit + 1, true],
];

function gives(text: string, asked: Asked = {}): Thread {
  return new ThreadBuilder()
    .user("go")
    .call({ ...asked, gives: text })
    .say("done")
    .build();
}

const run = (thread: Thread, policy: PolicyInput): Run => runOf(thread, { policies: [policy] });
/** What the model sees of the first result. */
const shown = (of: Run): string => resultOf(requestAt(of, 2).messages[2]);
const actions = (of: Run): string[] => of.events.map(({ action }) => action);
/** How much of a letter's run stands at the beginning of a text. */
const leading = (text: string, letter: string): number => {
  let count = 0;
  for (const point of text) {
    if (point !== letter) break;
    count++;
  }
  return count;
};

/** What a policy says of a text around its threshold, and whether the message is still the very same one. */
interface Looked {
  readonly script: string;
  readonly size: number;
  readonly said: readonly string[];
  readonly measured: unknown;
  readonly limit: unknown;
  readonly same: boolean;
}

/** Texts of each script around a threshold in bytes. */
function thresholds(policy: PolicyInput, limit: number): Looked[] {
  return SCRIPTS.flatMap(([script, letter]) =>
    around(limit).map(([size]) => {
      const thread = gives(sized(letter, size));
      const of = run(thread, policy);
      const same = of.stored.at(2) === thread.messages[2];
      return {
        script,
        size,
        said: actions(of),
        measured: of.events[0]?.measured,
        limit: of.events[0]?.limit,
        same,
      };
    }),
  );
}

/** What it must be: at or below the very same message, above an act; whatever the script. */
function acting(action: string, name: string, value: number): Looked[] {
  return SCRIPTS.flatMap(([script]) =>
    around(value).map(([size, over]) => ({
      script,
      size,
      said: [over ? action : "passed"],
      measured: { value: size, unit: "bytes" },
      limit: { name, value, unit: "bytes" },
      same: !over,
    })),
  );
}

describe("offload", () => {
  const offload = (given: object): PolicyInput => ({ kind: "offload", thresholdTokens: 1000, ...given });

  test.each(SCRIPTS)("thresholdTokens counts UTF-16 units in fours: %s", (_script, letter) => {
    for (const [tokens, over] of around(1000)) {
      // The fewest and the most units that are so many tokens.
      for (const units of [tokens * 4 - 3, tokens * 4]) {
        const count = Math.floor(units / letter.length);
        const text = letter.repeat(count) + "x".repeat(units - count * letter.length);
        const of = run(gives(text), offload({}));
        expect([units, actions(of)]).toEqual([units, [over ? "offloaded" : "passed"]]);
        expect(of.events[0]?.measured).toEqual({ value: tokens, unit: "tokens" });
      }
    }
  });

  test.each(SCRIPTS)(
    "what is cut on send is within thresholdTokens, its notice included: %s",
    (_s, letter) => {
      for (const [tokens, over] of around(1000)) {
        const thread = gives(letter.repeat((tokens * 4) / letter.length), { error: true });
        const of = run(thread, offload({}));
        const sent = shown(of);
        expect([tokens, sent.length > 4000, sent.includes("[cut as it was sent")]).toEqual([
          tokens,
          false,
          over,
        ]);
        if (over) expect(sent.length).toBeGreaterThan(4000 - letter.length);
        expect(of.stored.at(2)).toBe(thread.messages[2]);
      }
    },
  );

  test.each(SCRIPTS)("maxResultBytes: a copy is kept whole up to it: %s", (_script, letter, width) => {
    const limit = 4100 * width;
    const size = (at: number): string => letter.repeat(at / width);
    for (const by of [-width, 0, width]) {
      const text = size(limit + by);
      const of = run(gives(text), offload({ maxResultBytes: limit }));
      const kept = offloadEntries(of.state)[0]?.text ?? "";
      expect([by, bytes(kept)]).toEqual([by, Math.min(limit, limit + by)]);
      expect(of.events[0]?.detail?.stored).toBe(by > 0 ? "cut" : "whole");
    }
    // One byte short of a code point is no code point.
    const short = run(gives(size(limit + width)), offload({ maxResultBytes: limit - 1 }));
    expect(bytes(offloadEntries(short.state)[0]?.text ?? "")).toBe(limit - width);
  });

  test.each(SCRIPTS)("maxTotalBytes is of the entries' JSON: %s", (_script, letter) => {
    const text = letter.repeat(5000);
    const two = new ThreadBuilder().user("go").call({ gives: text }, { gives: text }).say("done").build();
    const entries = [1, 2].map((at) => {
      const identity = `t.1.${at}`;
      return { path: `/large_tool_results/${identity}`, identity, text, bytes: bytes(text) };
    });
    const exact = bytes(JSON.stringify(entries));
    for (const [room, kept] of [
      [exact - 1, 1],
      [exact, 2],
      [exact + 1, 2],
    ] as const) {
      const of = run(two, offload({ maxTotalBytes: room, maxResultBytes: room }));
      expect([room, offloadEntries(of.state).length]).toEqual([room, kept]);
      expect(checkpointBytes(offloadEntries(of.state))).toBeLessThanOrEqual(room);
    }
  });

  test.each(SCRIPTS)(
    "maxTotalBytes cuts an entry that cannot fit alone, by code points: %s",
    (_s, letter, width) => {
      const text = letter.repeat(5000);
      const identity = "t.1.1";
      const bare = { path: `/large_tool_results/${identity}`, identity, text: "", bytes: bytes(text) };
      const empty = bytes(JSON.stringify([bare]));
      const at = (room: number): Run =>
        run(gives(text), offload({ maxTotalBytes: room, maxResultBytes: room }));
      expect(actions(at(empty + width - 1))).toEqual(["dropped"]);
      expect(offloadEntries(at(empty + width).state)[0]?.text).toBe(letter);
      expect(offloadEntries(at(empty + 2 * width - 1).state)[0]?.text).toBe(letter);
      expect(offloadEntries(at(empty + 2 * width).state)[0]?.text).toBe(letter.repeat(2));
    },
  );

  test.each([
    [0, 0],
    [1, 1],
    [9, 9],
  ])("previewLines %i shows %i lines", (previewLines, count) => {
    const of = run(gives(lines(500)), offload({ previewLines }));
    expect(shown(of).split("\n").slice(1).join("\n")).toBe(lines(count));
  });

  test("previewLines up to all lines: one fewer leaves one out", () => {
    const text = `${"y".repeat(4100)}\nb\nc\n`;
    for (const [previewLines, omitted] of [
      [2, { from: 3, to: 3 }],
      [3, undefined],
      [4, undefined],
    ] as const)
      expect(
        run(gives(text), offload({ previewLines, previewLineChars: 10 })).events[0]?.detail?.omitted,
      ).toEqual(omitted);
  });

  test.each(SCRIPTS)(
    "previewLineChars counts UTF-16 units and splits no code point: %s",
    (_script, letter) => {
      const line = letter.repeat(20);
      const text = `${line}\n${"z".repeat(5000)}\n`;
      for (const chars of [line.length - 1, line.length, line.length + 1]) {
        const of = run(gives(text), offload({ previewLines: 1, previewLineChars: chars }));
        const preview = shown(of).split("\n")[1] ?? "";
        const whole = chars >= line.length;
        expect([chars, preview]).toEqual([chars, whole ? line : `${letter.repeat(19)}…`]);
      }
    },
  );

  test.each([
    [0, undefined],
    [1, { from: 500, to: 500 }],
    [2, { from: 499, to: 500 }],
  ])("tailLines %i shows the lines %j", (tailLines, tail) => {
    const of = run(gives(lines(500)), offload({ previewLines: 1, tailLines }));
    expect(of.events[0]?.detail?.tail).toEqual(tail);
    expect(shown(of).endsWith(lines(500).slice(10_000 - 20 * tailLines))).toBe(true);
    expect(shown(of).endsWith(lines(500).slice(10_000 - 20 * (tailLines + 1)))).toBe(false);
  });
});

describe("spill", () => {
  const spill = (given: object): PolicyInput => ({
    kind: "spill",
    spillBytes: 1000,
    headBytes: 100,
    tailBytes: 100,
    ...given,
  });

  test("spillBytes", () => {
    expect(thresholds(spill({}), 1000)).toEqual(acting("spilled", "spillBytes", 1000));
  });

  test("spillBytes 0 is off, 1 is not", () => {
    const text = lines(100);
    expect(acted(run(gives(text), spill({ spillBytes: 0, headBytes: 0, tailBytes: 0 })))).toEqual([]);
    expect(acted(run(gives(text), spill({ spillBytes: 1, headBytes: 0, tailBytes: 0 })))).toEqual([
      "spilled",
    ]);
  });

  test.each(SCRIPTS)("headBytes and tailBytes hold whole code points: %s", (_script, letter, width) => {
    const text = letter.repeat(2000);
    for (const by of [-1, 0, 1]) {
      const budget = 40 * width + by;
      const of = run(gives(text), spill({ headBytes: budget, tailBytes: budget }));
      const count = Math.floor(budget / width);
      const points = Array.from(shown(of));
      expect([budget, leading(shown(of), letter)]).toEqual([budget, count]);
      expect([budget, leading(points.toReversed().join(""), letter)]).toEqual([budget, count]);
    }
  });

  test.each([
    [79, 3],
    [80, 4],
    [81, 4],
  ])("a head and a tail of %i bytes hold %i lines of 20", (budget, count) => {
    const text = lines(200);
    const of = run(gives(text), spill({ headBytes: budget, tailBytes: budget }));
    expect(of.events[0]?.detail).toMatchObject({
      head: { from: 1, to: count },
      omitted: { from: count + 1, to: 200 - count },
      tail: { from: 201 - count, to: 200 },
    });
    expect(shown(of).startsWith(`${lines(count)}[`)).toBe(true);
    expect(shown(of).endsWith(`]\n${text.slice(-20 * count)}`)).toBe(true);
  });

  test.each([
    [499, 500, "passed"],
    [500, 500, "passed"],
    [500, 501, "passed"],
  ])("a head of %i and a tail of %i bytes of 1001 gain nothing", (headBytes, tailBytes, action) => {
    const of = run(gives("x".repeat(1001)), spill({ headBytes, tailBytes }));
    expect(of.events.map((event) => [event.action, event.detail?.reason])).toEqual([[action, "no-gain"]]);
  });

  test("head, note and tail that are as large as the text gain nothing; one byte less does", () => {
    const at = (headBytes: number): Run => run(gives("x".repeat(3000)), spill({ headBytes, tailBytes: 0 }));
    const note = bytes(shown(at(2700))) - 2700;
    expect(actions(at(3000 - note))).toEqual(["passed"]);
    expect(actions(at(3000 - note - 1))).toEqual(["spilled"]);
    expect(bytes(shown(at(3000 - note - 1)))).toBe(2999);
  });

  test.each(SCRIPTS)("maxToolOutputBytes, its notice included: %s", (_script, letter, width) => {
    const limit = 1200;
    const legacy = spill({ spillBytes: 0, maxToolOutputBytes: limit });
    for (const [size, over] of around(limit)) {
      const of = run(gives(sized(letter, size)), legacy);
      expect([size, actions(of)]).toEqual([size, [over ? "cut" : "passed"]]);
      expect(bytes(shown(of))).toBeLessThanOrEqual(limit);
      if (over) expect(bytes(shown(of))).toBeGreaterThan(limit - width);
    }
  });

  test("maxToolOutputBytes of the notice alone shows it alone, of one less nothing", () => {
    const at = (maxToolOutputBytes: number): string =>
      shown(run(gives("x".repeat(3000)), spill({ spillBytes: 0, maxToolOutputBytes })));
    const notice = at(500).slice(leading(at(500), "x"));
    expect(notice).toContain("3000 bytes");
    expect(at(notice.length + 1)).toBe(`x${notice}`);
    expect(at(notice.length)).toBe(notice);
    expect(at(notice.length - 1)).toBe("");
  });

  test.each(SCRIPTS)("fileCapBytes: a file is whole up to it: %s", (_script, letter, width) => {
    const limit = 3000 * width;
    for (const by of [-width, 0, width]) {
      const of = run(gives(letter.repeat(3000 + by / width)), spill({ fileCapBytes: limit }));
      const file = of.files[0]?.file;
      expect([by, file?.storedBytes]).toEqual([by, Math.min(limit, limit + by)]);
      expect([by, file?.text.includes("[this file keeps")]).toEqual([by, by > 0]);
    }
    const short = run(gives(letter.repeat(3000)), spill({ fileCapBytes: limit - 1 }));
    expect(short.files[0]?.file.storedBytes).toBe(limit - width);
  });

  test.each(SCRIPTS)(
    "sessionCapBytes: the file that fills it is written, one byte more is not: %s",
    (_s, letter) => {
      const text = letter.repeat(2000);
      const size = bytes(text);
      for (const [cap, last] of [
        [2 * size - 1, "fell-back session-cap"],
        [2 * size, "spilled"],
        [2 * size + 1, "spilled"],
      ] as const) {
        // In one batch and in two: what is not yet committed counts.
        for (const thread of [
          new ThreadBuilder().user("go").call({ gives: text }, { gives: text }).say("done").build(),
          new ThreadBuilder().user("go").call({ gives: text }).call({ gives: text }).say("done").build(),
        ])
          expect([cap, acted(run(thread, spill({ sessionCapBytes: cap })))]).toEqual([
            cap,
            ["spilled", last],
          ]);
      }
    },
  );
});

describe("respond-limit", () => {
  const limit = (given: object): PolicyInput => ({
    kind: "respond-limit",
    maxResponseBytes: 1000,
    maxSummaryBytes: 100,
    ...given,
  });
  const excerptOf = (json: string): string => (JSON.parse(json) as { excerpt: string }).excerpt;
  const excerpt = (of: Run): string => excerptOf(shown(of));

  test("maxResponseBytes with a store", () => {
    expect(thresholds(limit({}), 1000)).toEqual(acting("limited", "maxResponseBytes", 1000));
  });

  test("maxResponseBytes without", () => {
    expect(thresholds(limit({ store: false }), 1000)).toEqual(acting("discarded", "maxResponseBytes", 1000));
  });

  test.each([
    [-1, 32_768],
    [0, 32_768],
    [1, 1],
  ])("maxResponseBytes %i means %i", (maxResponseBytes, value) => {
    const of = run(gives("x"), limit({ maxResponseBytes, maxSummaryBytes: 1 }));
    expect(of.events[0]?.limit?.value).toBe(value);
  });

  test.each(SCRIPTS)("maxSummaryBytes holds whole code points: %s", (_script, letter, width) => {
    for (const by of [-1, 0, 1]) {
      const maxSummaryBytes = 20 * width + by;
      const of = run(gives(letter.repeat(3000)), limit({ maxSummaryBytes }));
      expect([by, excerpt(of)]).toEqual([by, letter.repeat(Math.floor(maxSummaryBytes / width))]);
    }
  });

  test.each([
    [39, 1],
    [40, 2],
    [41, 2],
  ])("an excerpt of %i bytes holds %i lines of 20", (maxSummaryBytes, count) => {
    expect(excerpt(run(gives(lines(200)), limit({ maxSummaryBytes })))).toBe(lines(count));
  });

  test.each([...SCRIPTS, ["escaped", "\u0001", 6], ["a quote", '"', 2]] as const)(
    "the replacement is within maxResponseBytes as it is escaped: %s",
    (_script, letter, width) => {
      const text = letter.repeat(3000);
      const whole = (maxResponseBytes: number): string =>
        shown(run(gives(text), limit({ maxResponseBytes, maxSummaryBytes: maxResponseBytes })));
      const bare = bytes(whole(900)) - width * Array.from(excerptOf(whole(900))).length;
      for (const by of [-1, 0, 1]) {
        const most = bare + 7 * width + by;
        const count = Math.floor((7 * width + by) / width);
        expect([by, Array.from(excerptOf(whole(most))).length]).toEqual([by, count]);
        expect(bytes(whole(most))).toBe(bare + count * width);
      }
    },
  );
});

describe("runtime-limit", () => {
  const limit = (given: object): PolicyInput => ({ kind: "runtime-limit", ...given });

  test("maxBytes", () => {
    expect(thresholds(limit({ maxBytes: 1000 }), 1000)).toEqual(acting("limited", "maxBytes", 1000));
  });

  test.each(SCRIPTS)("maxBytes holds whole lines and the notice: %s", (_script, letter, width) => {
    const line = `${letter.repeat(10)}\n`;
    const text = line.repeat(300);
    const notice = "[cut: 9 of 300 lines are shown]";
    const exact = 9 * (10 * width + 1) + notice.length;
    for (const [maxBytes, count] of [
      [exact - 1, 8],
      [exact, 9],
      [exact + 1, 9],
    ] as const)
      expect(shown(run(gives(text), limit({ maxBytes })))).toBe(
        `${line.repeat(count)}[cut: ${count} of 300 lines are shown]`,
      );
  });

  test("maxBytes of the notice alone shows it, of one less nothing", () => {
    const notice = "[cut: 0 of 1 lines are shown]";
    const at = (maxBytes: number): string => shown(run(gives("x".repeat(3000)), limit({ maxBytes })));
    expect([-1, 0, 1].map((by) => at(notice.length + by))).toEqual(["", notice, notice]);
  });

  test.each(["", "last"])("maxLines, with the last line ending in %j", (last) => {
    for (const [count, over] of around(10)) {
      const text = last === "" ? "a\n".repeat(count) : "a\n".repeat(count - 1) + last;
      const of = run(gives(text), limit({ maxLines: 10 }));
      expect([count, acted(of)]).toEqual([count, over ? ["limited"] : []]);
      if (over) expect(shown(of)).toBe(`${"a\n".repeat(10)}[cut: 10 of 11 lines are shown]`);
    }
  });
});

describe("paging", () => {
  const paging = (given: object): PolicyInput => ({
    kind: "paging",
    thresholdBytes: 1000,
    pageBytes: 100,
    ...given,
  });
  const first = (of: Run): string => shown(of).split("[lines")[0] ?? "";

  test("thresholdBytes", () => {
    expect(thresholds(paging({}), 1000)).toEqual(acting("paged", "thresholdBytes", 1000));
  });

  test.each([
    ["", "passed"],
    ["x", "passed"],
    ["xy", "paged"],
  ])("thresholdBytes 0 on %j with pages of one byte: %s", (text, action) => {
    expect(actions(run(gives(text), paging({ thresholdBytes: 0, pageBytes: 1 })))).toEqual([action]);
  });

  test.each(SCRIPTS)("pageBytes is of the window alone, in whole lines: %s", (_script, letter, width) => {
    const line = `${letter.repeat(10)}\n`;
    const exact = 3 * (10 * width + 1);
    for (const [pageBytes, count] of [
      [exact - 1, 2],
      [exact, 3],
      [exact + 1, 3],
    ] as const)
      expect(first(run(gives(line.repeat(200)), paging({ pageBytes })))).toBe(line.repeat(count));
  });

  test.each(SCRIPTS)(
    "pageBytes of a line that is longer comes down to code points: %s",
    (_s, letter, width) => {
      const text = letter.repeat(2000);
      for (const by of [-1, 0, 1]) {
        const pageBytes = 30 * width + by;
        const of = run(gives(text), paging({ pageBytes }));
        const count = Math.floor(pageBytes / width);
        expect([by, first(of)]).toEqual([by, `${letter.repeat(count)}\n`]);
        const next = readBack(of, 2, "t.1.1", { start: `1:${count * width}` });
        expect([by, leading(next.text, letter)]).toEqual([by, count]);
      }
    },
  );

  test("a page as large as the text is no page; one byte less is", () => {
    const text = "x".repeat(1200);
    for (const [pageBytes, action] of [
      [1199, "paged"],
      [1200, "passed"],
      [1201, "passed"],
    ] as const)
      expect(actions(run(gives(text), paging({ pageBytes })))).toEqual([action]);
  });

  test.each([0, 1, 2])("pages of %i bytes move on by one code point", (pageBytes) => {
    const of = run(gives("🧪a"), paging({ thresholdBytes: 0, pageBytes }));
    expect(first(of)).toBe("🧪\n");
    expect(readBack(of, 2, "t.1.1", { start: "1:4" }).text).toBe("a");
  });
});

/** `turns` turns of a user message and an answer, of 400 characters each or 100 tokens; m1 … */
function talk(turns: number, chars = 400): Thread {
  const builder = new ThreadBuilder();
  for (let turn = 0; turn < turns; turn++) builder.user("u".repeat(chars)).say("a".repeat(chars));
  return builder.build();
}

const ids = (of: Run, step: number): string[] => requestAt(of, step).messages.map(({ id }) => id);
const fires = (of: Run): number[] =>
  of.events.filter(({ action }) => action === "fired").map(({ step }) => step);
const atStep = (of: Run, step: number): string[] =>
  of.events.filter((event) => event.step === step).map(({ action }) => action);

describe("summarize", () => {
  const summarize = (given: object): PolicyInput => ({
    kind: "summarize",
    keepRecent: 1,
    maxSummaryTokens: 32,
    compressor: { kind: "fixed", text: "short" },
    ...given,
  });

  // The request of step 3 holds five messages of 100 tokens.
  test.each([
    [">", 499, true],
    [">", 500, false],
    [">", 501, false],
    [">=", 499, true],
    [">=", 500, true],
    [">=", 501, false],
  ])("trigger.tokens, 500 %s %i: %s", (comparator, tokens, fires) => {
    const of = run(talk(3), summarize({ trigger: { tokens }, comparator }));
    expect(atStep(of, 3).includes("fired")).toBe(fires);
    const looked = of.events.find(({ step, action }) => step === 3 && action !== "summary-applied");
    expect(looked).toMatchObject({
      measured: { value: 500, unit: "tokens" },
      limit: { name: "trigger.tokens", value: tokens },
    });
  });

  test.each([
    [">", 4, true],
    [">", 5, false],
    [">", 6, false],
    [">=", 4, true],
    [">=", 5, true],
    [">=", 6, false],
  ])("trigger.messages, 5 %s %i: %s", (comparator, messages, fires) => {
    // Step 2 holds three messages: no trigger here fires before step 3.
    const of = run(talk(3), summarize({ trigger: { messages }, comparator }));
    expect(atStep(of, 3).includes("fired")).toBe(fires);
    expect(atStep(of, 2)).toEqual(["passed"]);
  });

  test.each([
    [1, ["summary:m4", "m5"]],
    [3, ["summary:m2", "m3", "m4", "m5"]],
    [4, ["summary:m1", "m2", "m3", "m4", "m5"]],
    [5, ["m1", "m2", "m3", "m4", "m5"]],
    [6, ["m1", "m2", "m3", "m4", "m5"]],
  ])("keepRecent %i of five sends %j", (keepRecent, sent) => {
    const of = run(talk(3), summarize({ trigger: { tokens: 450 }, keepRecent }));
    expect(ids(of, 3)).toEqual(sent);
    expect(atStep(of, 3).includes("fired")).toBe(keepRecent < 5);
  });

  test.each(SCRIPTS)("maxSummaryTokens is of the whole message, frame included: %s", (_script, letter) => {
    const frame = "[Summary of the conversation so far]\n".length;
    for (const maxSummaryTokens of [32, 33, 50]) {
      const room = maxSummaryTokens * 4 - frame;
      for (const by of [-1, 0, 1]) {
        const count = Math.floor(room / letter.length) + by;
        const text = letter.repeat(count);
        const of = run(
          talk(3),
          summarize({ trigger: { tokens: 450 }, maxSummaryTokens, compressor: { kind: "fixed", text } }),
        );
        const [summary] = summariesOf(of);
        const kept = Math.min(count, Math.floor(room / letter.length));
        expect([by, summary?.text.slice(frame)]).toEqual([by, letter.repeat(kept)]);
        expect(acted(of).includes("summary-cut")).toBe(by > 0);
        expect(Math.ceil((summary?.text.length ?? 0) / 4)).toBeLessThanOrEqual(maxSummaryTokens);
      }
    }
  });

  test("a summary as large as what it covers is refused; a token less is not", () => {
    const frame = "[Summary of the conversation so far]\n".length;
    for (const [tokens, fires] of [
      [99, true],
      [100, false],
      [101, false],
    ] as const) {
      // Of the three messages of step 2 the first, 100 tokens, would be covered.
      const text = "s".repeat(tokens * 4 - frame);
      const of = run(
        talk(2),
        summarize({
          trigger: { tokens: 250 },
          keepRecent: 2,
          maxSummaryTokens: 200,
          compressor: { kind: "fixed", text },
        }),
      );
      expect([tokens, atStep(of, 2)[0]]).toEqual([tokens, fires ? "fired" : "refused"]);
    }
  });

  // Every fire leaves the request over the trigger; a step brings 200 tokens more to cover.
  test.each([
    [199, 3],
    [200, 3],
    [201, 4],
  ])("while it cannot fit, at least maxSummaryTokens %i must be newly covered", (maxSummaryTokens, again) => {
    const of = run(talk(8), summarize({ trigger: { tokens: 150 }, maxSummaryTokens, keepRecent: 2 }));
    expect(fires(of).slice(0, 2)).toEqual([2, again]);
  });

  // Here a step brings 100 tokens, and the 22 messages that stay are 1,100.
  test.each([
    [999, 13],
    [1000, 13],
    [1001, 14],
  ])("or a tenth of the trigger, %i tokens", (tokens, again) => {
    const of = run(talk(16, 200), summarize({ trigger: { tokens }, keepRecent: 22 }));
    expect(fires(of).slice(0, 2)).toEqual([12, again]);
  });
});

describe("window", () => {
  const window = (given: object): PolicyInput => ({ kind: "window", ...given });

  test.each([
    [499, ["m3", "m4", "m5"]],
    [500, ["m1", "m2", "m3", "m4", "m5"]],
    [501, ["m1", "m2", "m3", "m4", "m5"]],
    [300, ["m3", "m4", "m5"]],
    [299, ["m5"]],
    [100, ["m5"]],
    [99, ["m5"]],
  ])("maxTokens %i of 500 sends %j", (maxTokens, sent) => {
    const of = run(talk(3), window({ maxTokens }));
    expect(ids(of, 3)).toEqual(sent);
    expect(atStep(of, 3).includes("warned")).toBe(maxTokens < 100);
  });

  test.each([
    [4, ["m3", "m4", "m5"]],
    [5, ["m1", "m2", "m3", "m4", "m5"]],
    [6, ["m1", "m2", "m3", "m4", "m5"]],
    [3, ["m3", "m4", "m5"]],
    [2, ["m5"]],
    [1, ["m5"]],
  ])("maxMessages %i of five sends %j", (maxMessages, sent) => {
    const of = run(talk(3), window({ maxMessages }));
    expect(ids(of, 3)).toEqual(sent);
    expect(atStep(of, 3).includes("warned")).toBe(false);
  });

  test.each([
    [1, ["m5"]],
    [2, ["m3", "m4", "m5"]],
    [3, ["m3", "m4", "m5"]],
    [4, ["m3", "m4", "m5"]],
  ])("turns %i of three, in a budget of four messages, sends %j", (turns, sent) => {
    expect(ids(run(talk(3), window({ maxMessages: 4, strategy: "recent-turns", turns })), 3)).toEqual(sent);
  });
});

describe("clear-tool-uses", () => {
  const clear = (given: object): PolicyInput => ({
    kind: "clear-tool-uses",
    triggerTokens: 1,
    keep: 0,
    ...given,
  });
  const work = (count: number): Thread => {
    const builder = new ThreadBuilder().user("go");
    for (let at = 0; at < count; at++) builder.call({ gives: "r".repeat(400) });
    return builder.say("done").build();
  };
  const cleared = (of: Run, step: number): number =>
    of.events.filter((event) => event.step <= step && event.action === "cleared").length;
  const tools = (messages: readonly Message[]): Message[] => messages.filter(({ role }) => role === "tool");
  const whole = measureTokens(stepOf(run(work(3), clear({ triggerTokens: 9000 })), 4).view);

  test.each([
    [whole - 1, 3],
    [whole, 0],
    [whole + 1, 0],
  ])("triggerTokens %i clears %i results", (triggerTokens, count) => {
    const of = run(work(3), clear({ triggerTokens }));
    expect(cleared(of, 4)).toBe(count);
    expect(of.events.at(-1)?.measured).toEqual({ value: whole, unit: "tokens" });
  });

  test.each([
    [0, 3],
    [1, 2],
    [2, 1],
    [3, 0],
    [4, 0],
  ])("keep %i of three clears %i", (keep, count) => {
    const of = run(work(3), clear({ triggerTokens: whole - 1, keep }));
    expect(cleared(of, 4)).toBe(count);
    const texts = tools(requestAt(of, 4).messages).map((message) => resultOf(message));
    expect(texts.filter((text) => text === "[tool result cleared]").length).toBe(count);
  });

  test("clearAtLeast: exactly so many tokens are enough", () => {
    const gained = whole - measureTokens(stepOf(run(work(3), clear({ triggerTokens: whole - 1 })), 4).view);
    expect(gained).toBe(3 * (100 - Math.ceil("[tool result cleared]".length / 4)));
    for (const [clearAtLeast, count] of [
      [gained - 1, 3],
      [gained, 3],
      [gained + 1, 0],
    ] as const)
      expect(cleared(run(work(3), clear({ triggerTokens: whole - 1, clearAtLeast })), 4)).toBe(count);
  });
});

describe("a profile's own bounds", () => {
  const counted = (profile: ProfileInput): number => {
    const image = { type: "media", mediaType: "image/png", data: "QQ==" } as const;
    const thread = new ThreadBuilder()
      .user("go")
      .call({ gives: [image] })
      .say("done")
      .build();
    return measureTokens(stepOf(runOf(thread, profile), 2).view);
  };

  test.each([
    [1500, 0],
    [1501, 1],
    [0, -1500],
  ])("media of %i tokens", (mediaTokens, more) => {
    expect(counted({ mediaTokens, policies: [] }) - counted({ policies: [] })).toBe(more);
  });
});
