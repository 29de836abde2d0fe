import { expect, test } from "./support/journey.ts";
import { AppWindow } from "./support/app-window.ts";

test("a window whose server went away says so, and what to do once another answers in its place", async ({
  page,
  harbour,
  complaints,
  startServer,
}) => {
  complaints.allow(/ERR_CONNECTION_(REFUSED|RESET)|ERR_SOCKET_NOT_CONNECTED|WebSocket|403/);
  const app = new AppWindow(page);
  const first = await startServer();
  await app.enter(first);
  await app.importFile(harbour);
  await app.goToStep(20);
  const threshold = app.drawer.getByRole("spinbutton", { name: "Threshold", exact: true });
  await threshold.fill("6,000");
  await threshold.press("Enter");
  await expect(page.getByRole("contentinfo")).toContainText(/[3-9] offloaded/);
  // The host is told of the draft a moment after the last change.
  await page.waitForTimeout(800);

  await first.kill();
  const lost = page.getByRole("alert").filter({ hasText: "Connection lost" });
  await expect(lost).toContainText("tried again by itself");
  await expect(app.stepper).toContainText("step 20 / 44");
  await expect(app.columns).toBeVisible();
  await lost.getByRole("button", { name: "Try now" }).click();
  await expect(lost).toBeVisible();

  const second = await startServer({ port: first.port });
  const refused = page.getByRole("alert").filter({ hasText: "started again with a new address" });
  await expect(refused).toContainText("Open the address that it printed", { timeout: 15_000 });

  await app.enter(second);
  await expect(page.getByRole("alert").filter({ hasText: /lost|address/ })).toHaveCount(0);
  await expect(app.transcript("harbour.jsonl")).toHaveAttribute("aria-current", "true");
  await expect(app.stepper).toContainText("step 20 / 44");
  await expect(threshold).toHaveValue("6,000");
});

test("a link opens one window only; the next visitor is told how to get in", async ({
  page,
  browser,
  complaints,
  startServer,
}) => {
  const server = await startServer();
  await page.goto(server.link);
  await expect(page.getByRole("navigation", { name: "Library" })).toBeVisible();
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  const answer = await other.goto(server.link);
  expect(answer?.status()).toBe(403);
  await expect(other.locator("body")).toContainText("To get a new one");
  await stranger.close();
  expect(complaints.all).toEqual([]);
});
