import { z } from "zod";

/** So many names of what was passed over are told; more are counted only. */
const MOST_NAMES = 100;

/** Files and folders of a folder that were not looked into, as they are no transcripts by name and by their first bytes. */
export const passedOver = z.object({
  count: z.number().int().nonnegative(),
  /** What the first of them are called, by their paths below the folder. */
  names: z.array(z.string().max(4000)).max(MOST_NAMES),
});

/** Files and folders of a folder that were not looked into. */
export type PassedOver = z.infer<typeof passedOver>;

/** Nothing was passed over. */
export const NONE_PASSED_OVER: PassedOver = { count: 0, names: [] };

/** Counts what is passed over. */
export class PassedOverCount {
  #count = 0;
  readonly #names: string[] = [];

  /** `name` is its path below the folder, with slashes. */
  add(name: string): void {
    this.#count++;
    if (this.#names.length < MOST_NAMES) this.#names.push(name.slice(0, 4000));
  }

  get all(): PassedOver {
    return { count: this.#count, names: this.#names.toSorted() };
  }
}
