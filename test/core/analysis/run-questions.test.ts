import { describe, expect, test } from "vitest";
import { askWindow } from "../../../core/analysis/ask-window.ts";
import { maskJson } from "../../../core/analysis/mask-secrets.ts";
import { previewReport } from "../../../core/analysis/preview.ts";
import { readReport } from "../../../core/analysis/read-report.ts";
import { storeReport } from "../../../core/analysis/store-report.ts";
import { summaryReport } from "../../../core/analysis/summary-report.ts";
import { survivalOf } from "../../../core/analysis/survival.ts";
import { why } from "../../../core/analysis/why.ts";
import { WIRE_BYTES, wireReport, wireSize } from "../../../core/analysis/wire-report.ts";
import type { Message } from "../../../core/model/message.ts";
import { WIRE_PROVIDERS } from "../../../core/wire/options.ts";
import { letters } from "../../support/made-secrets.ts";
import { lines, runOf, ThreadBuilder } from "../../support/build-thread.ts";

const log = `${lines(200, 40)}the valve is stuck\n${lines(200, 40)}`;

const spilled = () =>
  runOf(
    new ThreadBuilder({ system: "You mind the pumps." })
      .user("Why does the pump stop?")
      .call({ name: "bash", args: { command: "cat pump.log" }, gives: log })
      .say("I read it.")
      .user("And now?")
      .say("Done.")
      .build(),
    { policies: [{ kind: "spill", spillBytes: 4000, headBytes: 400, tailBytes: 400 }] },
  );

describe("ask the window", () => {
  test("a text that only the spilled file has was never in a request, and the store says where it is", () => {
    const { total, visible, places, stores } = askWindow(spilled(), 3, "the valve is stuck");
    expect([total, visible]).toEqual([1, []]);
    expect(places[0]?.spans).toMatchObject([{ from: 2, to: 3, disposition: "previewed", holds: false }]);
    expect(places[0]?.spans[0]?.because?.action).toBe("spilled");
    expect(places[0]?.spans[0]?.sentence).toContain("spill wrote it to a file");
    expect(stores).toMatchObject([{ line: 201 }]);
  });

  test("what is said is visible from the request after it, and the system prompt always", () => {
    expect(askWindow(spilled(), 1, "And now?").visible).toEqual([{ from: 3, to: 3 }]);
    expect(askWindow(spilled(), 1, "mind the pumps")).toMatchObject({
      system: true,
      visible: [{ from: 1, to: 3 }],
    });
    expect(askWindow(spilled(), 1, "no such words")).toMatchObject({ total: 0, visible: [], places: [] });
  });

  test("what a summary covers left with the fire, and the summary says whether it still has it", () => {
    const thread = new ThreadBuilder().user(`The berth is number 41. ${"wait ".repeat(300)}`);
    for (let at = 0; at < 6; at++) thread.say(`thought ${at} ${"more ".repeat(60)}`).user(`go on ${at}`);
    const compressor = { kind: "fixed", text: "It is about berth 41." } as const;
    const run = runOf(thread.say("end").build(), {
      policies: [
        { kind: "summarize", trigger: { tokens: 600 }, keepRecent: 3, compressor, maxSummaryTokens: 60 },
      ],
    });
    const fired = run.events.find(({ action }) => action === "fired");
    const lost = askWindow(run, 7, "The berth is number");
    expect(lost.visible).toEqual([{ from: 1, to: (fired?.step ?? 0) - 1 }]);
    expect(lost.places[0]?.spans.at(-1)).toMatchObject({ disposition: "summarised", holds: false });
    expect(lost.places[0]?.spans.at(-1)?.because?.seq).toBe(fired?.seq);
    expect(lost.summaries.every(({ holds }) => !holds)).toBe(true);
    const kept = askWindow(run, 7, "berth 41");
    expect(kept.summaries.length).toBeGreaterThan(0);
    expect(kept.summaries.every(({ holds }) => holds)).toBe(true);
    expect(kept.visible).toEqual([{ from: fired?.step, to: 7 }]);
  });
});

