import fc from "fast-check";
import { expect, test } from "vitest";
import { requestAt } from "../../../core/engine/request.ts";
import type { Run } from "../../../core/engine/run.ts";
import { chars4 } from "../../../core/model/counter.ts";
import type { Message } from "../../../core/model/message.ts";
import { type Part, text } from "../../../core/model/part.ts";
import type { PolicyInputOf } from "../../../core/model/profile.ts";
import { COLUMN, sizeOf } from "../../../core/model/size.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { randomThread } from "../../support/random-thread.ts";
import { runOf } from "../../support/build-thread.ts";

// Slow, obvious versions of the policies that shape requests, over plain arrays of messages.
const COUNTING = { counter: chars4, mediaTokens: 1500 };
const tokensOf = (thread: Thread, messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + (sizeOf(message, COUNTING)[COLUMN.tokens] ?? 0), 0) +
  Math.ceil((thread.system ?? "").length / 4) +
  thread.tools.reduce((sum, tool) => sum + Math.ceil(JSON.stringify(tool).length / 4), 0);

/** The turns of a request, the first perhaps without a user message. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages)
    if (message.role === "user" || turns.length === 0) turns.push([message]);
    else turns.at(-1)?.push(message);
  return turns;
}

type Budget = Partial<Omit<PolicyInputOf<"window">, "kind">>;

/** Takes one turn after the other out, in an order of its own, until the rest fits. */
function windowed(
  messages: readonly Message[],
  strategy: string,
  turns: number,
  fits: (kept: readonly Message[]) => boolean,
): readonly Message[] {
  if (fits(messages)) return messages;
  let kept = turnsOf(messages);
  if (!kept.some(([first]) => first?.role === "user")) return messages;
  if (kept[0]?.[0]?.role !== "user") kept = kept.slice(1);
  if (strategy === "recent-turns") kept = kept.slice(-turns);
  let head = Math.ceil((kept.length - 1) / 2);
  let removed = 0;
  const old = kept.length - 1;
  while (!fits(kept.flat()) && kept.length > 1) {
    removed++;
    if (strategy === "middle-out") head = Math.ceil((old - removed) / 2);
    else head = 0;
    const all = strategy === "middle-out" ? middleOf(messages, head, removed) : kept.slice(1);
    kept = all;
  }
  return kept.flat();
}

function middleOf(messages: readonly Message[], head: number, removed: number): Message[][] {
  let turns = turnsOf(messages);
  if (turns[0]?.[0]?.role !== "user") turns = turns.slice(1);
  return turns.toSpliced(head, removed);
}

const sent = (run: Run, step: number): readonly Message[] => requestAt(run, step).messages;

test("window: what is sent is what a loop over turns leaves", () => {
  fc.assert(
    fc.property(
      randomThread,
      fc.constantFrom("oldest-first", "middle-out", "recent-turns", "adaptive"),
      fc.constantFrom(1, 2, 3),
      fc.oneof(
        fc.constantFrom(10, 100, 500, 3000).map((maxTokens): Budget => ({ maxTokens })),
        fc.constantFrom(1, 2, 4, 7).map((maxMessages): Budget => ({ maxMessages })),
      ),
      (thread, strategy, turns, budget) => {
        const plain = runOf(thread, { policies: [] });
        const run = runOf(thread, { policies: [{ kind: "window", ...budget, strategy, turns }] });
        const size = (kept: readonly Message[]): number =>
          budget.maxMessages === undefined ? tokensOf(thread, kept) : kept.length;
        const limit = budget.maxMessages ?? budget.maxTokens ?? 0;
        for (const { step } of plain.steps) {
          const whole = sent(plain, step);
          const by = (name: string): readonly Message[] =>
            windowed(whole, name, turns, (kept) => size(kept) <= limit);
          const oldest = by("oldest-first");
          const middle = by("middle-out");
          const expected =
            strategy === "adaptive" ? (size(middle) > size(oldest) ? middle : oldest) : by(strategy);
          expect(sent(run, step)).toEqual(expected);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** Where a result stands in the raw thread, and the tool that gave it. */
interface Answer {
  readonly key: string;
  readonly tool: string;
}

/** The results that answer a call before a message, in order. */
function answers(thread: Thread, end: number): Answer[] {
  const found: Answer[] = [];
  let open: { readonly id: string; readonly tool: string }[] = [];
  thread.messages.slice(0, end).forEach((message, index) => {
    if (message.role !== "tool")
      open = message.parts.flatMap((part) =>
        part.type === "tool-call" ? [{ id: part.callId, tool: part.name }] : [],
      );
    message.parts.forEach((part, at) => {
      if (part.type !== "tool-result") return;
      const call = open.findIndex(({ id }) => id === part.callId);
      if (call === -1) return;
      found.push({ key: `${index}/${at}`, tool: open[call]?.tool ?? "" });
      open = open.toSpliced(call, 1);
    });
  });
  return found;
}

/** A thread as it is sent with some results cleared: repaired by the product's own empty stack. */
function withCleared(thread: Thread, cleared: ReadonlySet<string>): Thread {
  const clear = (part: Part, key: string): Part =>
    part.type === "tool-result" && cleared.has(key)
      ? { ...part, parts: [text("[tool result cleared]")] }
      : part;
  const messages = thread.messages.map((message, index) => ({
    ...message,
    parts: message.parts.map((part, at) => clear(part, `${index}/${at}`)),
  }));
  return { ...thread, messages };
}

test("clear-tool-uses: what is sent is what clearing by hand gives", () => {
  fc.assert(
    fc.property(
      randomThread,
      fc.constantFrom(1, 100, 500, 3000),
      fc.constantFrom(0, 1, 2, 5),
      fc.constantFrom(0, 40, 400),
      fc.constantFrom<string[]>([], ["bash"]),
      (thread, triggerTokens, keep, clearAtLeast, excludeTools) => {
        const policy = { kind: "clear-tool-uses", triggerTokens, keep, clearAtLeast, excludeTools } as const;
        const run = runOf(thread, { policies: [policy] });
        let cleared: ReadonlySet<string> = new Set();
        let through = 0;
        for (const { step, message } of run.steps) {
          const now = sent(runOf(withCleared(thread, cleared), { policies: [] }), step);
          const before = tokensOf(thread, now);
          const all = answers(thread, message);
          const old = all.slice(0, Math.max(0, all.length - keep));
          if (before > triggerTokens && old.length > through) {
            const next = new Set([
              ...cleared,
              ...old.filter(({ tool }) => !excludeTools.includes(tool)).map(({ key }) => key),
            ]);
            const after = tokensOf(thread, sent(runOf(withCleared(thread, next), { policies: [] }), step));
            if (before - after >= Math.max(1, clearAtLeast)) {
              cleared = next;
              through = old.length;
            }
          }
          expect(sent(run, step)).toEqual(sent(runOf(withCleared(thread, cleared), { policies: [] }), step));
        }
      },
    ),
    { numRuns: 200 },
  );
});
