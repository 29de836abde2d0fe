import { describe, expect, it } from "vitest";
import type { LedgerEvent } from "../../../../core/model/event.ts";
import { jsonOf } from "../../../../renderer/data/text-form.ts";
import { charsAfter } from "../../../../renderer/panes/inspector/body-section.tsx";
import { filterEvents } from "../../../../renderer/panes/inspector/ledger-filter.ts";
import { imageSource } from "../../../../renderer/panes/inspector/media-view.tsx";
import { comparison, detailPairs } from "../../../../renderer/panes/inspector/phrases.ts";

const event = (over: Partial<LedgerEvent>): LedgerEvent => ({
  seq: 1,
  step: 1,
  turn: 1,
  lane: "main",
  policy: "offload",
  action: "offloaded",
  subject: {},
  ...over,
});

describe("comparison", () => {
  const limit = { name: "thresholdTokens", value: 20_000, unit: "tokens" } as const;
  it("says which way the values stood to each other", () => {
    const over = event({ measured: { value: 24_310, unit: "tokens" }, limit });
    expect(comparison(over)).toBe("24,310 tokens > thresholdTokens 20,000");
    expect(comparison(event({ measured: { value: 20_000, unit: "tokens" }, limit }))).toBe(
      "20,000 tokens ≤ thresholdTokens 20,000",
    );
    const reached = { ...limit, comparator: ">=" } as const;
    expect(comparison(event({ measured: { value: 20_000, unit: "tokens" }, limit: reached }))).toContain("≥");
    expect(comparison(event({ measured: { value: 1, unit: "tokens" }, limit: reached }))).toBe(
      "1 token < thresholdTokens 20,000",
    );
  });

  it("says what was measured where nothing limited it, and nothing where nothing was measured", () => {
    expect(comparison(event({ measured: { value: 3, unit: "messages" } }))).toBe("3 messages");
    expect(comparison(event({}))).toBeUndefined();
  });
});

describe("detailPairs", () => {
  it("names ranges, bytes and the pair that moved a cut", () => {
    const pairs = detailPairs({
      head: { from: 1, to: 10 },
      omitted: { from: 11, to: 842 },
      omittedBytes: 2048,
      cutWanted: 12,
      cutAt: 9,
      heldBy: "m10",
      covered: 9,
    });
    expect(pairs).toEqual([
      ["Cut held by", "m10"],
      ["Head shown", "lines 1–10"],
      ["Omitted", "lines 11–842"],
      ["Omitted bytes", "2 KiB"],
      ["Messages covered", "9"],
      ["Cut", "wanted before message 13, moved to before message 10"],
    ]);
  });

  it("names messages by their numbers, and what a summary covers as one range", () => {
    const numbers = new Map([
      ["u1", 0],
      ["a7", 1249],
      ["a8", 1250],
    ]);
    const indexOf = (id: string) => numbers.get(id);
    expect(detailPairs({ coveredFrom: "u1", coversThrough: "a7", heldBy: "a8" }, indexOf)).toEqual([
      ["Covers", "messages 1–1,250"],
      ["Cut held by", "message 1,251"],
    ]);
    expect(detailPairs({ coversThrough: "u1" }, indexOf)).toEqual([["Covers through", "message 1"]]);
    expect(detailPairs({ coveredFrom: "gone", coversThrough: "a7" }, indexOf)).toEqual([
      ["Covers from", "gone"],
      ["Covers through", "message 1,250"],
    ]);
  });
});

describe("filterEvents", () => {
  const events = [
    event({ seq: 1, action: "passed", subject: { message: "m1" } }),
    event({ seq: 2, action: "evicted", subject: { path: "/large_tool_results/main.67.6" } }),
    event({ seq: 3, policy: "summarize", action: "refused", detail: { reason: "compressor failed" } }),
  ];
  const found = (words: string, passed = false) =>
    filterEvents(events, { words, passed }).map(({ seq }) => seq);

  it("leaves out what passed unless it is asked for", () => {
    expect(found("")).toEqual([2, 3]);
    expect(found("", true)).toEqual([1, 2, 3]);
  });

  it("wants every word, in any field and case", () => {
    expect(found("EVICTED 67.6")).toEqual([2]);
    expect(found("summarize failed")).toEqual([3]);
    expect(found("summarize evicted")).toEqual([]);
    expect(found("m1", true)).toEqual([1]);
  });
});

describe("imageSource", () => {
  const media = (mediaType: string, data?: string) =>
    ({ type: "media", mediaType, ...(data === undefined ? {} : { data }) }) as const;

  it("draws only images that can hold no script, and only from clean base64", () => {
    expect(imageSource(media("image/png", "aGk="))).toBe("data:image/png;base64,aGk=");
    expect(imageSource(media("image/webp", "aGk="))).toBeDefined();
    expect(imageSource(media("image/svg+xml", "aGk="))).toBeUndefined();
    expect(imageSource(media("text/html", "aGk="))).toBeUndefined();
    expect(imageSource(media("image/png", 'aGk="onload=x'))).toBeUndefined();
    expect(imageSource(media("image/png"))).toBeUndefined();
  });
});

describe("jsonOf", () => {
  it("knows objects and lists, and nothing else", () => {
    expect(jsonOf(' {"a": 1}')).toEqual({ a: 1 });
    expect(jsonOf("[1]")).toEqual([1]);
    for (const text of ["1", '"x"', "null", "{", "", "text {", `[${"1,".repeat(300_000)}1]`]) {
      expect(jsonOf(text)).toBeUndefined();
    }
  });
});

describe("bodies", () => {
  it("asks for eight times as much each time, up to the contract's bound", () => {
    expect(charsAfter(1)).toBe(262_144);
    expect(charsAfter(9)).toBe(64 * 2 ** 20);
  });
});
