import path from "node:path";
import { parseSync } from "vite";

/** What the rules look at in one source file. Paths are from the checkout's top, with forward slashes. */
export interface SourceFile {
  readonly file: string;
  /** Own files that it imports, types and `new URL("./x.ts", import.meta.url)` included. */
  readonly files: readonly string[];
  /** Packages and Node modules that it imports, by the name written. */
  readonly packages: readonly string[];
  readonly hasDefaultExport: boolean;
  /** Lines of calls to replace and replaceAll whose replacement may hold a `$` that nobody meant. */
  readonly looseReplaces: readonly number[];
}

type Node = Record<string, unknown> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Every node of a syntax tree. */
function* nodes(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodes(one);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) if (typeof child === "object") yield* nodes(child);
  }
}

const text = (value: unknown): string | undefined =>
  isNode(value) && value.type === "Literal" && typeof value["value"] === "string"
    ? value["value"]
    : undefined;

/** The relative path of `new URL("./worker.ts", import.meta.url)`. */
function urlOfFile(node: Node): string | undefined {
  const { callee, arguments: args } = node as { callee?: unknown; arguments?: readonly unknown[] };
  const named = isNode(callee) && callee["name"] === "URL" ? text(args?.[0]) : undefined;
  return named?.startsWith(".") && /\.(ts|tsx)$/.test(named) ? named : undefined;
}

/** What a node imports, as written. */
function imported(node: Node): string | undefined {
  if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type)) return text(node["source"]);
  if (node.type === "ImportExpression" || node.type === "TSImportType") return text(node["source"]);
  return node.type === "NewExpression" ? urlOfFile(node) : undefined;
}

/** True when a replacement cannot hold a `$` by accident: a function, or a text that is written out. */
function isSafeReplacement(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression") return true;
  if (node.type === "TemplateLiteral") return (node["expressions"] as unknown[]).length === 0;
  return text(node) !== undefined;
}

/** True for `x.replace(a, b)` with a replacement that some input may fill. */
function isLooseReplace(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const { callee, arguments: args } = node as unknown as { callee: Node; arguments: unknown[] };
  const name = callee.type === "MemberExpression" ? (callee["property"] as Node)["name"] : undefined;
  return (name === "replace" || name === "replaceAll") && args.length === 2 && !isSafeReplacement(args[1]);
}

const lineOf = (code: string, at: number) => code.slice(0, at).split("\n").length;

/** Reads one file's imports and habits from its text. @throws Error when the text is no TypeScript. */
export function readSource(file: string, code: string): SourceFile {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const all = [...nodes(program)];
  const names = all.flatMap((node) => imported(node) ?? []);
  const folder = path.posix.dirname(file);
  return {
    file,
    files: names.filter((name) => name.startsWith(".")).map((name) => path.posix.join(folder, name)),
    packages: names.filter((name) => !name.startsWith(".")),
    hasDefaultExport: all.some((node) => node.type === "ExportDefaultDeclaration" || isDefaultName(node)),
    looseReplaces: all.filter(isLooseReplace).map((node) => lineOf(code, node.start)),
  };
}

/** True for `export { x as default }`. */
function isDefaultName(node: Node): boolean {
  return node.type === "ExportSpecifier" && (node["exported"] as Node)["name"] === "default";
}
