/** Repeatable chance: the same seed gives the same session on every machine. */
export class Chance {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. @param {number} low @param {number} high */
  whole(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of some things. @template T @param {readonly T[]} things @returns {T} */
  pick(things) {
    return /** @type {T} */ (things[this.whole(0, things.length - 1)]);
  }

  /** Hexadecimal digits. @param {number} length */
  hex(length) {
    let digits = "";
    while (digits.length < length) digits += this.whole(0, 15).toString(16);
    return digits;
  }
}

/** @param {number} value @param {number} width */
export function pad(value, width) {
  return String(value).padStart(width, "0");
}

/** @param {string} name */
export function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
