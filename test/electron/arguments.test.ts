import path from "node:path";
import { expect, test } from "vitest";
import { asksToFollow, filesToOpen, handedFiles, handedFollow } from "../../electron/arguments.ts";

const cwd = path.resolve("/some/where");

test("files are resolved against the caller's directory", () => {
  const argv = ["/opt/ullage", "a.jsonl", "../b c.json"];
  expect(filesToOpen({ argv, cwd, defaultApp: false })).toEqual([
    path.join(cwd, "a.jsonl"),
    path.resolve(cwd, "../b c.json"),
  ]);
});

test("switches and the app's own folder are no files", () => {
  const argv = ["electron", "--no-sandbox", "/checkout", "--allow-file-access-from-files", "", "a.jsonl"];
  expect(filesToOpen({ argv, cwd, defaultApp: true })).toEqual([path.join(cwd, "a.jsonl")]);
});

test("a start without files asks for none", () => {
  expect(filesToOpen({ argv: ["electron", "/checkout"], cwd, defaultApp: true })).toEqual([]);
  expect(filesToOpen({ argv: [], cwd, defaultApp: false })).toEqual([]);
});

test("a second instance is believed in what can be a file alone", () => {
  const file = path.join(cwd, "a");
  expect(handedFiles({ files: [file, "relative", 1, null] })).toEqual([file]);
  for (const bad of [undefined, null, 1, "x", {}, { files: "x" }]) expect(handedFiles(bad)).toEqual([]);
});

test("files are followed only where it was asked for, by a second instance too", () => {
  expect(asksToFollow({ argv: ["electron", "/checkout", "--follow", "a.jsonl"] })).toBe(true);
  expect(asksToFollow({ argv: ["electron", "/checkout", "follow"] })).toBe(false);
  expect(handedFollow({ files: [], follow: true })).toBe(true);
  for (const bad of [undefined, null, "x", {}, { follow: 1 }]) expect(handedFollow(bad)).toBe(false);
});
