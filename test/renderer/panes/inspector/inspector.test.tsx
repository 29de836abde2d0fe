import { beforeEach, describe, expect, it, vi } from "vitest";
import { Inspector } from "../../../../renderer/panes/inspector/inspector.tsx";
import { layout } from "../../../../renderer/state/layout.ts";
import { reading } from "../../../../renderer/state/reading.ts";
import { selection } from "../../../../renderer/state/selection.ts";
import type { DiffEditorProps } from "../../../../renderer/widgets/code-editor/diff-editor.tsx";
import { doing, find, findText, press, withLayout } from "../../support/draw.tsx";
import { openPane, threadOf } from "../../support/panes.tsx";

// The diff needs a real browser: the journeys have it. Here its two texts are drawn.
vi.mock("../../../../renderer/widgets/code-editor/diff-editor.tsx", () => ({
  DiffEditor: ({ original, modified, originalLabel }: DiffEditorProps) => (
    <div className="diff" data-original={original} data-modified={modified} aria-label={originalLabel} />
  ),
}));

beforeEach(() => withLayout(600, 44));

const OFFLOAD = { policies: [{ kind: "offload", thresholdTokens: 1000 }] } as const;
const big = threadOf(3, (step) => `step ${step} `.repeat(1500));

const choose = (message: { index: number }) => doing(() => selection.getState().select(message));

