import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ImportFailure } from "../../../core/importers/failure.ts";
import { FORMATS } from "../../../core/importers/importer.ts";
import { readAll } from "../../../core/importers/read-all.ts";
import { decode } from "../../support/import-text.ts";

/**
 * Every file below test/fixtures/importers gives exactly what its golden file says: threads and report, or the
 * failure. After a wanted change: `UPDATE_GOLDEN=1 npx vitest run test/core/importers/fixtures.test.ts`, then read
 * the difference.
 */
const FOLDER = join(import.meta.dirname, "../../fixtures/importers");
const UPDATE = process.env["UPDATE_GOLDEN"] === "1";
const GOLDEN = ".golden.json";

const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(?:jsonl?|ya?ml|har)$/.test(file) && !file.endsWith(GOLDEN))
  .toSorted();

function dump(file: string): string {
  return `${JSON.stringify(outcome(readFileSync(join(FOLDER, file))), null, 1)}\n`;
}

function outcome(bytes: Uint8Array): unknown {
  try {
    return readAll(bytes, decode);
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    return { failure: error.code, message: error.message };
  }
}

describe("fixtures", () => {
  it.each(files)("%s", (file) => {
    const golden = join(FOLDER, file + GOLDEN);
    const found = dump(file);
    if (UPDATE) writeFileSync(golden, found);
    expect(existsSync(golden), "no golden file: see the head of this test").toBe(true);
    expect(found).toBe(readFileSync(golden, "utf8"));
  });

  it("has a file for every format", () => {
    expect(new Set(files.map((file) => file.split(/[/\\]/)[0]))).toEqual(new Set(Object.keys(FORMATS)));
  });
});
