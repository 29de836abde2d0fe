import type { Page } from "@playwright/test";

/**
 * Drags files of this machine over the middle of the window, runs `meanwhile` while they hang there, and lets go: the
 * browser itself makes the events, as for a drag out of a file manager.
 */
export async function dropFiles(
  page: Page,
  files: readonly string[],
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", { type, x: width / 2, y: height / 2, data });
  await send("dragEnter");
  await send("dragOver");
  await meanwhile();
  await send("drop");
  await session.detach();
}
