import { field, stringField } from "../core/model/json.ts";
import type { OwnMemory } from "./own-memory.ts";
import { stopOf } from "./state/address.ts";

/** Milliseconds after the last change: a browser refuses an address that changes with every key that repeats. */
const DELAY = 150;
/** Changes nearer together than this are one stop on the way back, in milliseconds. */
const ONE_STOP = 1200;
/** What the entries of the page's history hold that this window wrote, or has read already. */
const OWN = { ullage: true };
/** Where a window keeps what was still to be written when its page was left. */
const UNWRITTEN = "unwritten";

/** True where the page's address is of this window's own writing: it was not typed, nor opened from elsewhere. */
export function isOwnAddress(page: Window): boolean {
  return field(page.history.state, "ullage") === true;
}

/** From now on the page's address is this window's own. */
export function ownAddress(page: Window): void {
  page.history.replaceState(OWN, "");
}

/** Writes what was still to be written when this window's page was left: who reloads it at once loses no change. */
export function writeLeft(page: Window, own: OwnMemory): void {
  const left = own.get(UNWRITTEN);
  const after = stringField(left, "after");
  if (after === undefined) return;
  own.set(UNWRITTEN, null);
  if (isOwnAddress(page) && stringField(left, "before") === page.location.hash) put(page, after);
}

function put(page: Window, hash: string, stop = false): void {
  const url = `${page.location.pathname}${page.location.search}${hash}`;
  if (stop) page.history.pushState(OWN, "", url);
  else page.history.replaceState(OWN, "", url);
}

/** Writes the page's address a moment after it changed. What was looked at for a while is a stop of the way back. */
export class AddressWriter {
  readonly #page: Window;
  readonly #hash: () => string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;

  /** `hash` gives what is to be written; undefined while that is not known. */
  constructor(page: Window, hash: () => string | undefined) {
    this.#page = page;
    this.#hash = hash;
  }

  readonly soon = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), DELAY);
  };

  /** Keeps what is still to be written for the page that comes in this one's place. */
  leave(own: OwnMemory): void {
    const after = this.#timer === undefined ? undefined : this.#hash();
    if (after !== undefined) own.set(UNWRITTEN, { before: this.#page.location.hash, after });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #write(): void {
    this.#timer = undefined;
    const { hash: before } = this.#page.location;
    const hash = this.#hash();
    if (hash === undefined || hash === before) return;
    const now = this.#page.performance.now();
    const moved = stopOf(hash) !== stopOf(before);
    put(this.#page, hash, before !== "" && moved && now - this.#last > ONE_STOP);
    if (moved) this.#last = now;
  }
}
