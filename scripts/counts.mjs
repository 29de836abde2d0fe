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

/** Of a message, as much as says what was expected, and of a property its seed: not a thread of a thousand messages. */
const MOST_OF_MESSAGE = 600;

/**
 * Every failure of Vitest's JSON report as one paragraph: a long log is often kept by its end alone.
 * @type {(file: string) => string[]}
 */
export function vitestFailures(file) {
  /** @type {{ name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[]} */
  const files = read(file)?.testResults ?? [];
  return files.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const told = failed.map(({ fullName, failureMessages }) => [fullName, failureMessages?.[0] ?? ""]);
    if (assertionResults.length === 0 && message) told.push(["did not load", message]);
    return told.map(([test, why = ""]) => `${name}: ${test}\n  ${why.slice(0, MOST_OF_MESSAGE)}`);
  });
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