describe("why", () => {
  test("a message that no policy looked at by itself still met the rules on the whole request", () => {
    const run = runOf(new ThreadBuilder().user("Hello.").say("Hi.").user("Go on.").say("Done.").build(), {
      policies: [{ kind: "summarize", trigger: { tokens: 500 } }],
    });
    const card = why(run, 2, { index: 0 });
    expect([card.disposition, card.events]).toEqual(["kept", []]);
    expect(card.request?.events.map(({ policy, action, limit }) => [policy, action, limit?.value])).toEqual([
      ["summarize", "passed", 500],
    ]);
    expect(card.request?.sentences[0]).toContain("tokens ≤ trigger.tokens 500");
  });
});

describe("previews", () => {
  test("head, notice, what is left out, tail: with the lines of the original", () => {
    const run = spilled();
    const [part] = previewReport(run, 2, 2).parts;
    expect(part?.stretches.map(({ kind, lines: at }) => [kind, at?.from, at?.to])).toEqual([
      ["head", 1, 10],
      ["notice", undefined, undefined],
      ["omitted", 11, 391],
      ["tail", 392, 401],
    ]);
    expect(part?.store).toMatchObject({ kind: "whole", storedBytes: log.length });
    expect(part?.verdict).toEqual({ against: "store", holds: true, partial: false });
    expect(part?.tool).toBe("bash");
  });

  test("a read of the stored copy costs its call and its answer, by the run's counter", () => {
    const run = spilled();
    const path = previewReport(run, 2, 2).parts[0]?.store.path ?? "";
    const read = readReport(run, 2, path, { offset: 201, limit: 1 }, 1000);
    expect(read).toMatchObject({
      isError: false,
      text: "the valve is stuck\n",
      from: 201,
      to: 201,
      of: 401,
      next: "202",
    });
    expect(read.answerTokens).toBe(Math.ceil("the valve is stuck\n".length / 4));
    expect(JSON.parse(read.call.arguments)).toEqual({ path, offset: 201, limit: 1 });
    expect(read.callTokens).toBe(
      Math.ceil(read.call.name.length / 4) + Math.ceil(read.call.arguments.length / 4),
    );
    expect(readReport(run, 2, path, { search: "valve" }, 5)).toMatchObject({ text: "the v", omitted: 14 });
    expect(readReport(run, 1, path, {}, 100).isError).toBe(true);
  });

  test("a result that was covered before any request held it is shown as it is stored, not as nobody saw it", () => {
    const compressor = { kind: "fixed", text: "It was read." } as const;
    const run = runOf(
      new ThreadBuilder()
        .user("Read the log.")
        .call({ gives: lines(400, 100), error: true })
        .result("nobody", "")
        .say("I read it.")
        .build(),
      {
        policies: [
          { kind: "spill", spillBytes: 0, maxToolOutputBytes: 6000 },
          { kind: "offload", thresholdTokens: 1000 },
          { kind: "summarize", trigger: { messages: 1 }, keepRecent: 1, compressor, maxSummaryTokens: 60 },
        ],
      },
    );
    const { sent, parts } = previewReport(run, 2, 2);
    expect([sent, parts[0]?.disposition]).toEqual([false, "summarised"]);
    expect(parts[0]?.events.map(({ policy, action }) => [policy, action])).toEqual([["spill", "cut"]]);
    expect(parts[0]?.shown.bytes).toBe(run.events.find(({ action }) => action === "cut")?.after?.bytes);
    expect(parts[0]?.verdict).toEqual({ against: "recording", holds: true, partial: false });
  });

  test("a message that is not there yet has no preview, and one that nothing was cut from has no parts", () => {
    expect(() => previewReport(spilled(), 1, 2)).toThrow(RangeError);
    expect(previewReport(spilled(), 2, 0).parts).toEqual([]);
  });
});

