import type { ImportedMessage, ImportedThread } from "./importer.ts";

/** A thread whose message ids are unique, and how many recorded ids had to be changed for that. */
export interface FinishedThread {
  readonly thread: ImportedThread;
  readonly renamed: number;
}

/** Names that were made already, of the first positions: a file may hold very many short threads. */
const known: string[] = [];
const mostKnown = 1024;

/** What a message without an id is called, by its index. */
export function positionName(index: number): string {
  if (index >= mostKnown) return `m${index + 1}`;
  while (known.length <= index) known.push(`m${known.length + 1}`);
  return known[index] as string;
}

/**
 * Makes message ids unique in a thread: a message without an id is called `m` and its position from 1, a repeated
 * id gets `~2`, `~3`… in order. The same recording always gives the same ids.
 */
export function finishThread(imported: ImportedThread): FinishedThread {
  if (areNamed(imported.messages)) return { thread: imported, renamed: 0 };
  const names = new Names();
  const messages = imported.messages.map((message, index) => withId(message, names.take(message.id, index)));
  return { thread: { ...imported, messages }, renamed: names.renamed };
}

/** True when ids are unique as they are; quickly, where each is the name of its position, or greater than the one before. */
function areNamed(messages: readonly ImportedMessage[]): boolean {
  return (
    messages.every(({ id }, index) => id === positionName(index)) ||
    messages.every(({ id }, index) => id > (messages[index - 1]?.id ?? "")) ||
    (messages.every(({ id }) => id !== "") && new Set(messages.map(({ id }) => id)).size === messages.length)
  );
}

function withId(message: ImportedMessage, id: string): ImportedMessage {
  return message.id === id ? message : { ...message, id };
}

/** Hands out names, each once. */
class Names {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();
  renamed = 0;

  take(recorded: string, index: number): string {
    const wanted = recorded === "" ? positionName(index) : recorded;
    const name = this.#taken.has(wanted) ? this.#suffixed(wanted) : wanted;
    if (recorded !== "" && name !== recorded) this.renamed++;
    this.#taken.add(name);
    return name;
  }

  #suffixed(wanted: string): string {
    let count = this.#next.get(wanted) ?? 2;
    while (this.#taken.has(`${wanted}~${count}`)) count++;
    this.#next.set(wanted, count + 1);
    return `${wanted}~${count}`;
  }
}

/** Makes the ids of threads unique in a file, the same way. */
export function finishThreads(threads: readonly ImportedThread[]): FinishedThread[] {
  const names = new Names();
  return threads.map((thread, index) => {
    const id = names.take(thread.id, index);
    return finishThread(thread.id === id ? thread : { ...thread, id });
  });
}