describe("Inspector", () => {
  it("says why a result is previewed: rule, measured value over limit, sizes, and the events since it entered", async () => {
    const { place } = await openPane(<Inspector />, big, 2, OFFLOAD);
    await choose({ index: 2 });
    expect(find(place, ".inspector__subject").textContent).toBe("Result 3run");
    expect(find(place, ".inspector__verdict").textContent).toContain("previewed");
    const main = find(place, ".inspector__event--main");
    expect(main.textContent).toContain("offload offloaded");
    expect(main.textContent).toContain("2,625 tokens > thresholdTokens 1,000");
    expect(main.textContent).toContain("Before");
    expect(main.textContent).toContain("Path/large_tool_results/");
    await doing(() => findText(main, ".inspector__link", "step 1").click());
    expect(selection.getState().step).toBe(1);
  });

  it("tells the answer of the step, and what comes later, from what is in the request", async () => {
    const { place } = await openPane(<Inspector />, big, 2, OFFLOAD);
    await choose({ index: 3 });
    expect(place.textContent).toContain("The answer to this request");
    await choose({ index: 5 });
    expect(place.textContent).toContain("Not in this request yet");
  });

  it("tells what is opened of a message, keeps it over a change of tabs, and draws what it is told", async () => {
    const json = threadOf(2, () =>
      JSON.stringify({ quay: { cranes: [1, 2], depth: { low: 3 } }, tide: [4] }),
    );
    const { place } = await openPane(<Inspector />, json, 2);
    await doing(() => layout.getState().set({ inspectorTab: "body" }));
    await choose({ index: 2 });
    await doing(() => findText(place, ".inspector__link", "as JSON").click());
    const nodes = () => [...place.querySelectorAll(".json-view__toggle")];
    const open = () => nodes().map((node) => node.getAttribute("aria-expanded"));
    expect(open()).toEqual(["true", "true", "true", "true", "true"]);
    await doing(() => findText(place, ".json-view__toggle", "depth").click());
    await doing(() => findText(place, ".json-view__toggle", "tide").click());
    expect(reading.getState().forms).toEqual(new Map([["r0", "json"]]));
    expect(reading.getState().nodes).toEqual(new Set(["r0-0-1", "r0-1"]));
    await doing(() => layout.getState().set({ inspectorTab: "why" }));
    await doing(() => layout.getState().set({ inspectorTab: "body" }));
    expect(open()).toEqual(["true", "true", "true", "false", "false"]);
    await doing(() => reading.getState().read({ nodes: new Set(["r0"]) }));
    expect(open()).toEqual(["false"]);
    // A form that a text does not have is none.
    await choose({ index: 0 });
    await doing(() => reading.getState().read({ forms: new Map([["r0", "json"]]) }));
    expect(place.querySelector(".json-view")).toBeNull();
    expect(place.textContent).toContain("go on");
  });

  it("shows a changed message as recorded and as sent, and an unchanged one once", async () => {
    const { place } = await openPane(<Inspector />, big, 2, OFFLOAD);
    await doing(() => layout.getState().set({ inspectorTab: "body" }));
    await choose({ index: 2 });
    expect([...place.querySelectorAll(".inspector__body h3")].map((head) => head.textContent)).toEqual([
      "As recorded",
      "As sent",
    ]);
    expect(findText(place, ".inspector__body", "As sent").textContent).toContain("/large_tool_results/");
    await doing(() => findText(place, ".segments button", "Sent").click());
    expect(place.querySelectorAll(".inspector__body")).toHaveLength(1);
    await choose({ index: 0 });
    expect(find(place, ".inspector__body h3").textContent).toBe("Recorded, and sent as it is");
  });

  it("fetches a long body in pieces", async () => {
    const long = threadOf(1, () => "x".repeat(40_000));
    const { place, host } = await openPane(<Inspector />, long, 1);
    await doing(() => layout.getState().set({ inspectorTab: "body" }));
    await choose({ index: 2 });
    expect(find(place, ".inspector__more").textContent).toContain("7,232 characters more");
    await doing(() => find(place, ".inspector__more button").click());
    expect(place.querySelector(".inspector__more")).toBeNull();
    const asked = host.asked.filter(({ method }) => method === "thread.body").map(({ params }) => params);
    expect(asked).toMatchObject([{ maxChars: 32_768 }, { maxChars: 262_144 }]);
  });

  it("draws calls as a tree and never markup", async () => {
    const evil = threadOf(1, () => "<img src=x onerror=alert(1)>", "<script>alert(1)</script>");
    const { place } = await openPane(<Inspector />, evil, 1);
    await doing(() => layout.getState().set({ inspectorTab: "body" }));
    await choose({ index: 1 });
    expect(find(place, ".json-view").textContent).toBe("{1}step: 1");
    await choose({ index: 2 });
    expect(place.textContent).toContain("<img src=x onerror=alert(1)>");
    expect(place.querySelector("img, script")).toBeNull();
  });

  it("compares with the step before, with the pinned one instead, and with nothing at the first", async () => {
    const { place } = await openPane(<Inspector />, big, 3, OFFLOAD);
    await doing(() => layout.getState().set({ inspectorTab: "diff" }));
    const diff = () => find(place, ".diff");
    expect(diff().getAttribute("aria-label")).toBe("Request of step 2");
    expect(diff().dataset["modified"]?.startsWith(diff().dataset["original"] ?? "none")).toBe(true);
    await doing(() => selection.getState().pin(1));
    expect(diff().getAttribute("aria-label")).toBe("Request of step 1");
    await doing(() => {
      selection.getState().pin(undefined);
      selection.getState().goToStep(1);
    });
    expect(place.textContent).toContain("The first request");
  });

  it("says what to do when two requests are too large to compare", async () => {
    const huge = threadOf(3, () => "y".repeat(2_000_000));
    const { place } = await openPane(<Inspector />, huge, 3);
    await doing(() => layout.getState().set({ inspectorTab: "diff" }));
    expect(place.textContent).toContain("Too large to compare as text");
    expect(place.textContent).toContain("ullage request FILE");
  });

  it("lists the events of the step and leads to their message", async () => {
    const { place } = await openPane(<Inspector />, big, 2, OFFLOAD);
    await doing(() => layout.getState().set({ inspectorTab: "ledger" }));
    expect(find(place, ".inspector__count").textContent).toMatch(/^Step 2: 1 event/);
    await doing(() => findText(place, ".inspector__ledger .inspector__link", "message").click());
    expect(layout.getState().inspectorTab).toBe("why");
    expect(selection.getState().message).toEqual({ index: 4 });
  });

  it("says of an alarm what is lost", async () => {
    const profile = {
      policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
    } as const;
    const { place } = await openPane(<Inspector />, big, 3, profile);
    await doing(() => layout.getState().set({ inspectorTab: "ledger" }));
    const alarm = find(place, '.inspector__ledger-row[data-action="alarm"]');
    expect(alarm.textContent).toContain("the task, the first user message, is no longer sent");
  });

  it("shows the summary in force with what it covers", async () => {
    const profile = {
      policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 1, maxSummaryTokens: 100 }],
    } as const;
    const { place } = await openPane(<Inspector />, big, 3, profile);
    await doing(() => layout.getState().set({ inspectorTab: "summary" }));
    expect(place.textContent).toContain("In force");
    expect(place.textContent).toMatch(/It stands for \d+ messages/);
    expect(place.querySelectorAll('tr[aria-current="true"]')).toHaveLength(1);
  });

  it("is walked with the arrow keys", async () => {
    const { place } = await openPane(<Inspector />, big, 1);
    const tab = findText(place, '[role="tab"]', "Why");
    await doing(() => tab.focus());
    await press(tab, "ArrowRight");
    expect(layout.getState().inspectorTab).toBe("body");
  });
});
