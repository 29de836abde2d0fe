import { describe, expect, test } from "vitest";
import { requestLayout } from "../../../../core/analysis/layout.ts";
import { outlineOf } from "../../../../core/analysis/outline.ts";
import type { Run } from "../../../../core/engine/run.ts";
import { requestAt } from "../../../../core/engine/request.ts";
import { resultText } from "../../../../core/model/part.ts";
import type { ProfileInput } from "../../../../core/model/profile.ts";
import type { Thread } from "../../../../core/model/thread.ts";
import { Gutter, GUTTER_WIDTH, ribbonOf, ROW_HEIGHT } from "../../../../renderer/panes/columns/gutter.tsx";
import type { Row } from "../../../../renderer/panes/columns/row.ts";
import { AlignedRows } from "../../../../renderer/panes/columns/rows.ts";
import { standsFor } from "../../../../renderer/panes/columns/summary-row.tsx";
import { runOf } from "../../../support/build-thread.ts";
import { draw } from "../../support/draw.tsx";
import { shownOutline } from "../../support/shown-outline.ts";
import { threadOf } from "../../support/panes.tsx";

// What the ribbons say is held against the ledger's events and the request itself: not against the layout that the
// columns are drawn from.
const MOUTH = 20;

function rowsAt(thread: Thread, run: Run, step: number): readonly Row[] {
  const rows = new AlignedRows({
    outline: shownOutline(outlineOf(thread, 1)),
    layout: requestLayout(run, "r", step),
    sameCounter: true,
    folded: false,
  });
  return Array.from({ length: rows.count }, (_, at) => rows.at(at));
}

/** The row of a message in its place. */
function rowOf(rows: readonly Row[], index: number) {
  const row = rows.find((one) => one.kind === "message" && one.index === index);
  if (row?.kind !== "message") throw new Error(`no row of message ${index}`);
  return row;
}

/** What of a row's gutter is in the page. */
async function drawn(row: Row) {
  const { place } = await draw(<Gutter row={row} />);
  return {
    river: place.querySelector(".columns__gutter--river") !== null,
    kept: place.querySelector(".columns__gutter--kept") !== null,
    ribbon: place.querySelector("svg")?.dataset["kind"],
    path: place.querySelector("path")?.getAttribute("d") ?? "",
  };
}

describe("from a result to its preview", () => {
  const thread = threadOf(3, (step) => (step === 2 ? "short" : "low water at the quay ".repeat(400 * step)));
  const profile: ProfileInput = { policies: [{ kind: "offload", thresholdTokens: 1000 }] };

  test("a ribbon is as high on the right as the share of the bytes that the ledger left", async () => {
    const run = runOf(thread, profile);
    const rows = rowsAt(thread, run, 3);
    const event = run.events.find(({ action, step }) => action === "offloaded" && step === 1);
    const share = (event?.after?.bytes ?? NaN) / (event?.before?.bytes ?? NaN);
    expect(share).toBeLessThan(0.5);
    const ribbon = ribbonOf(rowOf(rows, 2));
    expect(ribbon).toMatchObject({ left: MOUTH, kind: "previewed" });
    expect(ribbon?.right).toBeCloseTo(MOUTH * Math.sqrt(share), 6);
    const middle = ROW_HEIGHT / 2;
    const { path } = await drawn(rowOf(rows, 2));
    expect(path.startsWith(`M0 ${middle - MOUTH / 2}C`)).toBe(true);
    expect(path).toContain(` ${GUTTER_WIDTH} ${middle - (ribbon?.right ?? 0) / 2}V`);
  });

  test("goes straight across where all of it is sent", async () => {
    const rows = rowsAt(thread, runOf(thread, profile), 3);
    for (const index of [0, 1, 3, 4]) expect((await drawn(rowOf(rows, index))).kept).toBe(true);
    expect(ribbonOf(rowOf(rows, 4))).toEqual({ left: MOUTH, right: MOUTH, kind: "kept" });
  });
});

