import { beforeEach, describe, expect, it } from "vitest";
import type { Thread } from "../../../../core/model/thread.ts";
import { Columns } from "../../../../renderer/panes/columns/columns.tsx";
import { doing, find, withLayout } from "../../support/draw.tsx";
import { type OpenPane, openPane, threadOf } from "../../support/panes.tsx";

const ROW = 44;
const HEIGHT = 600;
beforeEach(() => withLayout(HEIGHT, ROW));

const STEPS = 1000;
const thread = threadOf(STEPS, (step) => `result ${step}`);

async function scrollTo(place: HTMLElement, top: number): Promise<void> {
  await doing(() => {
    const scroller = find(place, ".virtual-list");
    scroller.scrollTop = top;
    scroller.dispatchEvent(new Event("scroll"));
  });
}

const asked = ({ host }: OpenPane, method: string) => host.asked.filter((call) => call.method === method);

/** The messages that were asked for, each range once for each time. */
const fetched = (pane: OpenPane) =>
  asked(pane, "thread.messages").map(
    ({ params }) => params as { readonly from: number; readonly to: number },
  );

/** Bytes of everything that a host tells a window which opens a thread at its last step. */
async function bytesToOpen(one: Thread, step: number): Promise<number> {
  const pane = await openPane(<Columns />, one, step);
  await pane.again(null);
  const { host } = pane.host.connection;
  const answers = await Promise.all(
    pane.host.asked.map(({ method, params }) => host.call(method, params as never)),
  );
  return JSON.stringify(answers).length;
}

describe("columns of a long thread", () => {
  it("ask for the rows in sight when they open, whatever the length", async () => {
    const pane = await openPane(<Columns />, thread, STEPS);
    const rows = fetched(pane).reduce((sum, { from, to }) => sum + to - from, 0);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(3 * 128);
    expect(pane.place.querySelector("[data-bare]")).toBeNull();
    expect(pane.place.textContent).toContain("result 3");
  });

  it("ask for nothing but rows while they are scrolled, and for none twice", async () => {
    const pane = await openPane(<Columns />, thread, STEPS);
    const before = pane.host.asked.length;
    const messages = thread.messages.length;
    for (let row = 0; row <= messages; row += 400) await scrollTo(pane.place, row * ROW);
    const calls = pane.host.asked.slice(before);
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(["thread.messages"]));
    expect(new Set(fetched(pane).map(({ from }) => from)).size).toBe(fetched(pane).length);
    await scrollTo(pane.place, (messages - 20) * ROW);
    const known = pane.host.asked.length;
    await scrollTo(pane.place, (messages - 22) * ROW);
    expect(pane.host.asked.length).toBe(known);
  });

  it("draw a row that is still to come with its role and sizes, never as an empty one", async () => {
    const pane = await openPane(<Columns />, thread, STEPS);
    let drawn: string | undefined;
    await doing(() => {
      const scroller = find(pane.place, ".virtual-list");
      scroller.scrollTop = 1000 * ROW;
      scroller.dispatchEvent(new Event("scroll"));
      drawn = find(pane.place, "[data-bare]").textContent ?? "";
    });
    expect(drawn).toContain("tok");
    expect(drawn).toContain("…");
    expect(drawn).not.toContain("empty");
    expect(pane.place.querySelector("[data-bare]")).toBeNull();
  });

  it("are told as much of a thread with long results as of one with short ones", async () => {
    const short = await bytesToOpen(
      threadOf(40, () => "ok ".repeat(100)),
      40,
    );
    const long = await bytesToOpen(
      threadOf(40, () => "ok ".repeat(20_000)),
      40,
    );
    expect(long).toBeLessThan(short * 1.1);
  });

  it("are told few bytes more for each message more", async () => {
    const [some, more] = [200, 1200];
    const of = (steps: number) =>
      bytesToOpen(
        threadOf(steps, (step) => `result ${step} `.repeat(30)),
        steps,
      );
    const [a, b] = [await of(some), await of(more)];
    expect((b - a) / (2 * (more - some))).toBeLessThan(100);
  });
});
