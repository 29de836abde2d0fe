import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
const nothing = { passed: 0, failed: 0, skipped: 0 };

/** @type {(file: string) => any} */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/**
 * Counts of Vitest's JSON report. A file that did not load has no test of its own and counts as one failure.
 * @type {(file: string) => Counts | undefined}
 */
export function vitestCounts(file) {
  const report = read(file);
  if (!report) return undefined;
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults ?? [];
  const broken = files.filter((one) => one.status === "failed" && one.assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * Counts of Playwright's JSON report. An error outside any test (a file that does not load) counts as a failure.
 * @type {(file: string) => Counts | undefined}
 */
export function playwrightCounts(file) {
  const report = read(file);
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + (report.errors?.length ?? 0), skipped };
}

/** Sums counts; a missing one adds nothing. @type {(all: (Counts | undefined)[]) => Counts} */
export function sum(all) {
  return all.reduce(
    (/** @type {Counts} */ a, b = nothing) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
    }),
    nothing,
  );
}

/** The last line of a test run. @type {(counts: Counts) => string} */
export const summaryLine = (counts) =>
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
