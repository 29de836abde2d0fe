import fc from "fast-check";
import { expect, test } from "vitest";
import { CATEGORIES, type MessageAddress } from "../../../core/contract/run-view.ts";
import { FIND_SCOPES } from "../../../renderer/state/find.ts";
import { NO_FOLDING } from "../../../renderer/state/folding.ts";
import { ALL_LANES } from "../../../renderer/state/lanes.ts";
import {
  INSPECTOR_TABS,
  TIMELINE_LINES,
  TIMELINE_MODES,
  TIMELINE_VIEWS,
} from "../../../renderer/state/layout.ts";
import {
  type Addressed,
  formatAddress,
  NO_QUESTIONS,
  parseAddress,
} from "../../../renderer/state/address.ts";
import { UNCHOSEN } from "../../../renderer/state/selection.ts";

const message: fc.Arbitrary<MessageAddress | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ index: fc.nat() }),
  fc.record({ special: fc.constantFrom("system" as const, "tools" as const, "summary" as const) }),
  fc.record({ inserted: fc.string() }),
);

const looks = {
  timelineMode: fc.constantFrom(...TIMELINE_MODES),
  inspectorTab: fc.constantFrom(...INSPECTOR_TABS),
};
/** The timeline's view is told with what it hides. */
const view = {
  ...looks,
  timelineView: fc.constantFrom(...TIMELINE_VIEWS),
  hiddenCategories: fc.subarray([...CATEGORIES]),
  hiddenLines: fc.subarray([...TIMELINE_LINES]),
};

const addressed: fc.Arbitrary<Addressed> = fc
  .record({
    transcript: fc.nat(),
    thread: fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
    step: fc.integer({ min: UNCHOSEN, max: 1e9 }),
    message,
    side: fc.constantFrom("raw" as const, "sent" as const),
    pinned: fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined }),
    against: fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
    zoom: fc.option(
      fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 })).map(([from, more]) => ({
        from,
        to: from + more,
      })),
      { nil: undefined },
    ),
    turns: fc.oneof(
      fc.constant(NO_FOLDING),
      fc
        .uniqueArray(fc.nat(1e6), { maxLength: 100 })
        .map((open) => ({ folded: true, open: new Set(open.toSorted((a, b) => a - b)) })),
    ),
    coverFolded: fc.boolean(),
    view: fc.oneof(fc.record(view), fc.record(looks, { requiredKeys: [] })),
    lanes: fc.option(
      fc.record({
        all: fc.boolean(),
        but: fc
          .uniqueArray(fc.string({ unit: "grapheme", maxLength: 3 }), { maxLength: 100 })
          .map((names) => new Set(names)),
      }),
      { nil: undefined },
    ),
    questions: fc.record({
      query: fc.string({ unit: "grapheme", maxLength: 200 }),
      scope: fc.constantFrom(...FIND_SCOPES),
      asked: fc.string({ unit: "grapheme", maxLength: 200 }),
    }),
  })
  // Which column is only said of a message.
  .map((one) => (one.message ? one : { ...one, side: "raw" as const }));

test("whatever is looked at survives the address", () => {
  fc.assert(
    fc.property(addressed, (one) => {
      expect(parseAddress(formatAddress(one))).toEqual(one);
    }),
  );
});

test("no hash throws or gives what cannot be", () => {
  fc.assert(
    fc.property(fc.string(), (hash) => {
      const read = parseAddress(hash);
      if (read) expect(read.step).toBeGreaterThanOrEqual(UNCHOSEN);
    }),
  );
});

test.each(["", "#", "#t=", "#t=-1", "#t=1e3", "#t=x&step=2", "#step=4"])("%s names no transcript", (hash) => {
  expect(parseAddress(hash)).toBeUndefined();
});

test("what makes no sense is left out, the rest is kept", () => {
  const hash =
    "#t=3&step=0&m=q7&pin=-2&side=up&zoom=9-2&view=toString&tab=__proto__&stack=half&in=all&turns=open.3&cover=all&lanes=x";
  expect(parseAddress(`${hash}&find=${"x".repeat(5000)}`)).toEqual({
    transcript: 3,
    thread: undefined,
    step: UNCHOSEN,
    message: undefined,
    side: "raw",
    pinned: undefined,
    against: undefined,
    zoom: undefined,
    turns: NO_FOLDING,
    coverFolded: false,
    view: {},
    lanes: undefined,
    questions: NO_QUESTIONS,
  });
});

test("what is hidden and folded is told in few words, whatever the order", () => {
  const hash = formatAddress({
    ...(parseAddress("#t=1&step=2") as Addressed),
    turns: { folded: true, open: new Set([12, 3]) },
    coverFolded: true,
    view: {
      timelineView: "time",
      hiddenCategories: ["tool results", "tools"],
      hiddenLines: ["messages", "raw"],
    },
    lanes: { all: true, but: new Set(["agent-1"]) },
  });
  expect(hash).toBe(
    "#t=1&step=2&turns=folded.3.12&cover=folded&view=time&hide=tools.tool+results.raw.messages&lanes=all&but=agent-1",
  );
});

test("a view that names nothing hidden hides nothing; an address without one leaves what is hidden", () => {
  expect(parseAddress("#t=1&view=time")).toMatchObject({
    view: { hiddenCategories: [], hiddenLines: [] },
    lanes: ALL_LANES,
  });
  const silent = parseAddress("#t=1&step=4");
  expect(silent?.view).toEqual({});
  expect(silent?.lanes).toBeUndefined();
});

test("hostile names hide and fold nothing, and what is too much is not told", () => {
  const hidden = "toString.__proto__.raw.tools.tools.<b>.constructor";
  expect(parseAddress(`#t=1&view=time&hide=${hidden}`)?.view).toMatchObject({
    hiddenCategories: ["tools"],
    hiddenLines: ["raw"],
  });
  expect(parseAddress(`#t=1&view=time&hide=${"raw.".repeat(5000)}`)?.view).not.toHaveProperty("hiddenLines");
  const open = (text: string) => [...(parseAddress(`#t=1&turns=${text}`)?.turns.open ?? [])];
  expect(open("folded.3.-1.x.1e9.4.__proto__.99999999999999999999.3")).toEqual([3, 4]);
  const many = Array.from({ length: 5000 }, (_, at) => at);
  expect(open(`folded.${many.join(".")}`)).toEqual(many.slice(0, 100));

  const lanes = (names: readonly string[]) => {
    const but = new Set(names);
    return formatAddress({
      ...(parseAddress("#t=1") as Addressed),
      view: { timelineView: "time" },
      lanes: { all: true, but },
    });
  };
  for (const names of [many.map(String), ["x".repeat(3000)]]) {
    expect(lanes(names)).toBe("#t=1&view=time&lanes=some");
    const hash = `#t=1&view=time&lanes=none${names.map((name) => `&but=${name}`).join("")}`;
    expect(parseAddress(hash)?.lanes).toBeUndefined();
  }
});

test("with nothing open there is no hash", () => {
  expect(
    formatAddress({
      transcript: undefined,
      thread: undefined,
      step: 1,
      message: undefined,
      side: "raw",
      pinned: undefined,
      against: undefined,
      zoom: undefined,
      turns: NO_FOLDING,
      coverFolded: false,
    }),
  ).toBe("");
});
