import type { SampleRow } from "../../core/contract/methods.ts";
import { HostError } from "../../core/contract/rpc.ts";
import type { Sample } from "../samples/samples.ts";

/** Loaded when somebody asks: their texts are large, and only a bundle holds them. */
async function allSamples(): Promise<readonly Sample[]> {
  return (await import("../samples/samples.ts")).SAMPLES;
}

/** The built-in sessions. */
export async function sampleRows(): Promise<SampleRow[]> {
  return (await allSamples()).map(({ id, title, shows }) => ({ id, title, shows }));
}

/** Title and text of a built-in session, which is called by its title everywhere. Rejects with `not_found`. */
export async function sampleText(id: string): Promise<{ readonly name: string; readonly text: string }> {
  const sample = (await allSamples()).find((one) => one.id === id);
  if (!sample) throw new HostError("not_found", "There is no such built-in session");
  return { name: sample.title, text: sample.text() };
}
