import type { Message } from "./message.ts";
import type { ResultForm } from "./profile.ts";
import type { Thread } from "./thread.ts";

const seenForms = new WeakMap<Thread, Thread>();

/** True when the recording holds more of some result than the model saw. */
export function hasSeen(thread: Thread): boolean {
  return thread.meta?.some((meta) => meta?.seen !== undefined) ?? false;
}

/**
 * The thread with its results whole, or as the model saw them. Indices and ids stay; a thread whose model saw
 * everything is given back itself. The same thread always gives the same object.
 */
export function withResults(thread: Thread, results: ResultForm): Thread {
  if (results === "full" || !hasSeen(thread)) return thread;
  const known = seenForms.get(thread);
  if (known) return known;
  const messages = thread.messages.map((message, index) => seenMessage(message, thread, index));
  const made = { ...thread, messages };
  seenForms.set(thread, made);
  return made;
}

function seenMessage(message: Message, thread: Thread, index: number): Message {
  const seen = thread.meta?.[index]?.seen;
  return seen ? { ...message, parts: seen } : message;
}
