import { checkProfile } from "../../core/policies/check.ts";
import { replay } from "../../core/engine/replay.ts";
import type { Run } from "../../core/engine/run.ts";
import type { LedgerEvent } from "../../core/model/event.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Json } from "../../core/model/json.ts";
import type { Message } from "../../core/model/message.ts";
import { type ContentPart, resultText } from "../../core/model/part.ts";
import type { ProfileInput } from "../../core/model/profile.ts";
import type { Thread } from "../../core/model/thread.ts";

/** A call to make and what it gives: text, parts, an error, or nothing at all. */
export interface Asked {
  readonly id?: string;
  readonly name?: string;
  readonly args?: Json;
  readonly gives?: string | readonly ContentPart[];
  readonly error?: boolean;
}

/** Writes threads for tests, message by message; ids are m1, m2, … */
export class ThreadBuilder {
  private readonly messages: Message[] = [];
  private readonly head: Partial<Thread>;

  constructor(head: Partial<Thread> = {}) {
    this.head = head;
  }

  private add(role: Message["role"], parts: Message["parts"]): this {
    this.messages.push({ id: `m${this.messages.length + 1}`, role, parts });
    return this;
  }

  user(text: string): this {
    return this.add("user", [{ type: "text", text }]);
  }

  say(text: string): this {
    return this.add("assistant", [{ type: "text", text }]);
  }

  /** An assistant message with calls, then one tool message for each that gives something. */
  call(...asked: readonly Asked[]): this {
    const id = (one: Asked, at: number): string => one.id ?? `c${this.messages.length}_${at}`;
    const named = asked.map((one, at) => ({ ...one, id: id(one, at) }));
    this.add(
      "assistant",
      named.map((one) => ({
        type: "tool-call",
        callId: one.id,
        name: one.name ?? "bash",
        arguments: one.args ?? {},
      })),
    );
    for (const { id: callId, gives, error } of named)
      if (gives !== undefined) this.result(callId, gives, error);
    return this;
  }

  result(callId: string, gives: string | readonly ContentPart[], error = false): this {
    const parts: readonly ContentPart[] = typeof gives === "string" ? [{ type: "text", text: gives }] : gives;
    return this.add("tool", [{ type: "tool-result", callId, isError: error, parts }]);
  }

  build(): Thread {
    return { id: "t", lane: "main", system: null, tools: [], ...this.head, messages: this.messages };
  }
}

/** A run of a profile that must be without errors. */
export function runOf(thread: Thread, profile: ProfileInput, faults: readonly Fault[] = []): Run {
  const { profile: whole, problems } = checkProfile(profile);
  if (!whole) throw new Error(JSON.stringify(problems.errors));
  return replay(thread, whole, { faults });
}

/** Events but the passed ones, as "action reason?" for reading in a test. */
export function acted(run: Run): string[] {
  return run.events
    .filter((event) => event.action !== "passed")
    .map(({ action, detail }) => (detail?.reason === undefined ? action : `${action} ${detail.reason}`));
}

/** The only event of an action. */
export function only(run: Run, action: LedgerEvent["action"]): LedgerEvent {
  const found = run.events.filter((event) => event.action === action);
  if (found.length !== 1) throw new Error(`${found.length} events of ${action}`);
  return found[0] as LedgerEvent;
}

/** Text of the first result of a message. */
export function resultOf(message: Message | undefined): string {
  const part = message?.parts[0];
  return part?.type === "tool-result" ? resultText(part) : "";
}

/** `count` numbered lines of about `width` characters, each with its newline. */
export function lines(count: number, width = 20): string {
  return Array.from(
    { length: count },
    (_, at) => `${String(at + 1).padStart(6, "0")} ${"x".repeat(Math.max(0, width - 8))}\n`,
  ).join("");
}
