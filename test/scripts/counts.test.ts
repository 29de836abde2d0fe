import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightCounts, sum, summaryLine, vitestCounts, vitestFailures } from "../../scripts/counts.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "ullage-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(value: unknown): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(value));
  return file;
}

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] };

test("Vitest's report is summed, a file that did not load being one failure", () => {
  expect(vitestCounts(report(vitest))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  const broken = { ...vitest, testResults: [{ status: "failed", assertionResults: [] }] };
  expect(vitestCounts(report(broken))?.failed).toBe(2);
});

test("what failed is told with the beginning of its message, a file that did not load too", () => {
  const passed = { status: "passed", fullName: "holds", failureMessages: [] };
  const failed = {
    status: "failed",
    fullName: "a sum is right",
    failureMessages: [`expected 1 to be 2${"x".repeat(9999)}`],
  };
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults: [passed, failed] },
    { name: "b.test.ts", status: "failed", assertionResults: [], message: "no such module" },
    { name: "c.test.ts", status: "passed", assertionResults: [passed] },
  ];
  const [first = "", second, ...others] = vitestFailures(report({ ...vitest, testResults }));
  expect(first.slice(0, 50)).toBe("a.test.ts: a sum is right\n  expected 1 to be 2xxxx");
  expect(first).toHaveLength("a.test.ts: a sum is right\n  ".length + 600);
  expect([second, ...others]).toEqual(["b.test.ts: did not load\n  no such module"]);
  expect(vitestFailures(path.join(folder, "none.json"))).toEqual([]);
});

test("Playwright's report is summed, errors outside tests being failures", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(playwrightCounts(report({ stats, errors: [{}] }))).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test("a missing report adds nothing, and the line is what scripts look for", () => {
  expect(vitestCounts(path.join(folder, "none.json"))).toBeUndefined();
  const all = sum([{ passed: 5, failed: 1, skipped: 3 }, undefined, { passed: 1, failed: 0, skipped: 0 }]);
  expect(summaryLine(all)).toBe("6 passed, 1 failed, 3 skipped");
});
