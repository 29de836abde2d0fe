import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageAddress } from "../../../core/contract/run-view.ts";
import { FIND_SCOPES } from "../../../renderer/state/find.ts";
import { INSPECTOR_TABS, TIMELINE_MODES, TIMELINE_VIEWS } from "../../../renderer/state/layout.ts";
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
    view: fc.record(
      {
        timelineView: fc.constantFrom(...TIMELINE_VIEWS),
        timelineMode: fc.constantFrom(...TIMELINE_MODES),
        inspectorTab: fc.constantFrom(...INSPECTOR_TABS),
      },
      { requiredKeys: [] },
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
  const hash = "#t=3&step=0&m=q7&pin=-2&side=up&zoom=9-2&view=toString&tab=__proto__&stack=half&in=all";
  expect(parseAddress(`${hash}&find=${"x".repeat(5000)}`)).toEqual({
    transcript: 3,
    thread: undefined,
    step: UNCHOSEN,
    message: undefined,
    side: "raw",
    pinned: undefined,
    against: undefined,
    zoom: undefined,
    view: {},
    questions: NO_QUESTIONS,
  });
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
    }),
  ).toBe("");
});
