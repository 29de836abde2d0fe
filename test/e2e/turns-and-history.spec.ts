import { AppWindow } from "./support/app-window.ts";
import { expect, test } from "./support/journey.ts";

test("turns fold into rows, one opens by keys, and its messages are where they were", async ({
  opened: app,
}) => {
  const { page, columns } = app;
  await app.goToStep(30);
  await columns.focus();
  await page.keyboard.press("u");
  const turns = columns.getByRole("button", { name: /^Open turn/ });
  await expect(turns).toHaveCount(3);
  await expect(columns.getByRole("row").filter({ hasText: "Turn 1" })).toContainText("messages");
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowDown");
  await expect(app.selectedRow).toContainText("Turn 2");
  await page.keyboard.press(" ");
  await expect(columns.getByRole("button", { name: "Fold turn 2" })).toBeVisible();
  await expect(columns.getByText("Now the crane plan", { exact: false }).first()).toBeVisible();
  // What is folded is in the address: a reload has the same rows.
  await expect(page).toHaveURL(/turns=folded\.2\b/);
  await page.reload();
  await expect(columns.getByRole("button", { name: "Fold turn 2" })).toBeVisible();
  await expect(columns.getByRole("button", { name: "Open turn 1" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(columns.getByRole("button", { name: /^Open turn/ })).toHaveCount(0);
  await expect(page).not.toHaveURL(/turns=/);
});

test("back and forward lead through what was looked at", async ({ opened: app }) => {
  const { page, stepper } = app;
  await app.goToStep(12);
  await page.waitForTimeout(1500);
  // The two changes are to be one stop: nothing is waited for between them, however slow the machine.
  await stepper.getByRole("button", { name: /^step / }).click();
  await page.getByRole("dialog", { name: "Go to step" }).getByRole("textbox").fill("30");
  await page.keyboard.press("Enter");
  await app.tab("Ledger");
  await expect(stepper).toContainText("step 30 /");
  await page.waitForTimeout(1500);
  await app.goToStep(5);
  await expect(page).toHaveURL(/step=5/);
  await page.goBack();
  await expect(stepper).toContainText("step 30 /");
  await expect(page.getByRole("tab", { name: "Ledger" })).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(stepper).toContainText("step 12 /");
  await page.goForward();
  await expect(stepper).toContainText("step 30 /");
});

test("a covered message leads to its summary, a preview to what is stored; whoever opens the address sees the same", async ({
  opened: app,
  context,
}) => {
  const { page, columns, inspector } = app;
  await app.goToStep(44);
  await columns.focus();
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press("ArrowDown");
  const row = app.selectedRow;
  await row.getByRole("button", { name: "summary", exact: true }).click();
  await expect(app.selectedRow).toContainText("stands for");
  await app.goToStep(6);
  await app.walkTo("j", "Result 7");
  await app.selectedRow.getByRole("button", { name: "stored", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Preview" })).toHaveAttribute("aria-selected", "true");
  await expect(inspector).toContainText("Result 7");

  const opened = columns.getByRole("button", { name: "Close this row" });
  await columns.focus();
  await page.keyboard.press(" ");
  await expect(app.selectedRow.getByRole("button", { name: /in the inspector/ })).toHaveCount(2);
  const head = (await app.selectedRow.getByRole("gridcell").first().textContent()) ?? "";
  const stored = inspector.getByRole("region", { name: "Stored original" });
  await stored.getByRole("radio", { name: "Lines" }).click();
  await stored.getByRole("textbox", { name: "Offset" }).fill("12");
  await stored.getByRole("textbox", { name: "Limit" }).fill("2");
  await stored.getByRole("button", { name: "Read", exact: true }).click();
  await expect(stored).toContainText("Lines 12–13 of");
  const lines = (await stored.textContent()) ?? "";
  await app.tab("Ledger");
  await inspector.getByRole("checkbox", { name: "passed" }).check();
  await expect(page).toHaveURL(/rows=\d+&.*tab=ledger&passed=shown&read=lines&lines=12-2/);

  const second = new AppWindow(await context.newPage());
  await second.page.goto(page.url());
  await expect(second.selectedRow.getByRole("gridcell").first()).toHaveText(head);
  await expect(second.columns.getByRole("button", { name: "Close this row" })).toHaveCount(
    await opened.count(),
  );
  await expect(second.inspector.getByRole("checkbox", { name: "passed" })).toBeChecked();
  await second.tab("Preview");
  const again = second.inspector.getByRole("region", { name: "Stored original" });
  await expect(again.getByRole("textbox", { name: "Offset" })).toHaveValue("12");
  await expect(again).toHaveText(lines);
  await second.tab("Ledger");
  await expect(second.page).toHaveURL(page.url());

  // Where the columns are scrolled to is in it, too, in a window that is there already.
  await columns.hover();
  await page.mouse.wheel(0, -200_000);
  const scrolled = ({ columns: list }: AppWindow) => list.evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(() => scrolled(app)).toBe(0);
  await expect(page).toHaveURL(/&top=ssystem&/);
  expect(await scrolled(second)).toBeGreaterThan(0);
  await second.page.goto(page.url());
  await expect.poll(() => scrolled(second)).toBe(0);
  await expect(second.page).toHaveURL(page.url());
});

test("a reload stays where one was, though the file was named on the command line", async ({
  startServer,
  harbour,
  page,
}) => {
  const app = new AppWindow(page);
  await app.enter(await startServer({ open: [harbour] }));
  await expect(app.columns).toBeVisible();
  await app.goToStep(30);
  await app.tab("Ledger");
  await expect(page).toHaveURL(/step=30.*tab=ledger/);
  await page.reload();
  await expect(app.columns).toBeVisible();
  await expect(page.getByRole("tab", { name: "Ledger" })).toHaveAttribute("aria-selected", "true");
  // What is told to windows that come late has come by now.
  await expect(app.library.getByRole("list", { name: "Transcripts" })).toBeVisible();
  await page.waitForTimeout(500);
  await expect(app.stepper).toContainText("step 30 /");
});
