import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stringField } from "../core/model/json.ts";

/** The app's package.json, found upwards from this file: the sources and the bundles lie at different depths. */
function packageFile(folder: string): string | undefined {
  const file = path.join(folder, "package.json");
  if (existsSync(file) && stringField(JSON.parse(readFileSync(file, "utf8")), "name") === "ullage")
    return file;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : packageFile(parent);
}

/** The folder of the app's package.json. Throws when there is none. */
export function appFolder(): string {
  const file = packageFile(import.meta.dirname);
  if (!file) throw new Error("the app's package.json is missing");
  return path.dirname(file);
}

/** The app's version. */
export function appVersion(): string {
  return (
    stringField(JSON.parse(readFileSync(path.join(appFolder(), "package.json"), "utf8")), "version") ?? ""
  );
}
