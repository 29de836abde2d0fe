import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Checkpoint, resume, takeCheckpoint } from "../../../core/engine/checkpoint.ts";
import { type ReplayOptions, replay, replayWaiting } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import type { Message } from "../../../core/model/message.ts";
import { text } from "../../../core/model/part.ts";
import type { Profile } from "../../../core/model/profile.ts";
import type { Thread } from "../../../core/model/thread.ts";
import type { Usage } from "../../../core/model/usage.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import type { Middleware, State, StateUpdate, ToolOutcome } from "../../../core/policies/middleware.ts";
import { ThreadBuilder } from "../../support/build-thread.ts";
import { randomProfile } from "../../support/random-profile.ts";
import { randomThread } from "../../support/random-thread.ts";

function profileOf(input: Parameters<typeof checkProfile>[0] = { policies: [] }): Profile {
  const { profile } = checkProfile(input);
  if (!profile) throw new Error("a profile with errors");
  return profile;
}

/** A member of a stack that does what it is given. */
function hook(hooks: Partial<Middleware>): Middleware {
  return { kind: "window", writes: [], ...hooks };
}

function runWith(thread: Thread, stack: readonly Middleware[], options: ReplayOptions = {}): Run {
  return replay(thread, profileOf(), { ...options, stack });
}

/** Puts a value under a key. */
function put(key: string, value: unknown): StateUpdate {
  return { key, apply: () => value };
}

/** Two turns; the first calls a tool. */
const thread = new ThreadBuilder({ system: "Be brief." })
  .user("count the boats")
  .call({ id: "a", gives: "seven boats" })
  .say("There are seven.")
  .user("and the piers?")
  .say("Two piers.")
  .build();

function systems(run: Run): (string | null)[] {
  return run.steps.map(({ step }) => requestAt(run, step).system);
}

function resultText(run: Run): string {
  const message = run.stored.at(2);
  return JSON.stringify(message.parts.map((part) => (part.type === "tool-result" ? part.parts : part)));
}

function actions(run: Run): string[] {
  return run.events.map(({ action }) => action);
}

describe("beforeAgent", () => {
  test("runs once a turn, in the order of the stack, and its state is there for the first model call", () => {
    const order: string[] = [];
    const seen: State[] = [];
    const member = (name: string): Middleware =>
      hook({
        writes: [name],
        beforeAgent(input, { turn, state }) {
          order.push(`${name}${turn}:${Object.keys(state).join()}`);
          return { input, updates: [put(name, turn)] };
        },
        wrapModelCall(request, context, next) {
          if (name === "b") seen.push(context.state);
          return next(request);
        },
      });
    runWith(thread, [member("a"), member("b")]);
    expect(order).toEqual(["a1:", "b1:a", "a2:a,b", "b2:a,b"]);
    expect(seen).toEqual([
      { a: 1, b: 1 },
      { a: 1, b: 1 },
      { a: 2, b: 2 },
    ]);
  });

  test("may change the input: it is stored and sent as it was changed", () => {
    const shout = (message: Message): Message => ({ ...message, parts: [text("COUNT!")] });
    const stack = [
      hook({ beforeAgent: ({ message }) => ({ input: { message: message && shout(message) } }) }),
    ];
    const run = runWith(thread, stack);
    expect(requestAt(run, 1).messages[0]?.parts).toEqual([text("COUNT!")]);
    expect(run.stored.at(0).parts).toEqual([text("COUNT!")]);
    expect(thread.messages[0]?.parts).toEqual([text("count the boats")]);
  });

  test("may block the input: the run ends there, what the turn wrote is restored, and the reason is said", () => {
    const run = runWith(thread, [
      hook({ writes: ["k"], beforeAgent: (input, { turn }) => ({ input, updates: [put("k", turn)] }) }),
      hook({ beforeAgent: (input, { turn }) => (turn === 2 ? { block: "no piers here" } : { input }) }),
    ]);
    expect(run.failed).toEqual({ step: 3, message: "the input of the turn was blocked: no piers here" });
    expect(run.stepCount).toBe(2);
    expect(run.state).toEqual({ k: 1 });
    expect(actions(run)).toEqual(["fault", "restored"]);
  });
});

