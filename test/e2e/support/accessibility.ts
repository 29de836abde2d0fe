import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** Waits for no serious or critical violation of WCAG 2.2 A and AA, and names each with its place. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof import("axe-core") };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations: found } = await checker.run(document, { runOnly: tags, resultTypes: ["violations"] });
    const grave = found.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")}: ${(node.failureSummary ?? "").replace(/\s+/g, " ")}`),
    );
  });
  expect(violations, where).toEqual([]);
}
