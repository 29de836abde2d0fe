import type { OutlineMessage, ThreadOutline } from "../../../../core/contract/rows.ts";
import type { Outline } from "../../../../renderer/data/message-table.ts";
import { shownOutline } from "../../support/shown-outline.ts";
import type { RequestLayout } from "../../../../core/contract/run-view.ts";

/** A message of the outline with sizes that tell the messages apart: 10 and 40 times its number from 1. */
export function outlineMessage(at: number, over: Partial<OutlineMessage> = {}): OutlineMessage {
  const role = at % 3 === 0 ? "user" : at % 3 === 1 ? "assistant" : "tool";
  return {
    id: `m${at + 1}`,
    role,
    tokens: 10 * (at + 1),
    bytes: 40 * (at + 1),
    step: Math.floor(at / 3) + 1,
    turn: Math.floor(at / 3) + 1,
    excerpt: `text ${at}`,
    ...over,
  };
}

/** An outline of so many messages: user, assistant, tool, over and over. */
export function outlineOf(count: number, over: Partial<ThreadOutline> = {}): ThreadOutline {
  const messages = Array.from({ length: count }, (_, at) => outlineMessage(at));
  return {
    transcript: 1,
    thread: {
      id: "main",
      lane: "main",
      title: "",
      messages: count,
      turns: Math.ceil(count / 3),
      steps: Math.ceil((count - 1) / 3),
      toolCalls: 0,
      toolResults: 0,
      tokens: 0,
    },
    system: { tokens: 5, bytes: 20 },
    tools: { names: ["bash", "read"], tokens: 7, bytes: 28 },
    messages,
    steps: messages.flatMap((message, at) => (message.role === "assistant" ? [at] : [])),
    marks: [],
    ...over,
  };
}

/** The same outline as the window holds it, with all of its rows. */
export function shownOutlineOf(count: number, over: Partial<ThreadOutline> = {}): Outline {
  return shownOutline(outlineOf(count, over));
}

/** The request of a step in which nothing was managed. */
export function layoutOf(step: number, end: number, over: Partial<RequestLayout> = {}): RequestLayout {
  return {
    run: "r1",
    step,
    end,
    coveredEnd: 0,
    summary: null,
    lifted: null,
    changes: [],
    inserted: [],
    events: [],
    parting: null,
    ...over,
  };
}
