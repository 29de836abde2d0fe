import { shownRun } from "../../../../core/contract/step-columns.ts";
import { beforeEach, expect, test } from "vitest";
import { CATEGORIES } from "../../../../core/contract/run-view.ts";
import { parsePrice } from "../../../../renderer/panes/inspector/price-editor.tsx";
import { TokensTab } from "../../../../renderer/panes/inspector/tokens-tab.tsx";
import { selection } from "../../../../renderer/state/selection.ts";
import { doing, find, press, settle, type } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

const thread = threadOf(6, (step) => `result ${step} `.repeat(400));
const profile = {
  policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
} as const;

beforeEach(() => selection.getState().pin(undefined));

const number = (text: string | null | undefined) => Number((text ?? "").replaceAll(/[^\d.-]/g, ""));

test("the categories of a step add up to what is sent, and to the timeline's own figures", async () => {
  const { place, host } = await openPane(<TokensTab />, thread, 4, profile);
  const run = shownRun(
    await host.connection.host.call("run.start", { transcript: 1, thread: thread.id, profile }),
  );
  const row = run.steps.at(3);
  if (!row) throw new Error("no step");
  const table = place.querySelector('[aria-label="Tokens by category"] table');
  const told = [...(table?.querySelectorAll("tbody tr") ?? [])].map((line) =>
    number(line.children[1]?.textContent),
  );
  expect(told.filter((value) => value > 0)).toEqual(
    CATEGORIES.map((_, at) => row.categories[at] ?? 0).filter((value) => value > 0),
  );
  const [sent, raw] = [...(table?.querySelectorAll("tfoot tr") ?? [])].map((line) =>
    number(line.children[1]?.textContent),
  );
  expect([sent, raw]).toEqual([row.request.tokens, row.raw.tokens]);
  expect(told.reduce((sum, value) => sum + value, 0)).toBe(row.request.tokens);
});

test("where the cache breaks off, the tab says at what and why, in the providers' words", async () => {
  const { host } = await openPane(<TokensTab />, thread, 1, profile);
  const run = shownRun(
    await host.connection.host.call("run.start", { transcript: 1, thread: thread.id, profile }),
  );
  const fired = [...run.steps].find((step) => step.actions.includes("fired"));
  if (!fired) throw new Error("no fire");
  const { place } = await openPane(<TokensTab />, thread, fired.step, profile);
  const cache = place.querySelector('[aria-label="Cache"]')?.textContent ?? "";
  expect(cache).toContain("First difference: the summary");
  expect(cache).toContain(fired.cache.breakReason ?? "none");
  expect(cache).toContain("messages cache is invalid");
});

test("a price is typed with a point or a comma, and nothing else is one", () => {
  expect(["3", "0.30", "3,75", " 15 ", "1."].map(parsePrice)).toEqual([3, 0.3, 3.75, 15, 1]);
  for (const typed of ["", "-1", "1e3", "three", "1.2.3", "Infinity", "0x3", "1.1234567"])
    expect(parsePrice(typed)).toBeUndefined();
});

test("prices that are entered before the first is stored are all kept", async () => {
  const { place, host } = await openPane(<TokensTab />, thread, 3, profile);
  const field = (name: string) => find(place, `[aria-label="${name}, *"]`);
  const answer = host.connection.host.call.bind(host.connection.host);
  // A host that takes its time to store: nothing is answered while the next price is typed.
  const waiting: (() => void)[] = [];
  Object.assign(host.connection.host, {
    call: async (...[method, params]: Parameters<typeof answer>) => {
      if (method === "settings.set") await new Promise<void>((done) => waiting.push(done));
      return answer(method, params);
    },
  });
  for (const [name, price] of [
    ["Input", "7"],
    ["Cache read", "0.5"],
    ["Output", "31"],
  ] as const) {
    await type(field(name), price);
    await press(field(name), "Enter");
  }
  await doing(() => waiting.forEach((done) => done()));
  await settle();
  const stored = await answer("settings.get", { key: "prices" });
  expect(stored).toMatchObject({ rows: [{ model: "*", input: 7, cacheRead: 0.5, output: 31 }] });
});
