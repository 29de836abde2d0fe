import type { CounterName } from "./profile.ts";

/** A token estimate. `count` of the empty text is 0. */
export interface Counter {
  readonly name: CounterName;
  count(text: string): number;
}

/** Four UTF-16 units a token, rounded up for each text (policies, section 0). */
export const chars4: Counter = { name: "chars4", count: (text) => Math.ceil(text.length / 4) };

/** Scripts whose characters are about one token each. */
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/g;

/** One token for a character of a wide script, four units a token for the rest. */
export const scriptAware: Counter = {
  name: "script-aware",
  count(text) {
    let wide = 0;
    WIDE.lastIndex = 0;
    while (WIDE.test(text)) wide++;
    return wide + Math.ceil((text.length - wide) / 4);
  },
};

/** Counters that are ready. The exact ones are large: a root that a profile asks for one of them provides it. */
const ready = new Map<CounterName, Counter>([
  ["chars4", chars4],
  ["script-aware", scriptAware],
]);

/** Makes a counter known by its name. The first one of a name stays: runs are compared by it. */
export function provideCounter(counter: Counter): void {
  if (!ready.has(counter.name)) ready.set(counter.name, counter);
}

/** True when the counter of that name can be used. */
export function isCounterReady(name: CounterName): boolean {
  return ready.has(name);
}

/** The counter of that name. Throws when it is one that must be provided first and was not. */
export function counterNamed(name: CounterName): Counter {
  const counter = ready.get(name);
  if (!counter) throw new Error(`The token counter ${name} is not loaded: it must be provided before a run`);
  return counter;
}
