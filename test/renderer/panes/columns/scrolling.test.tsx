import { shownRun } from "../../../../core/contract/step-columns.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { Columns } from "../../../../renderer/panes/columns/columns.tsx";
import { type Selection, selection, useSelection } from "../../../../renderer/state/selection.ts";
import { doing, find, findText, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

const HEIGHT = 600;
beforeEach(() => withLayout(HEIGHT, 44));

const thread = threadOf(60, (step) => `result ${step}`);
const HEADER = 44;

const scroller = (place: HTMLElement) => find(place, ".virtual-list");
const end = (place: HTMLElement) => scroller(place).scrollHeight - HEIGHT;
const goTo = (step: number) => doing(() => selection.getState().goToStep(step));

async function scrollTo(place: HTMLElement, top: number): Promise<void> {
  await doing(() => {
    scroller(place).scrollTop = top;
    scroller(place).dispatchEvent(new Event("scroll"));
  });
}

describe("scroll position of the columns", () => {
  it("begins at the end of the request and stays there from step to step", async () => {
    const { place } = await openPane(<Columns />, thread, 40);
    expect(scroller(place).scrollTop).toBeGreaterThanOrEqual(end(place));
    await scrollTo(place, scroller(place).scrollTop);
    await goTo(50);
    expect(scroller(place).scrollTop).toBeGreaterThanOrEqual(end(place));
  });

  it("keeps what is in sight where it is when it is not at the end", async () => {
    const { place } = await openPane(<Columns />, thread, 40);
    await scrollTo(place, 1000);
    await goTo(50);
    expect(scroller(place).scrollTop).toBe(1000);
    await goTo(30);
    expect(scroller(place).scrollTop).toBe(1000);
  });

  it("keeps the message in sight at its place when a summary comes in above it", async () => {
    const profile = {
      policies: [{ kind: "summarize", trigger: { messages: 60 }, keepRecent: 10, maxSummaryTokens: 32 }],
    } as const;
    const { place } = await openPane(<Columns />, thread, 30, profile);
    const offsetOf = (text: string) => {
      const row = findText(place, ".virtual-list-row", text);
      const top = Number(/translateY\(([\d.]+)px\)/.exec(row.style.transform)?.[1]);
      return top - scroller(place).scrollTop;
    };
    await scrollTo(place, 1000);
    const before = offsetOf("result 10");
    await goTo(40);
    expect(place.querySelector(".columns__row--summary")).toBeTruthy();
    expect(offsetOf("result 10")).toBe(before);
    expect(scroller(place).scrollTop).toBe(1000 + 64);
  });

  it("goes along with the end when it is told to stay there", async () => {
    const { place } = await openPane(<Columns />, thread, 40);
    await scrollTo(place, 1000);
    await doing(() => find(place, '[aria-label="Stay at the end of the request"]').click());
    await goTo(45);
    expect(scroller(place).scrollTop).toBeGreaterThanOrEqual(end(place));
  });

  it("brings a message into sight that is chosen elsewhere, clear of the header", async () => {
    const { place } = await openPane(<Columns />, thread, 60);
    await doing(() => selection.getState().select({ index: 10 }));
    const row = find(place, '[role="row"][aria-selected="true"]');
    expect(row.textContent).toContain("11");
    const top = Number(/translateY\((\d+)px\)/.exec(row.style.transform)?.[1]) + HEADER;
    expect(top - scroller(place).scrollTop).toBeGreaterThanOrEqual(HEADER);
    expect(top - scroller(place).scrollTop).toBeLessThan(HEIGHT);
  });

  /** A browser tells the list of every scroll; the page of the tests only of those that a test makes. */
  const heard = (place: HTMLElement) => scrollTo(place, scroller(place).scrollTop);

  /** Rows in sight are those whose tops lie between the top and the end of the list. */
  const topOf = (place: HTMLElement, row: HTMLElement) =>
    Number(/translateY\(([\d.]+)px\)/.exec(row.style.transform)?.[1]) + HEADER - scroller(place).scrollTop;

  it("goes to the summary at the step at which it was made, not to the end", async () => {
    const profile = {
      policies: [{ kind: "summarize", trigger: { messages: 60 }, keepRecent: 30, maxSummaryTokens: 32 }],
    } as const;
    const { place, host } = await openPane(<Columns />, thread, 2, profile);
    const run = shownRun(
      await host.connection.host.call("run.start", { transcript: 1, thread: "main", profile }),
    );
    const fired = [...run.steps].find((step) => step.actions.includes("fired"))?.step ?? 0;
    await goTo(fired - 1);
    await scrollTo(place, end(place));
    await goTo(fired);
    await heard(place);
    expect(place.querySelector(".columns__row--summary")).toBeTruthy();
    expect(scroller(place).scrollTop).toBeLessThan(end(place));
    await goTo(fired + 1);
    expect(scroller(place).scrollTop).toBeLessThan(end(place));
  });

  it("goes to the chosen message when a step is taken while it is out of sight", async () => {
    const { place } = await openPane(<Columns />, thread, 40);
    await doing(() => selection.getState().select({ index: 10 }));
    await scrollTo(place, end(place));
    await goTo(41);
    await heard(place);
    const row = find(place, '[role="row"][aria-selected="true"]');
    expect(topOf(place, row)).toBeGreaterThanOrEqual(HEADER);
    expect(topOf(place, row)).toBeLessThan(HEIGHT);
  });
});

/** The columns, drawn anew whenever another step is pinned. */
function DrawnAnew() {
  return <Columns key={useSelection((state) => state.pinned)} />;
}

/** The columns while no step is pinned. */
function DrawnUnpinned() {
  return useSelection((state) => state.pinned) === undefined ? <Columns /> : null;
}

describe("what the columns are scrolled to", () => {
  it("is noted as the message at their top, and not while they are at the end", async () => {
    const { place } = await openPane(<Columns />, thread, 40);
    expect(selection.getState().top).toBeUndefined();
    await scrollTo(place, 1000);
    const { top } = selection.getState();
    expect(top).toHaveProperty("index");
    await goTo(41);
    expect(selection.getState().top).toEqual(top);
    await scrollTo(place, end(place));
    expect(selection.getState().top).toBeUndefined();
  });

  it("comes back when they are drawn anew, whatever is chosen out of sight", async () => {
    const { place } = await openPane(<DrawnAnew />, thread, 40);
    await doing(() => selection.getState().select({ index: 70 }));
    await scrollTo(place, 1000);
    const { top } = selection.getState();
    await doing(() => selection.getState().pin(3));
    await scrollTo(place, scroller(place).scrollTop);
    expect(selection.getState().top).toEqual(top);
    expect(Math.abs(scroller(place).scrollTop - 1000)).toBeLessThan(44);
    // What is chosen from then on is brought into sight.
    await doing(() => selection.getState().select({ index: 2 }));
    expect(scroller(place).scrollTop).toBeLessThan(200);
  });

  it("gives way to what was chosen while they were not drawn", async () => {
    const { place } = await openPane(<DrawnUnpinned />, thread, 40);
    await doing(() => selection.getState().select({ index: 70 }));
    await scrollTo(place, 1000);
    await doing(() => selection.getState().pin(3));
    expect(place.querySelector(".virtual-list")).toBeNull();
    await doing(() => selection.getState().select({ index: 2 }));
    await doing(() => selection.getState().pin(undefined));
    await scrollTo(place, scroller(place).scrollTop);
    expect(scroller(place).scrollTop).toBeLessThan(200);
  });

  it("is gone to where an address tells it, of this step and of another", async () => {
    const { place } = await openPane(<Columns />, thread, 40);
    const restore = async (step: number, at: Partial<Selection>) => {
      const opened = { transcript: 1, thread: thread.id, step };
      await doing(() => selection.getState().restore({ ...opened, ...at }));
      await scrollTo(place, scroller(place).scrollTop);
      return scroller(place).scrollTop;
    };
    const here = await restore(40, { top: { index: 20 } });
    expect(selection.getState().top).toEqual({ index: 20 });
    const there = await restore(50, { top: { index: 40 }, message: { index: 90 } });
    expect(selection.getState().top).toEqual({ index: 40 });
    expect(there).toBeGreaterThan(here);
    expect(await restore(50, {})).toBe(end(place));
    // What is not among the rows is no place.
    expect(await restore(50, { top: { index: 5000 } })).toBe(end(place));
    expect(await restore(50, { message: { index: 4 } })).toBeLessThan(here);
  });
});
