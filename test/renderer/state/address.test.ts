import fc from "fast-check";
import { expect, test } from "vitest";
import { CATEGORIES, type MessageAddress } from "../../../core/contract/run-view.ts";
import type { ProfileInput } from "../../../core/model/profile.ts";
import { type AddressedDraft, LONGEST_DRAFT } from "../../../renderer/state/addressed-draft.ts";
import { FIND_SCOPES } from "../../../renderer/state/find.ts";
import { NO_FOLDING } from "../../../renderer/state/folding.ts";
import { NO_ROWS } from "../../../renderer/state/open-rows.ts";
import { DIFF_FORMS, FIRST_LOOKS, LISTED, type Looks, SECTIONS } from "../../../renderer/state/looks.ts";
import {
  BLOCK_FORMS,
  FIRST_READING,
  FROM_START,
  READ_MODES,
  type ReadBack,
  type Reading,
  SHOWN_BODIES,
} from "../../../renderer/state/reading.ts";
import { RESULT_FORMS } from "../../../core/model/profile.ts";
import { FACT_KINDS } from "../../../core/model/run-answers.ts";
import { WIRE_PROVIDERS } from "../../../core/wire/options.ts";
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

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 }));
/** Whatever is JSON and has a list of policies can be drafted; the check tells what is wrong with it. */
const profile = fc
  .record({ name: text, policies: fc.array(fc.dictionary(text, value, { maxKeys: 3 }), { maxLength: 3 }) })
  .map((one) => JSON.parse(JSON.stringify(one)) as ProfileInput);
const drafted: fc.Arbitrary<AddressedDraft> = fc
  .record({
    base: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), { nil: undefined }),
    profile: fc.oneof(profile, fc.constant("too-long" as const), fc.constant(undefined)),
  })
  .filter(({ base, profile: one }) => base !== undefined || one !== undefined);

const ways = {
  timelineMode: fc.constantFrom(...TIMELINE_MODES),
  inspectorTab: fc.constantFrom(...INSPECTOR_TABS),
};
const rowKey = fc.oneof(
  fc.nat().map((index) => `message/${index}`),
  fc.nat().map((index) => `lifted/${index}`),
  fc.constantFrom("system", "tools"),
  fc.string({ unit: "grapheme", maxLength: 5 }).map((id) => `inserted/${id}`),
);
const openRows = fc.uniqueArray(rowKey, { maxLength: 100 }).map((keys) => new Set(keys));

/** The timeline's view is told with what it hides. */
const view = {
  ...ways,
  timelineView: fc.constantFrom(...TIMELINE_VIEWS),
  hiddenCategories: fc.subarray([...CATEGORIES]),
  hiddenLines: fc.subarray([...TIMELINE_LINES]),
};

const looks: fc.Arbitrary<Looks> = fc.record({
  provider: fc.constantFrom(...WIRE_PROVIDERS),
  diff: fc.option(fc.constantFrom(...DIFF_FORMS), { nil: undefined }),
  listed: fc.constantFrom(...LISTED),
  words: fc.string({ unit: "grapheme", maxLength: 200 }),
  passed: fc.boolean(),
  facts: fc.option(fc.constantFrom(...FACT_KINDS), { nil: undefined }),
  library: fc.string({ unit: "grapheme", maxLength: 200 }),
  sections: fc.subarray([...SECTIONS]).map((opened) => new Set(opened)),
});

const place = fc
  .tuple(fc.constantFrom("r", "s"), fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }))
  .map(([side, path]) => `${side}${path.join("-")}`);
const places = <T>(value: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(place, value), { maxLength: 20, selector: ([at]) => at })
    .map((entries) => new Map(entries));
