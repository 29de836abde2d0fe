import { describe, expect, test } from "vitest";
import { outlineOf } from "../../../../core/analysis/outline.ts";
import { replayDocument } from "../../../../core/analysis/replay-document.ts";
import { runView } from "../../../../core/analysis/run-view.ts";
import { CATEGORIES } from "../../../../core/contract/run-view.ts";
import { sentRun, shownRun } from "../../../../core/contract/step-columns.ts";
import { replay } from "../../../../core/engine/replay.ts";
import type { Action, LedgerEvent } from "../../../../core/model/event.ts";
import type { ProfileInput } from "../../../../core/model/profile.ts";
import { effectiveProfile } from "../../../../core/policies/defaults.ts";
import { CATEGORY_LOOKS } from "../../../../renderer/data/vocabulary.ts";
import { chartData, TOTAL_LINES } from "../../../../renderer/panes/timeline/chart-data.ts";
import { ACTION_LOOKS, type StripId } from "../../../../renderer/panes/timeline/markers.ts";
import { thresholds } from "../../../../renderer/panes/timeline/thresholds.ts";
import { GAUGE, paint, type StackMode, STRIP, stripY } from "../../../../renderer/widgets/chart/paint.ts";
import { bandLeft, bandMiddle, type Plot, yOf } from "../../../../renderer/widgets/chart/scale.ts";
import { drawShape } from "../../../../renderer/widgets/chart/shapes.ts";
import { ThresholdHandle } from "../../../../renderer/widgets/chart/threshold-handle.tsx";
import { secondTopOf, topOf } from "../../../../renderer/widgets/chart/top.ts";
import { readText } from "../../../support/import-text.ts";
import type { ReplayedStep } from "../../../e2e/support/command-line.ts";
import { madeUpThread } from "../../../support/made-up-thread.ts";
import { draw, find } from "../../support/draw.tsx";
import { DrawnCanvas } from "../../support/drawn-canvas.ts";

// What the canvas shows is held against the ledger and against what `ullage replay` prints of the same run.
const PROFILE: ProfileInput = {
  policies: [
    { kind: "offload", thresholdTokens: 100, previewLines: 3, tailLines: 1, maxTotalBytes: 4000 },
    { kind: "summarize", trigger: { tokens: 1300 }, keepRecent: 4 },
    { kind: "runtime-limit", maxLines: 12 },
  ],
};
const plot: Plot = { left: 66, top: 10, width: 21 * 24, height: 200 };
/** The agent's own compaction, before the message at that index. */
const MARK = { kind: "compaction" as const, at: 5, label: "compacted" };

function made(profile = PROFILE) {
  const [thread] = readText(madeUpThread({ calls: 20 })).threads;
  if (!thread) throw new Error("no thread");
  const run = replay(thread, effectiveProfile(profile));
  const view = runView(run, { run: "r", transcript: 1, milliseconds: 0, problems: { errors: [], dead: [] } });
  const outline = { ...outlineOf(thread, 1), marks: [MARK] };
  const data = chartData(shownRun(sentRun(view)), outline, { hiddenCategories: [], hiddenLines: [] });
  const document = replayDocument(run, { name: "", format: "", bytes: 0, sha256: "" });
  const steps = document.steps as readonly ReplayedStep[];
  const { max, above } = topOf(data, []);
  const second = secondTopOf(data, []);
  return { run, view, outline, data, steps, max, above, second };
}

type Made = ReturnType<typeof made>;

function painted({ data, max, above, second }: Made, mode: StackMode): DrawnCanvas {
  const canvas = new DrawnCanvas();
  const painting = {
    data,
    plot,
    max,
    above,
    second,
    mode,
    formatValue: String,
    colour: String,
    font: "11px x",
  };
  paint(canvas.context(), painting, 600, 320);
  return canvas;
}

/** Heights of a category's rectangles by step, from 0. */
function heights(canvas: DrawnCanvas, colour: string): ReadonlyMap<number, number> {
  return new Map(
    DrawnCanvas.rects(canvas.whileSet("fillStyle", colour)).map(([left, , , height]) => [
      Math.round(((left - plot.left) / plot.width) * 21),
      height,
    ]),
  );
}

