import { expect, test } from "vitest";
import { callerDirectory, isEnough, refusal, root } from "../../scripts/node.mjs";

test("22.15 is the oldest Node that runs the program", () => {
  expect(["22.15.0", "22.20.1", "24.0.0", "26.1.0"].every(isEnough)).toBe(true);
  expect(["20.20.2", "22.14.9", "18.0.0"].some(isEnough)).toBe(false);
});

test("an older Node is refused in one line where npm has no Node for the platform", () => {
  expect(refusal("20.1.0", "linux-x64")).toBeUndefined();
  expect(refusal("24.1.0", "freebsd-x64")).toBeUndefined();
  const line = refusal("20.1.0", "freebsd-x64");
  expect(line).toContain("freebsd-x64");
  expect(line).not.toContain("\n");
});

test("the caller's directory is npm's note of it, for the script that npm runs, at the package's top", () => {
  const env = { npm_lifecycle_event: "start", INIT_CWD: "/from" };
  expect(callerDirectory("start", env, root)).toBe("/from");
  expect(callerDirectory("ullage", env, root)).toBe(root);
  expect(callerDirectory("start", env, "/elsewhere")).toBe("/elsewhere");
  expect(callerDirectory("start", {}, root)).toBe(root);
});