describe("stores", () => {
  const thread = () => {
    const builder = new ThreadBuilder().user("Read them all.");
    for (let at = 0; at < 4; at++) builder.call({ gives: `${at}\n${"x".repeat(5000)}` });
    return builder.say("Done.").build();
  };

  test("the oldest leaves when the bound is reached, and the message that names it points at nothing", () => {
    const run = runOf(thread(), {
      policies: [{ kind: "offload", thresholdTokens: 1000, maxResultBytes: 9000, maxTotalBytes: 11_000 }],
    });
    const { stores, dangling, orphans, lost } = storeReport(run, 5);
    const [offload] = stores;
    expect(
      offload?.left.map(({ leftBecause, references, index }) => [leftBecause, references, index]),
    ).toEqual([
      ["evicted", [2], 2],
      ["evicted", [4], 4],
    ]);
    expect(offload?.left[0]?.because?.action).toBe("evicted");
    expect(offload?.live.map(({ index, nextVictim }) => [index, nextVictim])).toEqual([
      [6, true],
      [8, false],
    ]);
    expect(offload?.bound).toMatchObject({ name: "maxTotalBytes", value: 11_000 });
    expect(offload?.fill.every((bytes) => bytes <= 11_000)).toBe(true);
    expect(dangling.map(({ index }) => index)).toEqual([2, 4]);
    expect(dangling[0]?.reason).toContain("evicted to make room");
    expect([orphans, lost]).toEqual([[], []]);
  });

  test("a covered task is told as lost, with the fire that took it", () => {
    const builder = new ThreadBuilder().user(`The task. ${"words ".repeat(500)}`);
    for (let at = 0; at < 5; at++) builder.call({ gives: "y".repeat(2000) });
    const run = runOf(builder.say("Done.").build(), {
      policies: [
        {
          kind: "summarize",
          trigger: { tokens: 1500 },
          keepRecent: 2,
          maxSummaryTokens: 100,
          compressor: { kind: "fixed", text: "Some of it was read." },
        },
      ],
    });
    const { lost } = storeReport(run, 6);
    expect(lost.map(({ what, index, because }) => [what, index, because?.action])).toEqual([
      ["task", 0, "fired"],
      ["newest-user", 0, "fired"],
    ]);
    expect(storeReport(run, 1).lost).toEqual([]);
  });
});

describe("summaries", () => {
  const said = (id: string, text: string): Message => ({
    id,
    role: "assistant",
    parts: [{ type: "text", text }],
  });

  test("facts are found again in the summary, elsewhere in the request, or nowhere", () => {
    const messages: Message[] = [
      said("a", "See src/pumps/valve.ts and harbour.csv. The limit is 4,200 and openValve() uses MAX_FLOW."),
      said("b", "I chose the slow path because the fix is safer."),
      {
        id: "c",
        role: "tool",
        parts: [
          {
            type: "tool-result",
            callId: "1",
            isError: true,
            parts: [{ type: "text", text: "Error: no such berth" }],
          },
        ],
      },
    ];
    const summary = "src/pumps/valve.ts: limit 4,200. Error: no such berth";
    const { survival, facts } = survivalOf(messages, [0, 1, 2], said("s", summary), [
      said("d", "openValve again"),
    ]);
    const fate = (text: string) => facts.find((fact) => fact.text.includes(text));
    expect(fate("valve.ts")).toMatchObject({ kind: "path", kept: true });
    expect(fate("harbour.csv")).toMatchObject({ kind: "path", kept: false, sent: false });
    expect(fate("4,200")).toMatchObject({ kind: "number", kept: true, first: 0 });
    expect(fate("openValve")).toMatchObject({ kind: "identifier", kept: false, sent: true });
    expect(fate("MAX_FLOW")).toMatchObject({ kind: "identifier", kept: false, sent: false });
    expect(fate("no such berth")).toMatchObject({ kind: "error", kept: true, first: 2 });
    expect(fate("chose the slow path")).toMatchObject({ kind: "decision", kept: false });
    expect(survival.map(({ kind, total, lost }) => [kind, total, lost])).toEqual([
      ["path", 2, 1],
      ["identifier", 2, 1],
      ["number", 1, 0],
      ["error", 1, 0],
      ["decision", 1, 1],
    ]);
  });

  test("versions say what is new in them, what held the cut, and what the bound cut off", () => {
    const builder = new ThreadBuilder().user("Go.");
    for (let at = 0; at < 14; at++)
      builder.call({ id: `a${at}`, gives: "z".repeat(1200) }, { id: `b${at}`, gives: "z".repeat(1200) });
    const compressor = { kind: "fixed", text: `${"word ".repeat(200)}` } as const;
    const run = runOf(builder.say("Done.").build(), {
      policies: [
        { kind: "summarize", trigger: { tokens: 2500 }, keepRecent: 2, compressor, maxSummaryTokens: 64 },
      ],
    });
    const { versions, inForce } = summaryReport(run, run.stepCount);
    expect(versions.length).toBeGreaterThan(1);
    expect(inForce).toBe(versions.length - 1);
    versions.forEach((version, at) => {
      expect(version.from).toBe(at === 0 ? 0 : (versions[at - 1]?.to ?? -1));
      expect(version.cutBytes).toBeGreaterThan(600);
      expect(version.tokens).toBeLessThanOrEqual(version.bound);
      expect(version.replaced).toBeGreaterThan(version.tokens);
      if (version.to === version.cutWanted) expect(version.heldBy).toBeUndefined();
      else expect([version.heldBy, version.heldTo]).toEqual([version.to, version.to + 2]);
    });
  });
});

