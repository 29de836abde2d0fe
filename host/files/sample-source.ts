import type { SampleRow } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import { SAMPLES } from "../samples/samples.ts";
import { type ByteSource, textSource } from "./source.ts";

/** The built-in sessions. */
export function sampleRows(): SampleRow[] {
  return SAMPLES.map(({ id, title, shows }) => ({ id, title, shows }));
}

/** A built-in session as something to import. Throws `not_found`. */
export function sampleSource(id: string): ByteSource {
  const sample = SAMPLES.find((one) => one.id === id);
  if (!sample) throw new HostError("not_found", "There is no such built-in session");
  return textSource(sample.file, sample.text());
}
