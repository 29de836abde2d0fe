import { appendFileSync } from "node:fs";
import { importOf } from "./support/command-line.ts";
import { inWords } from "./support/app-window.ts";
import { dropFiles } from "./support/drop-files.ts";
import { writeHarbourSession } from "./support/harbour-session.ts";
import { expect, test } from "./support/journey.ts";

test("a dropped file is imported, and its report counts what `ullage import` counts", async ({
  app,
  folder,
}) => {
  const { page } = app;
  const file = writeHarbourSession(folder);
  appendFileSync(file, "this line is no record\n");
  const { threads, report } = await importOf(file);

  await dropFiles(page, [file], async () => {
    await expect(page.getByText("Drop to import")).toBeVisible();
  });
  await expect(page.getByText("Drop to import")).toBeHidden();

  await expect(app.transcript("harbour.jsonl")).toHaveAttribute("aria-current", "true");
  await expect(app.imports).toHaveCount(0);
  await expect(app.messages).toContainText("Imported harbour.jsonl");
  await app.messages.getByRole("button", { name: "Report" }).click();

  const dialog = page.getByRole("dialog", { name: "Import report" });
  await expect(dialog).toContainText("harbour.jsonl");
  const fact = (name: string) =>
    dialog
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator("xpath=..");
  await expect(fact("Format")).toContainText("Claude Code");
  await expect(fact("Format")).toContainText(report.because);
  await expect(fact("Size")).toContainText(`${inWords(report.bytes)} bytes`);
  await expect(fact("Lines read")).toContainText(inWords(report.lines.read));
  await expect(fact("Lines not read")).toContainText(inWords(report.lines.bad));
  expect(report.lines.bad).toBe(1);

  const [lane] = threads;
  const row = dialog
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: lane?.lane ?? "" }) });
  const counts = [lane?.messages, lane?.turns, lane?.steps, lane?.toolCalls, lane?.toolResults];
  await expect(row.getByRole("cell").filter({ hasNotText: "k" })).toHaveText(counts.map(String));
  for (const note of report.notes) await expect(dialog).toContainText(note.what);
  for (const span of report.badSpans) {
    await expect(dialog.getByRole("listitem").filter({ hasText: span.reason })).toContainText(
      `line ${inWords(span.line)}`,
    );
  }
});
