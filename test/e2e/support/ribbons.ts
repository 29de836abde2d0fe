import type { Locator } from "@playwright/test";

/** What is drawn between the two sides of a row: heights in pixels at either end, as the page fills them. */
export interface DrawnRibbon {
  /** Number of the row's message, from 1; undefined where the row is of no message of its own. */
  readonly message: number | undefined;
  readonly left: number;
  readonly right: number;
  /** Whether the river of covered messages flows beside it. */
  readonly river: boolean;
}

/** The ribbons of the rows that are drawn, from the top. */
export function ribbonsIn(columns: Locator): Promise<readonly DrawnRibbon[]> {
  return columns.evaluate((grid) => {
    /** How much of a column of the picture is filled. */
    const filled = (path: SVGPathElement, x: number, height: number): number => {
      let sum = 0;
      for (let y = 0.05; y < height; y += 0.1) if (path.isPointInFill(new DOMPoint(x, y))) sum += 0.1;
      return sum;
    };
    const band = (gutter: Element, from: string): number => {
      const { backgroundImage, backgroundSize } = getComputedStyle(gutter);
      const [, height = ""] = backgroundSize.split(" ");
      return gutter.classList.contains(from) && backgroundImage !== "none" ? Number.parseFloat(height) : 0;
    };
    return [...grid.querySelectorAll(".columns__row")].flatMap((row) => {
      const gutter = row.querySelector(".columns__gutter");
      if (!gutter) return [];
      const said = row.querySelector(".columns__index")?.textContent?.replaceAll(",", "");
      const message = said === undefined || row.matches("[data-kind=tools]") ? undefined : Number(said);
      const river = band(gutter, "columns__gutter--river") > 0;
      const path = gutter.querySelector("path");
      const { width = 0, height = 0 } = path?.ownerSVGElement?.getBoundingClientRect() ?? {};
      const straight = band(gutter, "columns__gutter--kept");
      const [left, right] = path
        ? [filled(path, 0.2, height), filled(path, width - 0.2, height)]
        : [straight, straight];
      return [{ message, left, right, river }];
    });
  });
}