describe("promptSections", () => {
  const section = (name: string): Middleware => hook({ promptSections: () => name });

  test("are collected before every model step in stack order, from the committed state, and not stored", () => {
    const counting = hook({
      writes: ["n"],
      promptSections: (state) => `asked ${Number(state["n"] ?? 0)} times`,
      wrapModelCall: (request, { state }, next) => {
        const response = next(request);
        if (response instanceof Promise) throw new Error("a replay does not wait");
        return { ...response, updates: [put("n", Number(state["n"] ?? 0) + 1)] };
      },
    });
    const run = runWith(thread, [section("first"), counting]);
    expect(systems(run)).toEqual([
      "Be brief.\nfirst\nasked 0 times",
      "Be brief.\nfirst\nasked 1 times",
      "Be brief.\nfirst\nasked 2 times",
    ]);
    expect(thread.system).toBe("Be brief.");
  });

  test("are bounded together, with an event", () => {
    const profile = profileOf({ policies: [], maxPromptSectionTokens: 3 });
    const run = replay(thread, profile, { stack: [section("abcdefgh"), section("ijklmnop")] });
    expect(systems(run)[0]).toBe("Be brief.\nabcdefgh\n");
    expect(run.events[0]).toMatchObject({
      policy: "engine",
      action: "cut",
      measured: { value: 5, unit: "tokens" },
      limit: { name: "maxPromptSectionTokens", value: 3, unit: "tokens" },
    });
  });

  test("that fail end the run", () => {
    const run = runWith(thread, [
      hook({
        promptSections() {
          throw new Error("no almanac");
        },
      }),
    ]);
    expect(run.failed).toEqual({ step: 1, message: "the prompt section of window failed: no almanac" });
    expect(run.stepCount).toBe(0);
  });
});

describe("wrapModelCall", () => {
  test("may call next more than once: every call is counted, whichever response is returned", () => {
    const usage = (input: number): Usage => ({ kind: "reported", input, output: 1 });
    let calls = 0;
    const twice = hook({
      wrapModelCall(request, _context, next) {
        const first = next(request);
        void next(request);
        void next(request);
        return first;
      },
    });
    const run = runWith(thread, [twice], {
      ports: {
        model: (_request, batch) => ({
          message: thread.messages[batch.from] as Message,
          usage: usage(++calls),
        }),
      },
    });
    expect(calls).toBe(9);
    expect(run.accounted).toEqual([2, 3, 5, 6, 8, 9].map(usage));
  });

  test("counts a compressor's calls through accounted", () => {
    const run = runWith(thread, [
      hook({
        wrapModelCall(request, context, next) {
          context.accounted({ usage: { kind: "reported", input: 40, output: 2 } });
          return next(request);
        },
      }),
    ]);
    expect(run.accounted).toEqual(
      Array.from({ length: 3 }, () => ({ kind: "reported", input: 40, output: 2 })),
    );
  });

  test("goes from the first of the stack to the last, and back", () => {
    const order: string[] = [];
    const member = (name: string): Middleware =>
      hook({
        wrapModelCall(request, { step }, next) {
          if (step === 1) order.push(`${name} in`);
          const response = next(request);
          if (step === 1) order.push(`${name} out`);
          return response;
        },
      });
    runWith(thread, [member("a"), member("b")]);
    expect(order).toEqual(["a in", "b in", "b out", "a out"]);
  });

  const asking = hook({
    asking: true,
    writes: ["answer"],
    wrapModelCall(request, context, next) {
      if (context.step !== 2) return next(request);
      const answer = context.ask("How many?");
      const response = next(request);
      if (answer instanceof Promise || response instanceof Promise) throw new Error("a replay does not wait");
      return { ...response, updates: [put("answer", answer)] };
    },
  });

  test("suspends the run when nobody can answer, and goes on from the checkpoint with an answer", () => {
    const checkpoints: Checkpoint[] = [];
    const run = runWith(thread, [asking], {
      beforeBatch: (course, batch) => checkpoints.push(takeCheckpoint(course, batch)),
    });
    expect(run.failed).toEqual({ step: 2, message: "nobody can answer: How many?", asked: "How many?" });
    expect(run.stepCount).toBe(1);
    const last = JSON.parse(JSON.stringify(checkpoints.at(-1))) as Checkpoint;
    const rest = resume(thread, profileOf(), last, { stack: [asking], ports: { answer: () => "all" } });
    expect(rest.failed).toBeUndefined();
    expect(rest.steps.map(({ step }) => step)).toEqual([2, 3]);
    expect(rest.state).toEqual({ answer: "all" });
    expect(rest.events[0]).toMatchObject({ action: "asked", step: 2, detail: { reason: "How many?" } });
  });

  test("may ask only when it is an asking wrapper", () => {
    const { asking: _asking, ...silent } = asking;
    const run = runWith(thread, [silent], { ports: { answer: () => "all" } });
    expect(run.failed?.message).toBe("window asked a question, but is not an asking wrapper");
  });
});

