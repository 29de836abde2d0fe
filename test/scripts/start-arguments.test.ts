import path from "node:path";
import { expect, test } from "vitest";
import { parseStartArguments } from "../../scripts/start-arguments.mjs";

const here = path.resolve("/here");

test("files, shells and ports are read in any order", () => {
  expect(
    parseStartArguments(["--browser", "a", "--port=8080", "--no-open", "--follow", "--", "-b"], here),
  ).toEqual({
    files: [path.join(here, "a"), path.join(here, "-b")],
    shell: "browser",
    open: false,
    follow: true,
    port: 8080,
  });
  expect(parseStartArguments([], here)).toEqual({ files: [], shell: "any", open: true, follow: false });
});

test.each([["--port"], ["--port", "x"], ["--port", "70000"], ["--port=-1"], ["--what"]])(
  "%j is bad usage",
  (...args) => {
    expect(parseStartArguments(args, here)).toHaveProperty("error");
  },
);
