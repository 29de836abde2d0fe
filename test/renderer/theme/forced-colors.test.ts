import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const renderer = path.resolve(import.meta.dirname, "../../../renderer");

function filesOf(ending: string): string {
  return readdirSync(renderer, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(path.join(renderer, file), "utf8"))
    .join("\n");
}

const css = readFileSync(path.join(renderer, "theme/forced-colors.css"), "utf8");

test("where the system chooses the colours, nothing is named that no component draws", () => {
  const components = filesOf(".tsx");
  const classes = [...new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name))];
  expect(classes.length).toBeGreaterThan(20);
  expect(classes.filter((name) => !components.includes(name))).toEqual([]);
});