const lines = fc.oneof(
  fc.constant({ offset: undefined, limit: undefined }),
  fc.record({ offset: fc.integer({ min: 1, max: 1e9 }), limit: fc.integer({ min: 1, max: 1e9 }) }),
);
const back: fc.Arbitrary<ReadBack> = fc
  .tuple(
    lines,
    fc.record({
      mode: fc.constantFrom(...READ_MODES),
      search: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), { nil: undefined }),
      starts: fc.array(fc.string({ unit: "grapheme", maxLength: 4 }), { maxLength: 100 }),
    }),
  )
  .map(([span, rest]) => ({ ...span, ...rest }));
const reading: fc.Arbitrary<Reading> = fc.record({
  shown: fc.constantFrom(...SHOWN_BODIES),
  form: fc.option(fc.constantFrom(...RESULT_FORMS), { nil: undefined }),
  more: fc.record({ raw: fc.nat(9), sent: fc.nat(9) }),
  forms: places(fc.constantFrom(...BLOCK_FORMS)),
  nodes: fc.uniqueArray(place, { maxLength: 40 }).map((nodes) => new Set(nodes)),
  children: places(fc.integer({ min: 1, max: 9 })),
  part: fc.option(fc.nat(), { nil: undefined }),
  back,
});

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
    openRows: fc.oneof(fc.constant(NO_ROWS), openRows),
    atEnd: fc.boolean(),
    top: message,
    view: fc.oneof(fc.record(view), fc.record(ways, { requiredKeys: [] })),
    lanes: fc.option(
      fc.record({
        all: fc.boolean(),
        but: fc
          .uniqueArray(fc.string({ unit: "grapheme", maxLength: 3 }), { maxLength: 100 })
          .map((names) => new Set(names)),
      }),
      { nil: undefined },
    ),
    looks,
    reading,
    draft: fc.option(drafted, { nil: undefined }),
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
    "#t=3&step=0&m=q7&pin=-2&side=up&zoom=9-2&rows=x.1e3.-4.summary&end=1&top=x&view=toString&tab=__proto__&stack=half&in=all&turns=open.3&cover=all&lanes=x&wire=toString&diff=__proto__&list=2&passed=1&facts=constructor&open=x.&show=&form=none&more=x-y&as=r0*__proto__.x*json&tree=r.__proto__&rest=r0*0&part=-1&read=all&lines=0-5";
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
    openRows: NO_ROWS,
    atEnd: false,
    top: undefined,
    view: {},
    lanes: undefined,
    questions: NO_QUESTIONS,
    looks: FIRST_LOOKS,
    reading: FIRST_READING,
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
      openRows: NO_ROWS,
      atEnd: false,
      top: undefined,
    }),
  ).toBe("");
});

test("a draft is told by what it began as, and in full where it is another by now", () => {
  const at = parseAddress("#t=1&step=2") as Addressed;
  const told = (draft: AddressedDraft) => formatAddress({ ...at, draft });
  expect(told({ base: "preset:codex", profile: undefined })).toBe("#t=1&step=2&profile=preset%3Acodex");
  expect(told({ base: undefined, profile: { policies: [] } })).toBe(
    `#t=1&step=2&draft=${Buffer.from('{"policies":[]}').toString("base64url")}`,
  );
  const long = (units: number): ProfileInput => ({ name: "x".repeat(units), policies: [] });
  const { length } = JSON.stringify(long(0));
  const most = Math.floor((LONGEST_DRAFT * 3) / 4) - length;
  const fits = { base: "p", profile: long(most) };
  expect(parseAddress(told(fits))?.draft).toEqual(fits);
  for (const units of [most + 1, 1e6])
    expect(told({ base: "p", profile: long(units) })).toBe("#t=1&step=2&profile=p&draft=too-long");
});

test.each([
  ["no base64url", "%7B%22policies%22%3A%5B%5D%7D"],
  ["no bytes", "e"],
  ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]).toString("base64url")],
  ["no JSON", Buffer.from('{"policies":[}').toString("base64url")],
  ["no profile", Buffer.from('{"messages":[],"policies":[]}').toString("base64url")],
  ["a list of policies by inheritance", Buffer.from('{"__proto__":{"policies":[]}}').toString("base64url")],
  ["no list of objects", Buffer.from('{"policies":[1]}').toString("base64url")],
  ["too much", Buffer.from(`{"policies":[],"name":"${"x".repeat(4000)}"}`).toString("base64url")],
])("a draft that is %s is none", (_what, text) => {
  expect(parseAddress(`#t=1&draft=${text}`)?.draft).toBeUndefined();
  expect(parseAddress(`#t=1&profile=${"p".repeat(5000)}`)?.draft).toBeUndefined();
});