describe("wrapToolCall", () => {
  const giving = (outcome: ToolOutcome): Middleware => hook({ wrapToolCall: () => outcome });

  test("denies with an Error, and short-circuits: what is further in is not called", () => {
    let reached = 0;
    const inner = hook({ wrapToolCall: (call, _context, next) => (reached++, next(call)) });
    const denial = { kind: "error", parts: [text("Denied: not at night")] } as const;
    const run = runWith(thread, [giving(denial), inner]);
    expect(resultText(run)).toContain("Denied: not at night");
    expect(run.stored.at(2).parts[0]).toMatchObject({ type: "tool-result", callId: "a", isError: true });
    expect(reached).toBe(0);
  });

  test("is fatal: the run ends, and the batch is not committed", () => {
    const run = runWith(thread, [giving({ kind: "fatal", reason: "the pier is on fire" })]);
    expect(run.failed).toEqual({ step: 1, message: "the pier is on fire" });
    expect(run.stored.length).toBe(1);
  });

  test("may retry and change the outcome; the last of the stack sees a result first", () => {
    let tries = 0;
    const seen: string[] = [];
    const mark = (name: string): Middleware =>
      hook({
        wrapToolCall(call, _context, next) {
          const outcome = next(call) as ToolOutcome;
          const said =
            outcome.kind === "success" ? outcome.parts.map((part) => ("text" in part ? part.text : "")) : [];
          seen.push(`${name}: ${said.join("")}`);
          return { kind: "success", parts: [text(`${said.join("")}+${name}`)] };
        },
      });
    const retry = hook({
      wrapToolCall(call, _context, next) {
        const first = next(call) as ToolOutcome;
        return first.kind === "error" ? next(call) : first;
      },
    });
    const run = runWith(thread, [mark("a"), mark("b"), retry], {
      ports: {
        tool: () =>
          ++tries === 1
            ? { kind: "error", parts: [text("busy")] }
            : { kind: "success", parts: [text("seven")] },
      },
    });
    expect(tries).toBe(2);
    expect(seen).toEqual(["b: seven", "a: seven+b"]);
    expect(resultText(run)).toContain("seven+b+a");
  });

  const careful = hook({
    wrapToolCall: (call, { approved }, next) =>
      approved ? next(call) : { kind: "needs-approval", reason: "it is dark" },
  });

  test("asks for approval: granted, the call runs with `approved`", () => {
    const run = runWith(thread, [careful], { ports: { approve: () => true } });
    expect(resultText(run)).toContain("seven boats");
    expect(run.stored.at(2)).toBe(thread.messages[2]);
    expect(run.events.map(({ action, subject, detail }) => [action, subject.call, detail?.reason])).toEqual([
      ["asked", "a", "it is dark"],
    ]);
  });

  test("asks for approval: refused, the loop makes an Error that no wrapper sees", () => {
    const outcomes: string[] = [];
    const watching = hook({
      wrapToolCall(call, _context, next) {
        const outcome = next(call) as ToolOutcome;
        outcomes.push(outcome.kind);
        return outcome;
      },
    });
    const run = runWith(thread, [watching, careful], { ports: { approve: () => false } });
    expect(resultText(run)).toContain("Denied: it is dark");
    expect(outcomes).toEqual(["needs-approval"]);
    expect(actions(run)).toEqual(["asked", "denied"]);
  });

  test("a batch is committed as one: its calls do not see each other's state, its updates do", () => {
    const seen: State[] = [];
    const parallel = new ThreadBuilder()
      .user("go")
      .call({ id: "a", gives: "1" }, { id: "b", gives: "2" }, { id: "c", gives: "3" })
      .say("done")
      .build();
    const run = runWith(parallel, [
      hook({
        writes: ["sum"],
        wrapToolCall(call, { state }, next) {
          seen.push(state);
          const outcome = next(call) as ToolOutcome & { readonly kind: "success" };
          const part = outcome.parts[0];
          const value = part?.type === "text" ? Number(part.text) : 0;
          return { ...outcome, updates: [{ key: "sum", apply: (sum) => Number(sum ?? 0) + value }] };
        },
      }),
    ]);
    expect(seen).toEqual([{}, {}, {}]);
    expect(run.state).toEqual({ sum: 6 });
  });
});

