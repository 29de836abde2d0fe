import { expect, type Locator, type Page } from "@playwright/test";
import axe from "axe-core";

const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What is seriously wrong below an element, each with its place. */
async function violationsIn(place: Locator, only: readonly string[]): Promise<string[]> {
  return place.evaluate(
    async (element, runOnly) => {
      const { axe: checker } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await checker.run(element, { runOnly, resultTypes: ["violations"] });
      const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      return grave.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      );
    },
    [...only],
  );
}

/** Switches the theme as the system would. */
export async function switchScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
}

/** Expects no serious or critical violation of WCAG 2.2 A and AA below a place, in light; in dark the colours again. */
export async function expectAccessible(place: Locator, where: string): Promise<void> {
  const page = place.page();
  await page.evaluate(axe.source);
  for (const scheme of ["light", "dark"] as const) {
    await switchScheme(page, scheme);
    const only = scheme === "light" ? everything : ["color-contrast"];
    // What is being replaced is dimmed until its answer is there: asked again, as what stays is what counts.
    await expect.poll(() => violationsIn(place, only), { message: `${where}, ${scheme}` }).toEqual([]);
  }
}