test("opened rows are told in few words, whatever the order, and no more than there is room for", () => {
  const at = parseAddress("#t=1&step=2") as Addressed;
  const told = (keys: readonly string[]) => formatAddress({ ...at, openRows: new Set(keys) });
  expect(
    told(["tools", "message/12", "inserted/a.b&c", "lifted/3", "message/4", "divider", "turn/2/false"]),
  ).toBe("#t=1&step=2&rows=4.12.l3.tools&row=a.b%26c");
  const many = Array.from({ length: 5000 }, (_, index) => `message/${index}`);
  expect([...(parseAddress(told(many))?.openRows ?? [])]).toEqual(many.slice(0, 100));
  expect(told([`inserted/${"x".repeat(5000)}`])).toBe("#t=1&step=2");
  const hostile = "#t=1&rows=__proto__.constructor.3.l.l1e2.tools.<b>.99999999999999999999.003";
  expect([...(parseAddress(hostile)?.openRows ?? [])]).toEqual(["message/3", "tools"]);
  expect(parseAddress(`#t=1&row=${"x".repeat(5000)}`)?.openRows).toBe(NO_ROWS);
});

test("how panes look and how a message is read is told only where it is not as at first, and in few words", () => {
  const at = parseAddress("#t=1&step=2") as Addressed;
  expect(formatAddress(at)).toBe("#t=1&step=2");
  const told = formatAddress({
    ...at,
    looks: {
      ...FIRST_LOOKS,
      provider: "gemini",
      words: "spill fired",
      sections: new Set(["prices", "path"]),
    },
    reading: {
      ...FIRST_READING,
      more: { raw: 12, sent: 0 },
      forms: new Map([["s0", "markdown"]]),
      nodes: new Set(["r2-0-1", "r2"]),
      children: new Map([["r2-0", 3]]),
      back: { ...FROM_START, mode: "lines", offset: 50, limit: 20, starts: ["70"] },
    },
  });
  expect(told).toBe(
    "#t=1&step=2&wire=gemini&events=spill+fired&open=path.prices&more=9-0&as=s0*markdown&tree=r2.r2-0-1&rest=r2-0*3&read=lines&lines=50-20&from=70",
  );
});

test("of too much that was opened an address tells nothing, or a part; and reads no more", () => {
  const at = parseAddress("#t=1&step=2") as Addressed;
  const nodes = new Set(Array.from({ length: 5000 }, (_, node) => `r0-${node}`));
  const told = parseAddress(formatAddress({ ...at, reading: { ...FIRST_READING, nodes } }))?.reading?.nodes;
  expect(told?.size).toBe(100);
  for (const one of told ?? []) expect(nodes.has(one)).toBe(true);
  const deep = new Set([`r0${"-1".repeat(5000)}`]);
  expect(formatAddress({ ...at, reading: { ...FIRST_READING, nodes: deep } })).toBe("#t=1&step=2");
  const starts = Array.from({ length: 150 }, (_, page) => String(page));
  const read = { ...FIRST_READING, back: { ...FROM_START, starts } };
  expect(parseAddress(formatAddress({ ...at, reading: read }))?.reading?.back.starts).toEqual(
    starts.slice(50),
  );
  const long = "x".repeat(5000);
  for (const name of ["events", "library", "open", "as", "tree", "rest", "text", "from"])
    expect(parseAddress(`#t=1&${name}=${long}`)).toMatchObject({
      looks: FIRST_LOOKS,
      reading: FIRST_READING,
    });
});
