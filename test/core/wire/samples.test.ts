import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { replay } from "../../../core/engine/replay.ts";
import { requestAt } from "../../../core/engine/request.ts";
import { readAll } from "../../../core/importers/read-all.ts";
import { checkProfile } from "../../../core/policies/check.ts";
import { presetNamed } from "../../../core/policies/presets.ts";
import type { Thread } from "../../../core/model/thread.ts";
import { recordedOptions } from "../../../core/wire/recorded-model.ts";
import { WIRE_PROVIDERS } from "../../../core/wire/options.ts";
import { toWire } from "../../../core/wire/to-wire.ts";
import { decode } from "../../support/import-text.ts";
import { refusals } from "../../support/wire/schemas.ts";

// Real transcripts, where they exist: the folder is not part of the project.
const FOLDER = process.env["ULLAGE_SAMPLES"] ?? join(import.meta.dirname, "../../../../shared/samples");
const MOST_BYTES = 5_000_000;

/** The threads of a file, or none where it is of a format that is not read. */
function threadsOf(file: string): readonly Thread[] {
  try {
    return readAll(readFileSync(file), decode, file).threads.slice(0, 2);
  } catch {
    return [];
  }
}

function refusedOf(thread: Thread): string[] {
  const { profile } = checkProfile(presetNamed("llm4s")?.profile);
  if (!profile) throw new Error("a preset is good");
  const run = replay(thread, profile);
  const steps = new Set([1, Math.ceil(run.stepCount / 2), run.stepCount]);
  return run.steps
    .filter(({ step }) => steps.has(step))
    .flatMap(({ step, message }) =>
      WIRE_PROVIDERS.flatMap((provider) => {
        const recorded = recordedOptions(thread, provider, message);
        // The schema of Gemini is that of the third generation; recordings of older ones ask for less.
        const options = provider === "gemini" ? { ...recorded, model: "gemini-3" } : recorded;
        const { body } = toWire(requestAt(run, step), provider, options);
        return refusals(provider, body).map((reason) => `${provider}, step ${step}: ${reason}`);
      }),
    );
}

describe.skipIf(!existsSync(FOLDER))("real transcripts", () => {
  const files = globSync("**/*.{json,jsonl}", { cwd: FOLDER })
    .map((file) => join(FOLDER, file))
    .filter((file) => statSync(file).size <= MOST_BYTES);

  test(
    "every provider accepts the first, the middle and the last request of each",
    { timeout: 600_000 },
    () => {
      const threads = files.flatMap(threadsOf);
      expect(threads.length).toBeGreaterThan(15);
      expect(threads.flatMap(refusedOf)).toEqual([]);
    },
  );
});