describe("the wire", () => {
  const key = `sk-ant-${"a1B2c3D4e5".repeat(4)}`;
  const run = () =>
    runOf(
      new ThreadBuilder()
        .user(`My key is ${key}.`)
        .call({ args: { password: "hunter22-hunter" }, gives: key })
        .say("ok")
        .build(),
      {
        policies: [],
      },
    );

  test("secrets are in none of its three forms, and are counted", () => {
    for (const provider of ["anthropic", "openai-chat", "openai-responses", "gemini"] as const) {
      const { text, curl, sdk, masked } = wireReport(run(), 2, provider);
      for (const shown of [text, curl, sdk]) {
        expect(shown).not.toContain(key);
        expect(shown).toContain("[Anthropic API key masked]");
      }
      expect(masked).toBeGreaterThanOrEqual(2);
    }
    expect(maskJson({ password: "hunter22-hunter", list: ["plain"] })).toEqual({
      value: { password: "[credential masked]", list: ["plain"] },
      count: 1,
    });
  });

  test("a body past the gate is not built", () => {
    const large = runOf(
      new ThreadBuilder()
        .user("x".repeat(WIRE_BYTES + 1))
        .say("ok")
        .build(),
      { policies: [] },
    );
    expect(wireReport(large, 1, "anthropic")).toMatchObject({ tooLarge: true, text: "", curl: "", sdk: "" });
    const counted = WIRE_BYTES + 1;
    expect(wireSize(large, 1, "anthropic")).toEqual({ tooLarge: true, bytes: counted, counted });
  });

  test("how large a body is, is told of the body itself, as it is without its secrets", () => {
    const key = `ghp_${letters.slice(0, 36)}`;
    const run = runOf(
      new ThreadBuilder().user(`Use ${key}, für Öl.`).say("ok").user("More").say("ok").build(),
      {
        policies: [],
      },
    );
    for (const provider of WIRE_PROVIDERS) {
      const [first, second] = [1, 2].map((step) => wireReport(run, step, provider));
      expect([first?.masked, second?.masked]).toEqual([1, 1]);
      expect([1, 2].map((step) => wireSize(run, step, provider).bytes)).toEqual(
        [first, second].map((report) => new TextEncoder().encode(report?.text).length),
      );
      expect(() => wireSize(run, 3, provider)).toThrow(RangeError);
    }
  });
});
