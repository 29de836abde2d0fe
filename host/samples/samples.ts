import type { SampleRow } from "../../core/contract/methods.ts";

/** A built-in session: its row in the list, the name of its file, and its text. */
export interface Sample extends SampleRow {
  readonly file: string;
  readonly text: () => string;
}

/** The sessions that were written for the project. */
export const SAMPLES: readonly Sample[] = [];
