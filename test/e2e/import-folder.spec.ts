import path from "node:path";
import { writeWithLog } from "../host/made-opencode-db.ts";
import { claudeProject, writeFiles } from "../support/made-folder.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { dropFiles } from "./support/drop-files.ts";
import { writeHarbourSession } from "./support/harbour-session.ts";
import { expect, test } from "./support/journey.ts";

test("a dropped folder is one import with one report: sub-agents are lanes, duplicates and refusals are told", async ({
  app,
  folder,
}) => {
  const { page } = app;
  const logs = path.join(folder, "logs");
  writeFiles(logs, {
    ...claudeProject,
    "none.json": '{"name":"no transcript"}',
    "nor.json": '{"name":"nor"}',
    "readme.txt": "hello",
    "node_modules/a/package.json": "{}",
    "node_modules/b/package.json": "{}",
    [`${"long".repeat(40)}.log`]: JSON.stringify({ messages: [{ role: "user", content: "a log" }] }),
  });
  writeHarbourSession(logs);

  await dropFiles(page, [logs]);
  const report = page.getByRole("dialog", { name: "Folder report" });
  await expect(report).toContainText(
    "3 transcripts imported · 0 in the library already · 2 files that hold none · 2 passed over",
  );
  // What is understood is said once, not of every file.
  await expect(report).toContainText(
    /has the keys "name"\.nor\.json: .*has the keys "name"\.Understood are: /,
  );
  expect((await report.innerText()).split("Understood are:")).toHaveLength(2);
  await expect(report).toContainText("none.json: This JSON is no transcript that is understood");
  await expect(report).toContainText("No transcripts by name and first bytes: node_modules/, readme.txt");
  // A name of any length stays beside what is told of it.
  for (const row of await report.getByRole("listitem").all())
    expect(await row.evaluate((item) => item.scrollWidth - item.clientWidth)).toBe(0);
  await expectAccessible(report, "folder report");
  await report.getByRole("button", { name: "project/s-1.jsonl" }).click();
  await expect(report).toBeHidden();
  await expect(app.transcript("s-1.jsonl")).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: /^Lane/ }).click();
  await expect(page.getByText("agent-a1").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(app.imports).toHaveCount(0);

  await dropFiles(page, [logs]);
  await expect(report).toContainText("0 transcripts imported · 3 in the library already");
  await page.keyboard.press("Escape");
  await expect(report).toBeHidden();

  const database = path.join(folder, "opencode.db");
  const sessions = [{ id: "ses_1", said: ["which port?", "the west one"] }];
  writeWithLog(database, sessions, "update part set data = replace(data, 'port', 'pier')");
  await dropFiles(page, [`${database}-wal`, database]);
  await expect(report).toContainText(
    "1 transcript imported · 0 in the library already · 0 files that hold none",
  );
  await page.keyboard.press("Escape");
  await expect(app.columns).toContainText("which pier?");
});
