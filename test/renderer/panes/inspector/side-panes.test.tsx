import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { parseFind } from "../../../../core/analysis/find-query.ts";
import { find as findIn } from "../../../../core/analysis/find.ts";
import { storeReport } from "../../../../core/analysis/store-report.ts";
import { summaryReport } from "../../../../core/analysis/summary-report.ts";
import { why } from "../../../../core/analysis/why.ts";
import { replay } from "../../../../core/engine/replay.ts";
import type { SummaryReport, SummaryVersion } from "../../../../core/model/run-answers.ts";
import { text } from "../../../../core/model/part.ts";
import type { ProfileInput } from "../../../../core/model/profile.ts";
import type { Thread } from "../../../../core/model/thread.ts";
import { effectiveProfile } from "../../../../core/policies/defaults.ts";
import { viewsIn } from "../../../../renderer/data/saved-views.ts";
import { coverageOf } from "../../../../renderer/panes/inspector/coverage-map.tsx";
import { Inspector } from "../../../../renderer/panes/inspector/inspector.tsx";
import { fullest, stretchesOf } from "../../../../renderer/panes/inspector/store-fill.tsx";
import { beforeOf } from "../../../../renderer/panes/inspector/summary-versions.tsx";
import { ask } from "../../../../renderer/state/ask.ts";
import { draft } from "../../../../renderer/state/draft.ts";
import { find as search } from "../../../../renderer/state/find.ts";
import { layout } from "../../../../renderer/state/layout.ts";
import { selection } from "../../../../renderer/state/selection.ts";
import { formatCount } from "../../../../renderer/widgets/quantity.tsx";
import { doing, find, findText, settle, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

beforeEach(() => {
  withLayout(600, 44);
  ask.getState().ask("");
  search.getState().search("");
});

const OFFLOAD = { policies: [{ kind: "offload", thresholdTokens: 1000 }] } as const;
const PAGING = { policies: [{ kind: "paging", thresholdBytes: 3000, pageBytes: 500 }] } as const;
const SUMMARIZE = {
  policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
} as const;
const big = threadOf(3, (step) => `step ${step} `.repeat(1500));

/** Waits until a query that was typed rests, and what it asks for is there. */
async function rested(): Promise<void> {
  const rest = act(async () => {
    await new Promise<void>((done) => setTimeout(done, 250));
  });
  await rest;
  await settle();
}

const show = (inspectorTab: "why" | "preview" | "store" | "find" | "summary" | "ledger") =>
  doing(() => layout.getState().set({ inspectorTab }));

describe("the side panes", () => {
  it("a summary that was chosen is no longer explained when another profile has none", async () => {
    const { place } = await openPane(<Inspector />, big, 3, SUMMARIZE);
    await doing(() => selection.getState().select({ special: "summary" }, "sent"));
    expect(place.textContent).toContain("Sent in place of the messages that it covers");
    await doing(() => draft.getState().replace({ policies: [] }));
    await settle();
    expect(place.textContent).not.toContain("Sent in place of the messages");
    expect(place.textContent).toContain("No summary in this request");
  });

  it("the window is asked: where the text stood, in which form, and by which rule it left", async () => {
    const { place, host } = await openPane(<Inspector />, big, 3, OFFLOAD);
    await doing(() => ask.getState().ask("step 1"));
    await settle();
    const answer = find(place, ".ask__answer");
    expect(find(answer, "h3").textContent).toContain("In the request of step 3");
    expect(answer.textContent).toContain("offload stored it and showed its first lines");
    expect(host.asked.filter(({ method }) => method === "run.ask").map(({ params }) => params)).toMatchObject(
      [{ step: 3, text: "step 1" }],
    );
  });

  it("a text is shown as text, whatever it holds", async () => {
    const evil = threadOf(2, () => `<img src=x onerror=alert(1)> ${"y".repeat(9000)}`);
    const { place } = await openPane(<Inspector />, evil, 2, OFFLOAD);
    await doing(() => ask.getState().ask("<img src=x onerror=alert(1)>"));
    await show("why");
    await doing(() => selection.getState().select({ index: 2 }));
    for (const tab of ["preview", "store", "find"] as const) {
      if (tab === "find") search.getState().search("onerror");
      await show(tab);
      await settle();
      expect(place.querySelector("img, script"), tab).toBeNull();
    }
  });

  it("a preview offers the other previews of the request where the chosen message has none", async () => {
    const { place } = await openPane(<Inspector />, big, 3, OFFLOAD);
    await doing(() => selection.getState().select({ index: 0 }));
    await show("preview");
    expect(place.textContent).toContain("Nothing was cut from this message");
    await doing(() => findText(place, ".preview__others button", "message 3").click());
    await settle();
    expect(find(place, ".preview__verdict").textContent).toContain(
      "The preview is what the stored bytes give",
    );
    const rows = place.querySelectorAll(".preview__table tr[data-kind]");
    const scale = find(place, ".preview__scale");
    expect([...scale.children].map((one) => (one as HTMLElement).dataset["kind"])).toEqual(
      [...rows].map((one) => (one as HTMLElement).dataset["kind"]),
    );
    expect(rows.length).toBeGreaterThan(2);
  });

  it("what a search finds is told to the columns and the timeline, and taken back with it", async () => {
    const { place } = await openPane(<Inspector />, big, 3, OFFLOAD);
    await show("find");
    await doing(() => search.getState().search("kind:tool size>20"));
    await rested();
    expect([...search.getState().messages]).toEqual([2, 4, 6]);
    expect(search.getState().steps).toEqual([1, 2, 3]);
    expect(find(place, ".find__chips").children.length).toBe(2);
    await show("why");
    expect(search.getState().messages.size).toBe(3);
    await doing(() => draft.getState().replace({ policies: [] }));
    await rested();
    expect(search.getState().steps).toEqual([1, 2, 3]);
    await show("find");
    await doing(() => find(place, '[aria-label="Clear the search"]').click());
    await rested();
    expect(search.getState().messages.size).toBe(0);
  });
});

describe("the ledger of a step", () => {
  it("marks the decisions that a search found, and no others", async () => {
    const { place } = await openPane(<Inspector />, big, 3, OFFLOAD);
    await doing(() => search.getState().search("rule:offload action:offloaded"));
    await rested();
    await show("ledger");
    await doing(() => find(place, ".inspector__check input").click());
    const rows = [...place.querySelectorAll<HTMLElement>(".inspector__ledger-row")];
    const marked = rows.filter(({ dataset }) => dataset["found"] === "true");
    expect(marked.length).toBeGreaterThan(0);
    expect(marked).toEqual(rows.filter(({ textContent }) => textContent?.includes("offloaded")));
    for (const row of marked) {
      expect(search.getState().events).toContain(Number(find(row, ".inspector__seq").textContent));
      expect(row.textContent).toContain("found by the search");
    }
    await doing(() => search.getState().search(""));
    await rested();
    expect(place.querySelector('.inspector__ledger-row[data-found="true"]')).toBeNull();
  });
});

describe("the stores against a pinned step", () => {
  const stores = async (profile: ProfileInput, thread: Thread, at: number, pinned: number) => {
    const { place } = await openPane(<Inspector />, thread, at, profile);
    await show("store");
    await doing(() => selection.getState().pin(pinned));
    const run = replay(thread, effectiveProfile(profile));
    return { place, report: (step: number) => storeReport(run, step) };
  };

  it("tell how many entries and bytes more there are, as the run has them", async () => {
    const { place, report } = await stores(OFFLOAD, big, 3, 2);
    const [now, before] = [report(3).stores[0], report(2).stores[0]];
    if (!now || !before) throw new Error("nothing is stored");
    const entries = now.live.length - before.live.length;
    expect(entries).toBeGreaterThan(0);
    expect(before.live.length).toBeGreaterThan(0);
    const delta = find(place, ".store__one .inspector__delta");
    expect(delta.textContent).toContain(`Δ2 +${entries}, +`);
    expect(delta.title).toBe(
      `Against step 2: +${entries} entries, +${(now.bytes - before.bytes).toLocaleString("en-GB")} bytes`,
    );
    await doing(() => selection.getState().pin(3));
    expect(place.querySelector(".inspector__delta")).toBeNull();
  });

  it("show a store that only the pinned step has something in", async () => {
    const later = threadOf(5, (step) => `step ${step} `.repeat(step < 3 ? 1 : 1500));
    const { place, report } = await stores(PAGING, later, 1, 5);
    expect(report(1).stores).toEqual([]);
    const entries = report(5).stores[0]?.live.length ?? 0;
    expect(entries).toBeGreaterThan(0);
    expect(find(place, ".store__one").textContent).toContain(`0 entries, 0 B of text Δ5 −${entries}, −`);
    await doing(() => selection.getState().pin(undefined));
    expect(place.textContent).toContain("Nothing was stored");
  });
});

describe("the other panes against a pinned step", () => {
  /** Chooses a message and pins a step, in a run that is also played here. */
  const pinnedIn = async (profile: ProfileInput, at: number, pinned: number, thread = big) => {
    const { place } = await openPane(<Inspector />, thread, at, profile);
    await doing(() => selection.getState().pin(pinned));
    return { place, run: replay(thread, effectiveProfile(profile)) };
  };
  const signed = (by: number) => (by === 0 ? "±0" : `${by < 0 ? "−" : "+"}${formatCount(Math.abs(by))}`);

  it("Why tells how much more of the message is sent, and what became of it there", async () => {
    const { place, run } = await pinnedIn(SUMMARIZE, 3, 1);
    const [later, now] = [why(run, 1, { index: 2 }), why(run, 3, { index: 2 })];
    expect([later.sent, now.disposition]).toEqual([null, "summarised"]);
    await doing(() => selection.getState().select({ index: 0 }));
    await show("why");
    await settle();
    const [before, after] = [1, 3].map((step) => why(run, step, { index: 0 }));
    expect([before?.disposition, after?.disposition]).toEqual(["kept", "summarised"]);
    const by = (after?.sent?.tokens ?? NaN) - (before?.sent?.tokens ?? NaN);
    expect(by).toBeLessThan(0);
    expect(find(place, ".inspector__pinned").textContent).toContain(`Δ1 ${signed(by)} tok`);
    expect(find(place, ".inspector__pinned").textContent).toContain("kept at step 1, which is pinned");
    // The summary, which the pinned step does not have; and a message that neither has.
    await doing(() => selection.getState().select({ special: "summary" }, "sent"));
    await settle();
    const summary = why(run, 3, { special: "summary" }).sent?.tokens ?? NaN;
    expect(find(place, ".inspector__pinned").textContent).toContain(`Δ1 ${signed(summary)} tok`);
    expect(find(place, ".inspector__pinned").textContent).toContain("not there at step 1");
    await doing(() => selection.getState().select({ index: 6 }));
    await settle();
    expect(place.querySelector(".inspector__pinned")).toBeNull();
  });

  it("Why tells it of a message that only the pinned step has", async () => {
    const { place, run } = await pinnedIn(OFFLOAD, 1, 3);
    await doing(() => selection.getState().select({ index: 2 }));
    await show("why");
    await settle();
    const { sent, disposition } = why(run, 3, { index: 2 });
    expect(disposition).toBe("previewed");
    const said = find(place, ".inspector__pinned").textContent;
    expect(said).toContain(`Δ3 ${signed(-(sent?.tokens ?? NaN))} tok`);
    expect(said).toContain("previewed at step 3");
  });

  it("Summary tells how many more messages are covered, how much longer it is, and what more is lost", async () => {
    const { messages, ...rest } = threadOf(5, (step) => `step ${step} `.repeat(1500));
    const says = (id: string) => text(`I look into /srv/quay/${id}.csv now.`);
    const facts = {
      ...rest,
      messages: messages.map((one) =>
        one.role === "assistant" ? { ...one, parts: [says(one.id), ...one.parts] } : one,
      ),
    };
    const { place, run } = await pinnedIn(SUMMARIZE, 5, 3, facts);
    await show("summary");
    await settle();
    const [now, before] = [summaryReport(run, 5), summaryReport(run, 3)];
    const tokens = ({ versions, inForce }: SummaryReport) => versions[inForce]?.tokens ?? 0;
    const covered = now.coveredEnd - before.coveredEnd;
    expect(covered).toBeGreaterThan(0);
    expect(find(place, ".inspector__delta").textContent).toBe(
      `Δ3 ${signed(covered)} messages, ${signed(tokens(now) - tokens(before))} tok`,
    );
    const cells = [...place.querySelectorAll(".survival tbody tr")].map(
      (row) => row.lastElementChild?.textContent,
    );
    const lost = now.survival.map((row, at) => row.lost - (before.survival[at]?.lost ?? 0));
    expect(lost.some((value) => value !== 0)).toBe(true);
    expect(cells).toEqual(lost.map(signed));
    await doing(() => selection.getState().goToStep(1));
    await settle();
    expect(find(place, ".summary").textContent).toContain(
      `None is in force at this step. Δ3 −${before.coveredEnd} messages`,
    );
  });

  it("Find tells it of a search that asks of a request, and of no other", async () => {
    const { place } = await pinnedIn(SUMMARIZE, 3, 1);
    await show("find");
    await doing(() => search.getState().search("is:kept"));
    await rested();
    const run = replay(big, effectiveProfile(SUMMARIZE));
    const kept = (step: number) => findIn(run, step, parseFind("is:kept").terms).total;
    expect(kept(3)).not.toBe(kept(1));
    expect(find(place, ".find__shown .inspector__delta").textContent).toBe(
      `Δ1 ${signed(kept(3) - kept(1))} messages`,
    );
    await doing(() => search.getState().search("kind:tool"));
    await rested();
    expect(place.querySelector(".find__shown .inspector__delta")).toBeNull();
  });
});

describe("what the panes work out", () => {
  const version = (step: number, from: number, to: number, restoredAtStep?: number) =>
    ({ step, from, to, ...(restoredAtStep === undefined ? {} : { restoredAtStep }) }) as SummaryVersion;
  const report = (versions: readonly SummaryVersion[], more: Partial<SummaryReport>) =>
    ({ versions, first: 0, count: versions.length, messages: 12, lifted: null, ...more }) as SummaryReport;
  const outline = { sum: (from: number, to: number) => ({ tokens: 10 * (to - from), bytes: 0 }) };

  it("coverage is every message once, in the order of the thread", () => {
    const told = coverageOf(
      report([version(3, 0, 4), version(5, 4, 6, 6), version(7, 4, 8)], {
        step: 8,
        inForce: 2,
        coveredEnd: 8,
        end: 10,
      }),
      outline,
    );
    expect(told.map(({ kind, from, to, version: at }) => [kind, from, to, at])).toEqual([
      ["summary", 0, 4, 1],
      ["summary", 4, 8, 3],
      ["sent", 8, 10, undefined],
      ["later", 10, 12, undefined],
    ]);
  });

  it("a summary that the run began with is told as one", () => {
    const told = coverageOf(report([], { step: 1, inForce: -1, coveredEnd: 5, end: 12 }), outline);
    expect(told.map(({ kind, from, to, tokens }) => [kind, from, to, tokens])).toEqual([
      ["summary", 0, 5, 50],
      ["sent", 5, 12, 70],
    ]);
  });

  it("a version goes on from the newest that was not taken back by then", () => {
    const versions = [version(3, 0, 4), version(5, 4, 6, 6), version(7, 4, 8)];
    expect(beforeOf(versions, 2)).toBe(versions[0]);
    expect(beforeOf(versions, 1)).toBe(versions[0]);
    expect(beforeOf(versions, 0)).toBeUndefined();
  });

  it("a long fill keeps its peaks", () => {
    expect(fullest([1, 5, 2, 9, 0, 3], 3)).toEqual([5, 9, 3]);
    expect(fullest([4, 2], 10)).toEqual([4, 2]);
    expect(fullest([], 10)).toEqual([]);
  });

  it("a fill is told in numbers, a line for each time that it changed", () => {
    expect(stretchesOf([0, 0, 7, 7, 7, 3, 7])).toEqual([
      { from: 1, to: 2, bytes: 0 },
      { from: 3, to: 5, bytes: 7 },
      { from: 6, to: 6, bytes: 3 },
      { from: 7, to: 7, bytes: 7 },
    ]);
    expect(stretchesOf([])).toEqual([]);
  });

  it("kept searches are read back only where they are some", () => {
    expect(viewsIn([{ name: "a", query: "b" }, { name: 1 }, null, "x"])).toEqual([{ name: "a", query: "b" }]);
    for (const stored of [null, {}, "x", 3]) expect(viewsIn(stored)).toEqual([]);
  });
});
