import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../../../../core/model/message.ts";
import { commands } from "../../../../renderer/commands/registry.ts";
import { Columns } from "../../../../renderer/panes/columns/columns.tsx";
import { layout } from "../../../../renderer/state/layout.ts";
import { selection } from "../../../../renderer/state/selection.ts";
import { visualOrder } from "../../../../renderer/state/visual-order.ts";
import { doing, find, findText, press, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

beforeEach(() => withLayout(600, 44));

const rowTexts = (place: HTMLElement, side: "raw" | "sent") =>
  [...place.querySelectorAll(`.columns__cell[data-side="${side}"]`)].map((cell) => cell.textContent ?? "");

/** Evil text: markup, an override, an invisible tag, replacement patterns. */
const EVIL = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>\u202Egnp.exe $& $$ \u{E0041}`;

describe("Columns", () => {
  it("puts every message beside its outgoing form, then the answer below the divider", async () => {
    const { place } = await openPane(
      <Columns />,
      threadOf(3, (step) => `result ${step}`),
      2,
    );
    expect(find(place, ".columns__divider").textContent).toContain("The answer of step 2");
    const raw = rowTexts(place, "raw");
    expect(raw[0]).toContain("System prompt");
    expect(raw[1]).toContain("Tools");
    expect(raw[2]).toContain("go on");
    expect(raw[3]).toContain("Assistant2run");
    expect(raw[4]).toContain("result 1");
    expect(raw[5]).toContain("step 2");
    expect(raw).toHaveLength(6);
    const sent = rowTexts(place, "sent");
    expect(sent[4]).toContain("kept");
    expect(sent[5]).toContain("Not part of the request");
  });

  it("shows totals of both columns as the run has them", async () => {
    const { place } = await openPane(
      <Columns />,
      threadOf(3, () => "x".repeat(4000)),
      3,
    );
    const sums = [...place.querySelectorAll(".columns__sums")].map((one) => one.textContent);
    expect(sums[0]).toBe(sums[1]);
    expect(sums[0]).toMatch(/^5 messages · 2k tok · /);
  });

  it("shows a preview as one, with what it saves", async () => {
    const profile = { policies: [{ kind: "offload", thresholdTokens: 1000 }] } as const;
    const { place } = await openPane(
      <Columns />,
      threadOf(2, () => "word ".repeat(4000)),
      2,
      profile,
    );
    const cell = find(place, '.columns__cell[data-state="previewed"]');
    expect(cell.textContent).toContain("previewed");
    expect(cell.textContent).toMatch(/−\d+ %/);
    expect(cell.textContent).toMatch(/ of 19\.5 KiB sent/);
    expect(find(place, '.columns__ribbon[data-kind="previewed"]')).toBeTruthy();
  });

  it("heads what a summary covers with its card, and folds it", async () => {
    const profile = {
      policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 2, maxSummaryTokens: 200 }],
    } as const;
    const { place } = await openPane(
      <Columns />,
      threadOf(8, () => "some words ".repeat(200)),
      8,
      profile,
    );
    await doing(() => {
      find(place, ".virtual-list").scrollTop = 0;
      find(place, ".virtual-list").dispatchEvent(new Event("scroll"));
    });
    const card = find(place, ".columns__row--summary");
    expect(card.textContent).toMatch(/stands for \d+ messages, [\d,]+ of [\d,]+ tokens \(\d/);
    expect(place.querySelectorAll('.columns__row[data-sent="covered"]').length).toBeGreaterThan(0);
    // The right side has no words: what it says is its name.
    const right = find(place, '.columns__row[data-sent="covered"] .columns__cell[data-side="sent"]');
    expect(right.getAttribute("aria-label")).toBe("The summary stands for it");
    await doing(() => findText(card, "button", "Fold").click());
    expect(place.querySelectorAll('.columns__row[data-sent="covered"]')).toHaveLength(0);
    expect(find(place, ".columns__row--summary").textContent).toContain("Unfold");
    expect(selection.getState().message).toBeUndefined();
  });

  it("never has more than 200 message nodes in the page, with 30,000 messages and after any scroll", async () => {
    const short = threadOf(1, () => "ok");
    const said = Array.from({ length: 30_000 }, (_, at): Message => ({
      id: `u-${at}`,
      role: "user",
      parts: [],
    }));
    const { place } = await openPane(<Columns />, { ...short, messages: [...said, ...short.messages] }, 1);
    const scroller = find(place, ".virtual-list");
    for (const top of [0, 500_000, 1_200_000]) {
      await doing(() => {
        scroller.scrollTop = top;
        scroller.dispatchEvent(new Event("scroll"));
      });
      const nodes = place.querySelectorAll(".columns__cell").length;
      expect(nodes).toBeGreaterThan(20);
      expect(nodes).toBeLessThanOrEqual(200);
    }
    expect(scroller.getAttribute("aria-rowcount")).toBe(String(2 + 30_001 + 2 + 1));
  }, 30_000);

  it("draws an attacker's text as text, and shows what would turn it about", async () => {
    const { place } = await openPane(
      <Columns />,
      threadOf(1, () => EVIL, EVIL),
      1,
    );
    expect(place.querySelector("img, script, iframe")).toBeNull();
    expect(Reflect.get(window, "owned")).toBeUndefined();
    const user = findText(place, ".columns__cell", "onerror");
    expect(user.textContent).toContain("<script>window.owned=1</script>");
    expect(user.textContent).toContain("$& $$");
    expect(user.textContent).not.toContain("\u202E");
    expect([...user.querySelectorAll(".text-mark")].map((mark) => mark.textContent)).toEqual([
      "U+202E",
      "U+E0041",
    ]);
  });

  it("asks for a body only when a row is opened, and bounds what it draws of it", async () => {
    const { place, host } = await openPane(
      <Columns />,
      threadOf(2, () => "line of text\n".repeat(5000)),
      2,
    );
    const bodies = () => host.asked.filter(({ method }) => method === "thread.body" || method === "run.body");
    expect(bodies()).toEqual([]);
    const row = findText(place, ".columns__row", "line of text");
    await doing(() => find(row, ".columns__toggle").click());
    expect(bodies().map(({ method }) => method)).toEqual(["thread.body", "run.body"]);
    const pre = find(place, ".columns__body pre");
    expect(pre.textContent?.split("\n")).toHaveLength(20);
    await doing(() => find(place, ".columns__body button").click());
    expect(layout.getState().inspectorTab).toBe("body");
  });

  it("chooses with the pointer and walks in visual order with the keys, past the divider", async () => {
    const { place } = await openPane(
      <Columns />,
      threadOf(2, (step) => `result ${step}`),
      1,
    );
    await doing(() => findText(place, '.columns__cell[data-side="sent"]', "go on").click());
    expect(selection.getState()).toMatchObject({ message: { index: 0 }, side: "sent" });
    const grid = find(place, '[role="grid"]');
    expect(find(place, '[role="row"][aria-selected="true"]').id).toBe(
      grid.getAttribute("aria-activedescendant"),
    );
    expect(visualOrder()?.neighbour({ index: 0 }, 1)).toEqual({ index: 1 });
    expect(visualOrder()?.neighbour({ index: 0 }, -1)).toEqual({ special: "tools" });
    await press(grid, "ArrowDown");
    expect(selection.getState().message).toEqual({ index: 1 });
    await press(grid, "ArrowLeft");
    expect(selection.getState().side).toBe("raw");
    await press(grid, "Enter");
    expect(layout.getState()).toMatchObject({ inspectorOpen: true, inspectorTab: "body" });
    await press(grid, "Home");
    expect(selection.getState().message).toEqual({ special: "system" });
  });

  it("leads from a call to its result and back", async () => {
    const { place } = await openPane(
      <Columns />,
      threadOf(2, (step) => `result ${step}`),
      2,
    );
    const call = findText(place, '.columns__cell[data-side="raw"]', "step 1");
    await doing(() => findText(call, ".columns__link", "result").click());
    expect(selection.getState().message).toEqual({ index: 2 });
    const result = findText(place, '.columns__cell[data-side="raw"]', "result 1");
    await doing(() => findText(result, ".columns__link", "call").click());
    expect(selection.getState().message).toEqual({ index: 1 });
  });

  it("offers the same as commands: to the other end of a call, folding", async () => {
    const { place } = await openPane(
      <Columns />,
      threadOf(2, (step) => `result ${step}`),
      2,
    );
    await doing(() => selection.getState().select({ index: 1 }, "raw"));
    await doing(() => void commands.run("columns.other"));
    expect(selection.getState().message).toEqual({ index: 2 });
    await doing(() => void commands.run("columns.other"));
    expect(selection.getState().message).toEqual({ index: 1 });
    expect(commands.run("columns.fold")).toBe(false);
    await doing(() => void commands.run("columns.end"));
    expect(find(place, '[aria-pressed="true"]').getAttribute("aria-label")).toBe(
      "Stays at the end of the request",
    );
  });

  it("says so where there is nothing to show", async () => {
    const { place } = await openPane(<Columns />, { ...threadOf(1, () => "x"), messages: [] }, 1);
    expect(place.textContent).toContain("This lane has no steps");
  });
});
