/** What a condensation took away: how many events, and the messages of which nothing is left. */
export interface Forgotten {
  readonly events: number;
  readonly messages: readonly string[];
}

/** Which events the model still sees, by their ids, and which message each is part of. */
export class Remembered {
  /** The message of each event. */
  readonly #messageOf = new Map<string, string>();
  /** How many events of a message are left. */
  readonly #left = new Map<string, number>();
  /** Numbered events in rising order: OpenHands names ranges of them. */
  #numbers: number[] = [];

  /** An event that is part of a message. */
  event(id: string, message: string): void {
    if (id === "" || this.#messageOf.has(id)) return;
    this.#messageOf.set(id, message);
    this.#left.set(message, (this.#left.get(message) ?? 0) + 1);
    const number = Number(id);
    if (Number.isSafeInteger(number) && number > (this.#numbers.at(-1) ?? -1)) this.#numbers.push(number);
  }

  /** Takes events away. Those that are gone already, or were never shown, count for nothing. */
  forget(
    forgotten: { readonly ids: readonly string[] } | { readonly from: number; readonly to: number },
  ): Forgotten {
    const ids = "ids" in forgotten ? forgotten.ids : this.#between(forgotten.from, forgotten.to);
    let events = 0;
    const messages: string[] = [];
    for (const id of ids) {
      const message = this.#messageOf.get(id);
      if (message === undefined) continue;
      events++;
      this.#messageOf.delete(id);
      const left = (this.#left.get(message) ?? 1) - 1;
      this.#left.set(message, left);
      if (left === 0) messages.push(message);
    }
    return { events, messages };
  }

  /** The numbered events of a range, which leave the list: none is looked at twice. */
  #between(from: number, to: number): string[] {
    const start = this.#firstFrom(from);
    const end = this.#firstFrom(to + 1);
    return this.#numbers.splice(start, Math.max(0, end - start)).map(String);
  }

  #firstFrom(number: number): number {
    let low = 0;
    let high = this.#numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
