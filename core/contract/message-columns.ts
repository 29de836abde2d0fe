import { type ThreadFigures, threadFigures } from "../analysis/outline.ts";
import type { Role } from "../model/message.ts";
import type { Thread } from "../model/thread.ts";

/** What is known of all messages of a thread at once, however long it is: a few numbers each. Rows are asked for. */
export interface MessageColumns {
  /** A letter a message: `u`ser, `a`ssistant, `t`ool. */
  readonly roles: string;
  readonly tokens: readonly number[];
  readonly bytes: readonly number[];
  /** Each turn, and the index of its first message. */
  readonly turns: readonly (readonly [turn: number, from: number])[];
}

/** An outline as it is sent: columns instead of rows. */
export interface OutlineHead extends Omit<ThreadFigures, "messages"> {
  readonly messages: MessageColumns;
}

const LETTERS: { readonly [R in Role]: string } = { user: "u", assistant: "a", tool: "t" };
const ROLES: ReadonlyMap<string, Role> = new Map([
  ["u", "user"],
  ["a", "assistant"],
  ["t", "tool"],
]);

/** The role that a letter stands for. */
export function roleOfLetter(letter: string | undefined): Role {
  return ROLES.get(letter ?? "") ?? "tool";
}

/** What a window is told of a thread at first. Its size is a few bytes a message, whatever the messages hold. */
export function outlineHead(thread: Thread, transcript: number): OutlineHead {
  const figures = threadFigures(thread, transcript);
  return { ...figures, messages: columnsOf(figures.messages) };
}

/** The columns of some messages. */
export function columnsOf(messages: ThreadFigures["messages"]): MessageColumns {
  const turns: [number, number][] = [];
  const tokens: number[] = [];
  const bytes: number[] = [];
  let roles = "";
  for (const message of messages) {
    if (turns.at(-1)?.[0] !== message.turn) turns.push([message.turn, tokens.length]);
    roles += LETTERS[message.role];
    tokens.push(message.tokens);
    bytes.push(message.bytes);
  }
  return { roles, tokens, bytes, turns };
}
