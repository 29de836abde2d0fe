// Whether a bundle below dist/ is older than what it is made from. Works on Node 20 without node_modules.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./node.mjs";

/** The folders that each bundle is made from. @type {Record<string, string[]>} */
const sources = {
  renderer: ["core", "renderer"],
  main: ["core", "host", "electron"],
  preload: ["electron"],
  server: ["core", "host"],
  host: ["core", "host"],
  workers: ["core", "host"],
  cli: ["core", "host"],
};

/** All bundles, in the order in which they are built. */
export const bundles = Object.keys(sources);

/** When a bundle's build began: an edit during the build counts as newer. @type {(name: string, top?: string) => string} */
export const stampOf = (name, top = root) => path.join(top, "dist", name, ".built");

/** @type {(file: string) => number} */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The newest modification below a folder, folders included: deleting a file touches its folder. @type {(folder: string) => number} */
function newest(folder) {
  let latest = modified(folder);
  if (latest === 0) return 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(at) : modified(at));
  }
  return latest;
}

/**
 * Those of the named bundles that are missing or older than their sources.
 * @type {(names?: string[], top?: string) => string[]}
 */
export function staleBundles(names = bundles, top = root) {
  const general = Math.max(
    ...["vite.config.ts", "package-lock.json"].map((file) => modified(path.join(top, file))),
  );
  const folders = new Set(names.flatMap((name) => sources[name] ?? []));
  const ages = new Map([...folders].map((folder) => [folder, newest(path.join(top, folder))]));
  return names.filter((name) => {
    const built = modified(stampOf(name, top));
    return [general, ...(sources[name] ?? []).map((folder) => ages.get(folder) ?? 0)].some(
      (at) => at >= built,
    );
  });
}
