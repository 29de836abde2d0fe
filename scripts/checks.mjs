import { runTool } from "./bins.mjs";

/**
 * Runs format, lint and types, all three even when one complains; gives the names of those that did.
 * With `fix`, format and lint repair what they can.
 * @type {(fix: boolean) => string[]}
 */
export function runChecks(fix) {
  const codes = {
    format: runTool("oxfmt", [fix ? "--write" : "--check", "."]),
    lint: runTool("oxlint", [...(fix ? ["--fix"] : []), "--deny-warnings"]),
    types: runTool("typescript", ["-b"], { command: "tsc" }),
  };
  return Object.entries(codes).flatMap(([name, code]) => (code === 0 ? [] : [name]));
}
