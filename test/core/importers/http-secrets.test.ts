import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readAll } from "../../../core/importers/read-all.ts";
import { decode } from "../../support/import-text.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/importers");
const files = ["har", "vcr"].flatMap((format) =>
  readdirSync(join(FOLDER, format))
    .filter((file) => !file.endsWith(".golden.json"))
    .map((file) => `${format}/${file}`),
);
const SECRETS = ["sk-fixture-000", "cookie-value"];

it.each(files)("keys, cookies and queries of recorded calls reach nothing that is read: %s", (file) => {
  const bytes = new Uint8Array(readFileSync(join(FOLDER, file)));
  const read = JSON.stringify(readAll(bytes, decode));
  for (const secret of SECRETS) expect(read).not.toContain(secret);
});

it.each(files)("the report says that the original holds them still: %s", (file) => {
  const { report } = readAll(new Uint8Array(readFileSync(join(FOLDER, file))), decode);
  const [said] = report.notes.filter(({ what }) => what.startsWith("keys and cookies"));
  expect(said?.what).toMatch(/not in what was read, but are kept in the stored original/);
  expect(said?.count).toBeGreaterThan(0);
});

it("has secrets to look for", () => {
  const all = files.map((file) => readFileSync(join(FOLDER, file), "utf8")).join("\n");
  for (const secret of SECRETS) expect(all).toContain(secret);
});
