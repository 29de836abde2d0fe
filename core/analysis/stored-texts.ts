import { type Run, stepOf } from "../engine/run.ts";
import { offloadEntries } from "../policies/offload.ts";
import type { StoreName } from "../policies/middleware.ts";

/** A text that could be read back when a step was asked. `bytes` is the size of the whole, `kept` of what is stored. */
export interface StoredText {
  readonly store: "offload" | StoreName;
  readonly path: string;
  readonly identity: string;
  readonly text: string;
  readonly bytes: number;
  /** UTF-8 bytes of the text that are the result's own: a note after them is the store's. */
  readonly kept: number | undefined;
}

/** Every text that a store held when a step was asked, the newest of each path. Media are none. Throws RangeError. */
export function storedTexts(run: Run, step: number): StoredText[] {
  const record = stepOf(run, step);
  const found = new Map<string, StoredText>();
  for (const { path, identity, text, bytes } of offloadEntries(record.state))
    found.set(path, { store: "offload", path, identity, text, bytes, kept: undefined });
  for (const { store, path, file, from } of run.files) {
    if (from > step || file.mediaType !== undefined) continue;
    const { identity, text, bytes, storedBytes } = file;
    found.set(path, { store, path, identity, text, bytes, kept: storedBytes });
  }
  return [...found.values()];
}