describe("from many messages to their summary", () => {
  const thread = threadOf(8, () => "some words ".repeat(200));
  const profile: ProfileInput = {
    policies: [{ kind: "summarize", trigger: { tokens: 2000 }, keepRecent: 2, maxSummaryTokens: 200 }],
  };

  test("a river flows beside just those that the event covered; it says how many and what they were", async () => {
    const run = runOf(thread, profile);
    const fired = run.events.findLast(({ action }) => action === "fired");
    if (!fired) throw new Error("no fire");
    const rows = rowsAt(thread, run, fired.step);
    const covered = fired.detail?.covered ?? 0;
    expect(covered).toBeGreaterThan(3);
    for (let index = 0; index < requestEnd(run, fired.step); index++) {
      const { river, ribbon } = await drawn(rowOf(rows, index));
      expect([index, river]).toEqual([index, index < covered]);
      if (river) expect(ribbon).toBeUndefined();
    }
    const row = rows.find(({ kind }) => kind === "summary");
    if (row?.kind !== "summary") throw new Error("no summary");
    expect(row.covered).toBe(covered);
    const sent = requestAt(run, fired.step).messages[0]?.parts[0];
    const text = sent?.type === "text" ? sent.text : "";
    expect(row.to).toEqual({ tokens: Math.ceil(text.length / 4), bytes: Buffer.byteLength(text) });
    expect(standsFor(row)).toContain(`stands for ${covered} messages`);
  });

  /** Stored messages that a request was made from. */
  function requestEnd(run: Run, step: number): number {
    return run.recording.thread.messages.findIndex(({ id }) => id === `a${step}`);
  }
});

describe("to a ghost", () => {
  const whole = threadOf(4, (step) => `result ${step}`);
  // The result of a call that nobody made: the engine's own repair leaves it out.
  const orphan = {
    id: "t9",
    role: "tool",
    parts: [
      {
        type: "tool-result",
        callId: "nobody",
        isError: false,
        parts: [{ type: "text", text: "who asked?" }],
      },
    ],
  } as const;
  const again = { id: "u2", role: "user", parts: [{ type: "text", text: "go on" }] } as const;
  const thread: Thread = {
    ...whole,
    messages: [...whole.messages.slice(0, 5), again, orphan, ...whole.messages.slice(5)],
  };

  const idOf = (row: Row) => (row.kind === "message" ? (thread.messages[row.index]?.id ?? "") : "");

  test("a ribbon ends in nothing where the request has nothing of the message", async () => {
    const run = runOf(thread, { policies: [{ kind: "window", maxMessages: 5 }] });
    const sent = new Set(requestAt(run, 4).messages.map(({ id }) => id));
    const rows = rowsAt(thread, run, 4);
    const ghosts = thread.messages.flatMap(({ id }, index) => {
      const row = rows.find((one) => one.kind === "message" && one.index === index);
      return row && !sent.has(id) ? [row] : [];
    });
    expect(ghosts.length).toBeGreaterThan(2);
    for (const row of ghosts) {
      expect(ribbonOf(row)?.right).toBe(0);
      expect((await drawn(row)).ribbon).toMatch(/^(?:pruned|repaired)$/);
    }
    const kept = rows.filter((row) => row.kind === "message" && sent.has(idOf(row)));
    expect(kept.length).toBe(sent.size);
    for (const row of kept) expect(ribbonOf(row)?.right).toBe(MOUTH);
  });

  test("and one that was cleared keeps the little that stands in its place", () => {
    const long = threadOf(6, (step) => `result ${step} `.repeat(200));
    const run = runOf(long, {
      policies: [{ kind: "clear-tool-uses", triggerTokens: 1500, keep: 1 }],
    });
    const cleared = run.events.find(({ action }) => action === "cleared");
    const index = long.messages.findIndex(({ id }) => id === cleared?.subject.message);
    const part = requestAt(run, 6).messages[index]?.parts[0];
    const left = Buffer.byteLength(part?.type === "tool-result" ? resultText(part) : "");
    const raw = long.messages[index]?.parts[0];
    const all = Buffer.byteLength(raw?.type === "tool-result" ? resultText(raw) : "");
    expect(ribbonOf(rowOf(rowsAt(long, run, 6), index))).toEqual({
      left: MOUTH,
      right: Math.max(2, MOUTH * Math.sqrt(left / all)),
      kind: "cleared",
    });
  });
});
