import { isBuiltin } from "node:module";
import type { SourceFile } from "./source.ts";

/** One broken rule: who, what, and what the rule says. */
export interface Violation {
  readonly file: string;
  readonly target: string;
  readonly rule: string;
}

/** An exception, to be paid back: the day it was taken and why. It must still be needed. */
export interface Debt {
  readonly since: `${number}-${number}-${number}`;
  readonly file: string;
  readonly target: string;
  readonly why: string;
}

/** Core's floors, lowest first. A floor may import itself and lower floors; floors on one line not each other. */
const coreFloors: readonly (readonly string[])[] = [
  ["lib"],
  ["model"],
  ["ledger"],
  ["policies", "importers", "wire"],
  ["engine"],
  ["analysis"],
  ["contract"],
];

/** Which places each place may import, itself left out. Twin of the table in ARCHITECTURE.md. */
const layers: Record<string, readonly string[]> = {
  ...coreTable(),
  host: ["core"],
  electron: ["host", "core"],
  "renderer/theme": ["core/lib"],
  "renderer/widgets": ["renderer/theme", "core/lib"],
  "renderer/state": ["core"],
  "renderer/connect": ["core"],
  "renderer/data": ["core"],
  "renderer/commands": ["renderer/state", "renderer/data", "core"],
  renderer: ["renderer", "core"],
  scripts: [],
  bin: ["scripts"],
  bench: ["core", "host", "scripts", "test/support"],
  test: ["core", "host", "electron", "renderer", "scripts", "bin", "bench", "test"],
  // Settings of tools, at the checkout's top.
  "": ["scripts"],
};

/** What every pane may import besides its own folder. */
const paneImports = [
  "renderer/data",
  "renderer/state",
  "renderer/commands",
  "renderer/widgets",
  "renderer/theme",
  "core",
];

function coreTable(): Record<string, readonly string[]> {
  const table: Record<string, readonly string[]> = {};
  const below: string[] = [];
  for (const floor of coreFloors) {
    for (const name of floor) table[`core/${name}`] = [...below];
    below.push(...floor.map((name) => `core/${name}`));
  }
  return table;
}

/** The one door of each heavy library, and of what belongs to one layer alone. */
const doors: readonly { readonly name: RegExp; readonly door: RegExp; readonly rule: string }[] = [
  {
    name: /^monaco-editor(\/|$)/,
    door: /^renderer\/widgets\/code-editor/,
    rule: "monaco-editor: renderer/widgets/code-editor alone",
  },
  {
    name: /^better-sqlite3$/,
    door: /^(host\/library|test\/host)\//,
    rule: "better-sqlite3: host/library alone",
  },
  { name: /^electron(\/|$)/, door: /^(electron|test\/electron)\//, rule: "electron: electron/ alone" },
  { name: /^ws$/, door: /^(host\/(server|http)|test\/(host|e2e))/, rule: "ws: the host's server alone" },
  {
    name: /^zod(\/|$)/,
    door: /^(core\/(model|contract)|host|test)\//,
    rule: "zod: core/model, core/contract and host alone",
  },
  {
    name: /^gpt-tokenizer(\/|$)/,
    door: /^(host\/tokens|test\/(core|host))\//,
    rule: "gpt-tokenizer: host/tokens alone",
  },
  { name: /^yaml$/, door: /^(core\/lib|test\/core)\//, rule: "yaml: core/lib alone" },
  { name: /^commander$/, door: /^host\/cli\//, rule: "commander: host/cli alone" },
  {
    name: /^(react|react-dom)(\/|$)/,
    door: /^(renderer|test\/(renderer|support))\//,
    rule: "react: renderer alone",
  },
];

/** The longest known place that a file lies in, or undefined for a file in none. */
function placeOf(file: string): string | undefined {
  const parts = file.split("/");
  if (file.startsWith("renderer/panes/")) return parts.slice(0, parts.length > 3 ? 3 : 2).join("/");
  const two = parts.slice(0, 2).join("/");
  if (two in layers && parts.length > 2) return two;
  if (parts.length === 1) return "";
  // Core has no place of its own at its top, and the renderer's top is for root files alone.
  if (parts[0] === "core" || (parts[0] === "renderer" && parts.length > 2)) return undefined;
  return parts[0] !== undefined && parts[0] in layers ? parts[0] : undefined;
}

function mayImport(place: string): readonly string[] {
  if (place.startsWith("renderer/panes")) return paneImports;
  return layers[place] ?? [];
}

const isWithin = (file: string, place: string) =>
  place === "" ? !file.includes("/") : file.startsWith(`${place}/`);

function placeViolations({ file, files }: SourceFile): Violation[] {
  const place = placeOf(file);
  if (place === undefined)
    return [{ file, target: file, rule: "every file lies in a place of the import table" }];
  const allowed = [place, ...mayImport(place)];
  return files
    .filter((target) => !allowed.some((one) => isWithin(target, one)))
    .map((target) => ({ file, target, rule: `${place || "the top"} may import ${allowed.join(", ")}` }));
}

function packageViolations({ file, packages }: SourceFile): Violation[] {
  const pure = /^(core|renderer)\//.test(file);
  return packages.flatMap((target) => {
    if (pure && isBuiltin(target)) return [{ file, target, rule: "no Node in core and renderer" }];
    return doors
      .filter(({ name, door }) => name.test(target) && !door.test(file))
      .map(({ rule }) => ({ file, target, rule }));
  });
}

const drawer = /(^|\/)(utils?|helpers?|types|common|misc)(\.[cm]?tsx?|\.mjs|\/)/;

function habitViolations({ file, hasDefaultExport, looseReplaces }: SourceFile): Violation[] {
  const found: Violation[] = [];
  if (drawer.test(file))
    found.push({ file, target: file, rule: "no drawers: name a file for what it holds" });
  if (hasDefaultExport && !file.endsWith(".config.ts"))
    found.push({ file, target: "default", rule: "no default exports" });
  if (file.startsWith("core/"))
    for (const line of looseReplaces)
      found.push({
        file,
        target: `line ${line}`,
        rule: "replace in core takes a function or a written text: $& and $1 mean something",
      });
  return found;
}

/** All rules that a file breaks. */
export function violations(source: SourceFile): Violation[] {
  return [...placeViolations(source), ...packageViolations(source), ...habitViolations(source)];
}

const isDebtFor = (debt: Debt, one: Violation) => debt.file === one.file && debt.target === one.target;

/** What is left to complain of: broken rules that are no debt, and debts that nothing needs any more. */
export function complaints(found: readonly Violation[], debts: readonly Debt[]): string[] {
  const unpaid = found.filter((one) => !debts.some((debt) => isDebtFor(debt, one)));
  const idle = debts.filter((debt) => !found.some((one) => isDebtFor(debt, one)));
  return [
    ...unpaid.map((one) => `${one.file} -> ${one.target}: ${one.rule}`),
    ...idle.map((debt) => `${debt.file} -> ${debt.target}: this debt is paid, take it off the list`),
  ];
}