describe("the stack", () => {
  test("has every category of every step as high as its tokens are", () => {
    const run = made();
    const canvas = painted(run, "absolute");
    for (const [at, step] of run.view.steps.entries()) {
      let sum = 0;
      for (const [place, category] of CATEGORIES.entries()) {
        const tokens = step.categories[place] ?? 0;
        const height = heights(canvas, CATEGORY_LOOKS[category].colour).get(at) ?? 0;
        expect(height).toBeCloseTo((tokens / run.max) * plot.height, 6);
        sum += height;
      }
      expect(sum).toBeCloseTo(((run.steps[at]?.request.tokens ?? 0) / run.max) * plot.height, 6);
    }
  });

  test("by share fills the plot at every step, each category with its part of the request", () => {
    const run = made();
    const canvas = painted(run, "share");
    for (const [at, step] of run.view.steps.entries()) {
      const parts = CATEGORIES.map((category, place) => {
        const height = heights(canvas, CATEGORY_LOOKS[category].colour).get(at) ?? 0;
        const whole = run.steps[at]?.request.tokens ?? 1;
        expect(height / plot.height).toBeCloseTo((step.categories[place] ?? 0) / whole, 6);
        return height;
      });
      expect(parts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(plot.height, 6);
    }
    // No line over it: tokens are no shares.
    expect(canvas.drawn).not.toContainEqual(["lineWidth", 1.6]);
  });
});

test("raw, outgoing and keep-recent are lines at the engine's own figures, each with dashes of its own", () => {
  const run = made();
  const canvas = painted(run, "absolute");
  const figure = {
    raw: (at: number) => run.steps[at]?.raw.tokens,
    outgoing: (at: number) => run.steps[at]?.request.tokens,
    recent: (at: number) => run.view.steps[at]?.recent,
  };
  const dashes = TOTAL_LINES.filter(({ id }) => id in figure).map(({ id, colour }) => {
    const drawn = canvas.whileSet("strokeStyle", colour);
    expect(drawn[0]).toEqual(["lineWidth", 1.6]);
    const points = drawn.filter(([name]) => name === "moveTo" || name === "lineTo");
    for (let at = 0; at < run.steps.length; at++) {
      const y = yOf(figure[id as keyof typeof figure](at) ?? NaN, run.max, plot);
      const x = bandLeft(at, run.steps.length, plot);
      expect(points).toContainEqual([at === 0 ? "moveTo" : "lineTo", x, expect.closeTo(y, 6)]);
    }
    return JSON.stringify(drawn.find(([name]) => name === "setLineDash"));
  });
  expect(new Set(dashes).size).toBe(3);
});

describe("a trigger in messages", () => {
  const MESSAGES: ProfileInput = {
    policies: [{ kind: "summarize", trigger: { messages: 12 }, keepRecent: 4 }],
  };
  const colour = TOTAL_LINES.find(({ id }) => id === "messages")?.colour ?? "";

  test("has a line at what the ledger says was counted, on a scale of its own at the right", () => {
    const run = made(MESSAGES);
    const top = run.second ?? NaN;
    const canvas = painted(run, "absolute");
    const points = canvas.whileSet("strokeStyle", colour).filter(([name]) => name.endsWith("To"));
    for (let at = 0; at < run.steps.length; at++) {
      const counted = run.run.events.find(
        ({ step, policy }) => step === at + 1 && policy === "summarize",
      )?.measured;
      expect(counted?.unit).toBe("messages");
      const y = plot.top + plot.height * (1 - (counted?.value ?? NaN) / top);
      const x = bandLeft(at, run.steps.length, plot);
      expect(points).toContainEqual([at === 0 ? "moveTo" : "lineTo", x, expect.closeTo(y, 6)]);
    }
    const labels = canvas.whileSet("fillStyle", colour).filter(([name]) => name === "fillText");
    expect(labels.length).toBeGreaterThan(2);
    for (const [, text, x, y] of labels) {
      expect(x).toBe(plot.left + plot.width + 6);
      expect(y).toBeCloseTo(plot.top + plot.height * (1 - Number(text) / top), 6);
    }
    // What is told of tokens keeps its own scale, and shares have neither.
    expect(run.max).toBe(topOf({ ...run.data, lines: run.data.lines.slice(0, -1) }, []).max);
    expect(painted(run, "share").whileSet("fillStyle", colour)).toEqual([]);
  });

  test("is a level on that scale: its line is crossed just where the summary is written", async () => {
    const run = made(MESSAGES);
    const [level] = thresholds(run.view, MESSAGES);
    if (!level || run.second === undefined) throw new Error("no level");
    expect(level).toMatchObject({ scale: "second", value: 12, tag: "summarize past 12 messages" });
    const { place } = await draw(
      <ThresholdHandle threshold={level} plot={plot} max={run.second} tagY={0} onHold={() => {}} />,
    );
    const y = Number.parseFloat(find(place, ".chart-level").style.top);
    const over = painted(run, "absolute")
      .whileSet("strokeStyle", colour)
      .flatMap(([name, x, at]) => (name.endsWith("To") && Number(at) < y - 0.001 ? [Number(x)] : []));
    const fired = run.run.events.flatMap(({ action, step }) => (action === "fired" ? [step] : []));
    const lefts = fired.map((step) => bandLeft(step - 1, run.steps.length, plot));
    expect(fired.length).toBeGreaterThan(0);
    for (const left of lefts) expect(over).toContain(left);
    expect(
      over.filter((x) =>
        run.steps.some(
          (_, at) =>
            bandLeft(at, run.steps.length, plot) === x && !fired.includes(at + 1) && !fired.includes(at),
        ),
      ),
    ).toEqual([]);
  });
});

test("the trigger and the window are levels where their values lie", async () => {
  const { view, max } = made();
  const levels = thresholds(view, PROFILE);
  expect(levels.map(({ value }) => value)).toEqual([1300, 200_000]);
  const [trigger, window] = levels;
  if (!trigger || !window) throw new Error("no levels");
  for (const [threshold, scale, top] of [
    [trigger, max, yOf(1300, max, plot)],
    [window, 400_000, plot.top + plot.height / 2],
    [window, max, plot.top],
  ] as const) {
    const { place } = await draw(
      <ThresholdHandle threshold={threshold} plot={plot} max={scale} tagY={0} onHold={() => {}} />,
    );
    expect(Number.parseFloat(find(place, ".chart-level").style.top)).toBeCloseTo(top, 3);
    expect(find(place, ".chart-level__tag").textContent?.startsWith("↑")).toBe(threshold.value > scale);
  }
});

describe("markers", () => {
  /** What the ledger says happened at each step, the weightiest of a strip. */
  function told(events: readonly LedgerEvent[]): ReadonlyMap<string, Action> {
    const most = new Map<string, Action>();
    for (const { action, step } of events) {
      const look = ACTION_LOOKS[action];
      const key = look && `${look.strip} ${step}`;
      const there = key === undefined ? undefined : most.get(key);
      if (key !== undefined && (there === undefined || (ACTION_LOOKS[there]?.weight ?? 0) < look!.weight))
        most.set(key, action);
    }
    return most;
  }

  test("stand at the step of every fire, eviction, cut and alarm of the ledger, and nowhere else", () => {
    const run = made();
    const canvas = painted(run, "absolute");
    const expected = told(run.run.events);
    const actions = new Set(run.run.events.map(({ action }) => action));
    for (const action of ["fired", "offloaded", "evicted", "limited", "alarm"] as const)
      expect(actions).toContain(action);
    const strips = run.data.strips.map(({ id }) => id);
    for (const strip of ["stored", "request", "alerts"] satisfies StripId[])
      for (let step = 1; step <= run.steps.length; step++)
        for (const [action, look] of Object.entries(ACTION_LOOKS)) {
          if (look.strip !== strip) continue;
          const wanted = new DrawnCanvas();
          const x = bandMiddle(step - 1, run.steps.length, plot);
          drawShape(wanted.context(), look.shape, look.colour, x, stripY(plot, strips.indexOf(strip)), 4);
          const shown = expected.get(`${strip} ${step}`);
          const same = shown !== undefined && sameLook(shown, action as Action);
          expect([step, action, canvas.count(wanted.drawn)]).toEqual([step, action, same ? 1 : 0]);
        }
  });

  function sameLook(a: Action, b: Action): boolean {
    const [one, other] = [ACTION_LOOKS[a], ACTION_LOOKS[b]];
    return one?.shape === other?.shape && one?.colour === other?.colour;
  }

  test("show the agent's own compaction at the first request after it", () => {
    const run = made();
    const step = run.outline.steps.findIndex((message) => message >= MARK.at);
    const wanted = new DrawnCanvas();
    const at = run.data.strips.findIndex(({ id }) => id === "recorded");
    const x = bandMiddle(step, run.steps.length, plot);
    drawShape(wanted.context(), "diamond", "var(--mark)", x, stripY(plot, at), 4);
    expect(painted(run, "absolute").count(wanted.drawn)).toBe(1);
  });
});

test("the cache strip is as full as the prefix, and breaks where `ullage replay` gives a reason", () => {
  const run = made();
  const canvas = painted(run, "absolute");
  const rects = DrawnCanvas.rects(canvas.drawn.filter(([name]) => name === "fillRect"));
  const top = plot.top + plot.height + 19 + STRIP * run.data.strips.length;
  const breaks = canvas.drawn.flatMap((one, at) =>
    one[0] === "fillStyle" && one[1] === "var(--danger)" && canvas.drawn[at + 1]?.[0] === "fillRect"
      ? [canvas.drawn[at + 1]?.[1]]
      : [],
  );
  for (const [at, { cache, request }] of run.steps.entries()) {
    const left = bandLeft(at, run.steps.length, plot);
    const height = (GAUGE - 4) * (cache.prefixTokens / request.tokens);
    expect(rects).toContainEqual([
      left,
      expect.closeTo(top + GAUGE - 4 - height, 6),
      expect.any(Number),
      expect.closeTo(height, 6),
    ]);
    expect(breaks.includes(left)).toBe(cache.breakReason !== null);
  }
  expect(breaks.length).toBeGreaterThan(0);
});
