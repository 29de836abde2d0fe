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

const COUNTERS: { readonly [N in CounterName]: Counter } = { chars4, "script-aware": scriptAware };

/** The counter of that name. */
export function counterNamed(name: CounterName): Counter {
  return COUNTERS[name];
}