describe("afterAgent", () => {
  test("sees the output in reverse order, may change it and write state; history stays", () => {
    const sign = (name: string): Middleware =>
      hook({
        writes: [name],
        afterAgent: ({ message }, { turn }) => ({
          output: { message: { ...message, parts: [...message.parts, text(name)] } },
          updates: [put(name, turn)],
        }),
      });
    const run = runWith(thread, [sign("a"), sign("b")]);
    expect(run.outputs.map(({ turn, message }) => [turn, message.parts])).toEqual([
      [1, [text("There are seven."), text("b"), text("a")]],
      [2, [text("Two piers."), text("b"), text("a")]],
    ]);
    expect(run.state).toEqual({ a: 2, b: 2 });
    expect(run.stored.at(3)).toBe(thread.messages[3]);
  });

  test("may block the output: every key that this turn wrote is restored, the recorded rest goes on", () => {
    const run = runWith(thread, [
      hook({
        writes: ["k", "j"],
        beforeAgent: (input, { turn }) => ({
          input,
          updates: turn === 1 ? [put("k", "kept")] : [put("k", "lost"), put("j", "lost too")],
        }),
        afterAgent: (output, { turn }) => (turn === 2 ? { block: "rude" } : { output }),
      }),
    ]);
    expect(run.state).toEqual({ k: "kept" });
    expect(run.failed).toBeUndefined();
    expect(run.events.map(({ action, detail }) => [action, detail?.note])).toEqual([
      ["fault", undefined],
      ["restored", "k"],
      ["restored", "j"],
    ]);
  });
});

describe("writes", () => {
  const stray = put("theirs", 1);
  const outside = [
    ["beforeAgent", hook({ beforeAgent: (input) => ({ input, updates: [stray] }) })],
    ["afterAgent", hook({ afterAgent: (output) => ({ output, updates: [stray] }) })],
    [
      "wrapModelCall",
      hook({ wrapModelCall: () => ({ message: thread.messages[1] as Message, updates: [stray] }) }),
    ],
    ["wrapToolCall", hook({ wrapToolCall: () => ({ kind: "success", parts: [], updates: [stray] }) })],
  ] as const;

  test.for(outside)("%s: a write to another's key fails the run", ([, member]) => {
    const owner = hook({ kind: "offload", writes: ["theirs"] });
    for (const stack of [[member], [owner, member], [member, owner]])
      expect(runWith(thread, stack).failed?.message).toBe(
        "a hook of window wrote the state key theirs, which is not among its writes",
      );
  });

  test("what comes from further in is passed on without being a write", () => {
    const outer = hook({ wrapToolCall: (call, _context, next) => next(call) });
    const inner = hook({
      writes: ["mine"],
      wrapToolCall: () => ({ kind: "success", parts: [text("x")], updates: [put("mine", 1)] }),
    });
    const run = runWith(thread, [outer, inner]);
    expect(run.failed).toBeUndefined();
    expect(run.state).toEqual({ mine: 1 });
  });
});

describe("a run that has to wait", () => {
  /** The recorded answers, each a turn of the event loop later. */
  function slowly(of: Thread): Partial<NonNullable<ReplayOptions["ports"]>> {
    return {
      model: async (_request, batch) => {
        await Promise.resolve();
        const usage = of.meta?.[batch.from]?.usage;
        const message = of.messages[batch.from] as Message;
        return usage ? { message, usage } : { message };
      },
      tool: async (_call, { result }) => {
        await Promise.resolve();
        return { kind: result.isError ? "error" : "success", parts: result.parts };
      },
    };
  }

  test("is the same run, event for event", async () => {
    await fc.assert(
      fc.asyncProperty(randomThread, randomProfile, async (of, input) => {
        const profile = profileOf(input);
        const now = replay(of, profile);
        const waiting = await replayWaiting(of, profile, { ports: slowly(of), jump: false });
        expect(JSON.stringify(waiting.events)).toBe(JSON.stringify(now.events));
        expect(JSON.stringify(waiting.state)).toBe(JSON.stringify(now.state));
        expect(waiting.stepCount).toBe(now.stepCount);
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 200) },
    );
  });

  test("keeps the identity of a call that is run again after a crash", () => {
    const identities: string[] = [];
    const watch = hook({
      wrapToolCall: (call, _context, next) => (identities.push(call.identity), next(call)),
    });
    let checkpoint: Checkpoint | undefined;
    runWith(thread, [watch], {
      beforeBatch: (course, batch) => {
        if (batch === 1) checkpoint = takeCheckpoint(course, batch);
      },
    });
    resume(thread, profileOf(), checkpoint as Checkpoint, { stack: [watch] });
    expect(identities).toHaveLength(2);
    expect(identities[0]).toBe(identities[1]);
  });

  test("a question that comes later is answered later", async () => {
    const member = hook({
      asking: true,
      async wrapModelCall(request, context, next) {
        await context.ask("ready?");
        return next(request);
      },
    });
    const asked: string[] = [];
    const run = await replayWaiting(thread, profileOf(), {
      stack: [member],
      ports: { answer: (question) => Promise.resolve(asked.push(question)).then(String) },
    });
    expect(asked).toEqual(["ready?", "ready?", "ready?"]);
    expect(run.stepCount).toBe(3);
  });
});
