import fc from "fast-check";
import type { Message } from "../../core/model/message.ts";
import type { ContentPart, Part, ToolCallPart, ToolResultPart } from "../../core/model/part.ts";
import type { Thread } from "../../core/model/thread.ts";
import { longText, shortText } from "./random-text.ts";

/** Ids that providers and attackers really give: reused, empty, long, climbing, alike. */
const CALL_IDS = [
  "call_1",
  "call_2",
  "",
  "a.b/c",
  "a_b_c",
  "A_B_C",
  "../../etc/passwd",
  "x".repeat(2048),
  "__proto__",
  "$&",
];

const callId = fc.constantFrom(...CALL_IDS);

const IMAGE = { type: "media", mediaType: "image/png", name: "a.png", data: "iVBORw0KGgo=" } as const;

const content: fc.Arbitrary<ContentPart> = fc.oneof(
  { weight: 8, arbitrary: longText.map((text) => ({ type: "text", text }) as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ContentPart>(IMAGE, {
      type: "media",
      mediaType: "application/pdf",
      ref: { id: "x", path: "/elsewhere/x", bytes: 9 },
    }),
  },
);

const call: fc.Arbitrary<ToolCallPart> = fc.record({
  type: fc.constant("tool-call" as const),
  callId,
  name: fc.constantFrom("bash", "read", "Read", "read_tool_result", "grep"),
  arguments: fc.oneof(
    fc.record({ command: shortText }),
    fc.record({
      path: fc.constantFrom("src/a.ts", "/large_tool_results/t.1.1", "/ullage/spill/t/x.txt"),
      offset: fc.integer({ min: 0, max: 50 }),
    }),
    fc.record({ identity: fc.constantFrom("t.1.1", "t.2.1", "t.9.9"), start: fc.constantFrom("1", "2:5") }),
    fc.record({ file_path: fc.constant("src/b.ts"), limit: fc.integer({ min: 1, max: 50 }) }),
    shortText,
    fc.constant(null),
  ),
});

/** How the calls of one message are answered: which of them, in what order, and orphans between. */
interface Answers {
  readonly order: readonly number[];
  readonly contents: readonly (readonly ContentPart[])[];
  readonly errors: readonly boolean[];
  readonly together: boolean;
  readonly orphan: boolean;
}

const answers: fc.Arbitrary<Answers> = fc.record({
  order: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 6 }),
  contents: fc.array(fc.array(content, { maxLength: 3 }), { minLength: 7, maxLength: 7 }),
  errors: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  together: fc.boolean(),
  orphan: fc.boolean(),
});

/** One turn of the crank: a user message, or an assistant message with its answers. */
type Move =
  | { readonly kind: "user"; readonly text: string; readonly media: boolean }
  | {
      readonly kind: "assistant";
      readonly text: string;
      readonly thinking: boolean;
      readonly calls: readonly ToolCallPart[];
      readonly answers: Answers;
    };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("user" as const), text: shortText, media: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("assistant" as const),
      text: shortText,
      thinking: fc.boolean(),
      calls: fc.array(call, { maxLength: 5 }),
      answers,
    }),
  },
);

function results(calls: readonly ToolCallPart[], given: Answers): ToolResultPart[] {
  const own = given.order.flatMap((at): ToolResultPart[] => {
    const asked = calls[at];
    if (!asked) return [];
    return [
      {
        type: "tool-result",
        callId: asked.callId,
        isError: given.errors[at] ?? false,
        parts: given.contents[at] ?? [],
      },
    ];
  });
  const orphan: ToolResultPart = {
    type: "tool-result",
    callId: "nobody",
    isError: false,
    parts: given.contents[6] ?? [],
  };
  return given.orphan ? [...own, orphan] : own;
}

function messagesOf(moves: readonly Move[]): Message[] {
  const messages: Message[] = [];
  const add = (role: Message["role"], parts: readonly Part[]): void => {
    messages.push({ id: `m${messages.length + 1}`, role, parts });
  };
  for (const made of moves) {
    if (made.kind === "user") {
      add("user", [{ type: "text", text: made.text }, ...(made.media ? [IMAGE] : [])]);
      continue;
    }
    const thinking: Part[] = made.thinking
      ? [{ type: "thinking", text: "let me think", signature: "s" }]
      : [];
    add("assistant", [...thinking, { type: "text", text: made.text }, ...made.calls]);
    const given = results(made.calls, made.answers);
    if (made.answers.together && given.length > 0) add("tool", given);
    else for (const result of given) add("tool", [result]);
  }
  return messages;
}

/** A thread of up to some thirty messages in every disorder that recordings have. */
export const randomThread: fc.Arbitrary<Thread> = fc
  .record({
    id: fc.constantFrom("t", "session-1", "../up", "T", "a".repeat(300)),
    system: fc.option(shortText, { nil: null }),
    moves: fc.array(move, { minLength: 1, maxLength: 12 }),
    tools: fc.constantFrom(
      [],
      [{ name: "bash", description: "Runs a command", parameters: { type: "object" } }],
    ),
  })
  .map(({ id, system, moves, tools }) => ({ id, lane: "main", system, tools, messages: messagesOf(moves) }));

/** What one step of a calm session gives: a little, or now and then a lot; and whether a user message comes first. */
const calmStep = fc.record({
  size: fc.oneof(
    { weight: 12, arbitrary: fc.nat({ max: 300 }) },
    { weight: 1, arbitrary: fc.integer({ min: 3000, max: 9000 }) },
  ),
  asks: fc.nat({ max: 9 }).map((roll) => roll === 0),
  error: fc.nat({ max: 9 }).map((roll) => roll === 0),
  unanswered: fc.nat({ max: 14 }).map((roll) => roll === 0),
});

/** A session of up to 80 steps in most of which nothing can happen: what a run jumps over. */
export const calmThread: fc.Arbitrary<Thread> = fc
  .array(calmStep, { minLength: 15, maxLength: 80 })
  .map((steps) => {
    const messages: Message[] = [{ id: "task", role: "user", parts: [{ type: "text", text: "the task" }] }];
    // A large result may be paged: now and then the last one is read on.
    let large = 0;
    steps.forEach(({ size, asks, error, unanswered }, at) => {
      const seen = at % 3 === 0 ? [IMAGE] : [];
      if (asks)
        messages.push({ id: `u${at}`, role: "user", parts: [{ type: "text", text: "and then?" }, ...seen] });
      if (asks && at % 2 === 0)
        messages.push({ id: `v${at}`, role: "user", parts: [{ type: "text", text: "well?" }] });
      const readsOn = large > 0 && at % 4 === 3;
      const call: ToolCallPart = {
        type: "tool-call",
        callId: "c",
        name: readsOn ? "read_tool_result" : at % 5 === 0 ? "read" : "bash",
        arguments: readsOn ? { identity: `calm.${large}.1`, start: "1:1000" } : { path: `f${at}` },
      };
      if (size > 5000) large = at + 1;
      messages.push({ id: `a${at}`, role: "assistant", parts: [{ type: "text", text: "next" }, call] });
      const result: ToolResultPart = {
        type: "tool-result",
        callId: "c",
        isError: error,
        parts: [{ type: "text", text: "r".repeat(size) }],
      };
      if (!unanswered) messages.push({ id: `t${at}`, role: "tool", parts: [result] });
    });
    return { id: "calm", lane: "main", system: "s", tools: [], messages };
  });
