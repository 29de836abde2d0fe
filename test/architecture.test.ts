import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { complaints, type Debt, violations } from "./architecture/rules.ts";
import { readSource, type SourceFile } from "./architecture/source.ts";

/** Exceptions to the import table, each with the day it was taken and the reason. */
const debts: readonly Debt[] = [];

const root = path.resolve(import.meta.dirname, "..");

function allSources(): SourceFile[] {
  const folders = "{core,host,electron,renderer,test,bench,scripts,bin}";
  return globSync([`${folders}/**/*.{ts,tsx,mjs}`, "*.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith("test/fixtures/"))
    .map((file) => readSource(file, readFileSync(path.join(root, file), "utf8")));
}

test("every source file keeps the rules of the house", () => {
  const sources = allSources();
  expect(sources.length).toBeGreaterThan(20);
  expect(complaints(sources.flatMap(violations), debts)).toEqual([]);
});

/** What the rules say about one file that does not exist. */
const said = (file: string, code: string) => violations(readSource(file, code)).map((one) => one.target);

describe("the rules can fail", () => {
  test.each([
    ["core/lib/a.ts", "../model/part.ts"],
    ["core/model/a.ts", "../engine/run.ts"],
    ["core/policies/a.ts", "../importers/x.ts"],
    ["core/importers/a.ts", "../wire/x.ts"],
    ["core/engine/a.ts", "../analysis/x.ts"],
    ["core/analysis/a.ts", "../contract/x.ts"],
    ["core/engine/a.ts", "../../host/x.ts"],
    ["host/a.ts", "../renderer/x.ts"],
    ["host/a.ts", "../electron/x.ts"],
    ["electron/a.ts", "../renderer/x.ts"],
    ["renderer/main.tsx", "../host/x.ts"],
    ["renderer/widgets/chip/a.tsx", "../../state/x.ts"],
    ["renderer/widgets/chip/a.tsx", "../../../core/model/x.ts"],
    ["renderer/state/a.ts", "../data/x.ts"],
    ["renderer/state/a.ts", "../connect/x.ts"],
    ["renderer/data/a.ts", "../state/x.ts"],
    ["renderer/commands/a.ts", "../panes/library/x.tsx"],
    ["renderer/panes/library/a.tsx", "../timeline/x.tsx"],
    ["renderer/panes/library/a.tsx", "../../connect/x.ts"],
  ])("%s must not import %s", (file, name) => {
    const target = path.posix.join(path.posix.dirname(file), name);
    expect(said(file, `import { x } from "${name}";`)).toEqual([target]);
    expect(said(file, `import type { x } from "${name}";`)).toEqual([target]);
    expect(said(file, `export * from "${name}";`)).toEqual([target]);
    expect(said(file, `export { x } from "${name}";`)).toEqual([target]);
    expect(said(file, `const x = await import("${name}");`)).toEqual([target]);
    expect(said(file, `new URL("${name}", import.meta.url);`)).toEqual([target]);
    expect(said(file, file.endsWith(".mjs") ? `import "${name}";` : `let x: import("${name}").X;`)).toEqual([
      target,
    ]);
  });

  test.each([
    ["core/model/a.ts", "../lib/x.ts"],
    ["core/engine/a.ts", "../policies/x.ts"],
    ["core/contract/a.ts", "../analysis/x.ts"],
    ["host/jobs/a.ts", "../library/x.ts"],
    ["host/cli/a.ts", "../../core/engine/x.ts"],
    ["electron/a.ts", "../host/x.ts"],
    ["renderer/main.tsx", "./panes/library/x.tsx"],
    ["renderer/panes/library/a.tsx", "./row/x.tsx"],
    ["renderer/panes/library/row/a.tsx", "../x.tsx"],
    ["renderer/panes/library/a.tsx", "../../commands/x.ts"],
    ["renderer/widgets/chip/a.tsx", "../split/x.tsx"],
    ["vite.config.ts", "./scripts/x.mjs"],
    ["test/core/a.test.ts", "../../core/lib/x.ts"],
  ])("%s may import %s", (file, name) => {
    expect(said(file, `import { x } from "${name}";`)).toEqual([]);
  });

  test.each([
    ["renderer/panes/diff/a.tsx", "monaco-editor/editor"],
    ["host/jobs/a.ts", "better-sqlite3"],
    ["host/a.ts", "electron"],
    ["renderer/connect/a.ts", "ws"],
    ["renderer/state/a.ts", "zod"],
    ["core/engine/a.ts", "zod"],
    ["core/lib/a.ts", "node:fs"],
    ["core/lib/a.ts", "fs"],
    ["renderer/data/a.ts", "node:path"],
    ["core/lib/a.ts", "react"],
    ["core/model/a.ts", "gpt-tokenizer/encoding/o200k_base"],
  ])("%s must not import the package %s", (file, name) => {
    expect(said(file, `import type { x } from "${name}";`)).toEqual([name]);
  });

  test.each([
    ["renderer/widgets/code-editor/a.tsx", "monaco-editor/editor"],
    ["host/library/a.ts", "better-sqlite3"],
    ["electron/a.ts", "electron"],
    ["core/contract/a.ts", "zod"],
    ["host/a.ts", "node:fs"],
  ])("%s may import the package %s", (file, name) => {
    expect(said(file, `import { x } from "${name}";`)).toEqual([]);
  });

  test("default exports, drawers and files without a place are seen", () => {
    expect(said("core/lib/a.ts", "export default 1;")).toEqual(["default"]);
    expect(said("core/lib/a.ts", "const x = 1; export { x as default };")).toEqual(["default"]);
    expect(said("vite.config.ts", "export default {};")).toEqual([]);
    for (const file of ["core/lib/utils.ts", "host/helpers.ts", "renderer/data/types.ts", "host/utils/a.ts"])
      expect(said(file, "export {};")).toEqual([file]);
    for (const file of ["core/a.ts", "core/other/a.ts", "renderer/other/a.ts", "elsewhere/a.ts"])
      expect(said(file, "export {};")).toEqual([file]);
  });

  test("a replacement that input can fill is seen, in core", () => {
    const loose = "declare const s: string, t: string;\ns.replace(/a/, t);\ns.replaceAll('a', `${t}`);";
    expect(said("core/lib/a.ts", loose)).toEqual(["line 2", "line 3"]);
    expect(said("host/a.ts", loose)).toEqual([]);
    const safe = "declare const s: string, t: string;\ns.replace(/a/, () => t);\ns.replaceAll('a', 'b');";
    expect(said("core/lib/a.ts", safe)).toEqual([]);
  });

  test("scripts run before anything is installed: they import no layer", () => {
    expect(said("scripts/a.mjs", 'import { x } from "../core/lib/x.ts";')).toEqual(["core/lib/x.ts"]);
  });

  test("comments and texts are no imports", () => {
    expect(said("core/lib/a.ts", '// import "react";\nexport const x = \'import "react"\';')).toEqual([]);
  });

  test("a debt silences what it names, and an idle debt is named", () => {
    const [found] = violations(readSource("host/a.ts", 'import "../renderer/x.ts";'));
    const debt: Debt = { since: "2026-01-01", file: "host/a.ts", target: "renderer/x.ts", why: "a test" };
    expect(complaints(found ? [found] : [], [debt])).toEqual([]);
    expect(complaints([], [debt])).toHaveLength(1);
    expect(complaints(found ? [found] : [], [])).toHaveLength(1);
  });
});
