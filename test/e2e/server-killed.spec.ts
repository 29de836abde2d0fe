import { readdirSync } from "node:fs";
import path from "node:path";
import { AppWindow, inWords } from "./support/app-window.ts";
import { importOf, openedStepOf, replayOf } from "./support/command-line.ts";
import { expect, test } from "./support/journey.ts";
import { writeLargeSession } from "./support/large-session.ts";

const preset = { name: "llm4s", policies: [{ kind: "offload" }, { kind: "summarize" }] } as const;

/** Waits until an import reads. It looks more often than an expectation would: a quick one is at its end by the next look. */
async function underWay(app: AppWindow, name: string): Promise<void> {
  const words = () => app.imports.filter({ hasText: name }).allInnerTexts();
  await expect.poll(async () => (await words()).join(), { intervals: [20] }).toMatch(/Reading [\d.]+ MiB of/);
}

/** Everything below a folder, by its path in it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String);
}

test("a server that is killed in the middle of an import leaves nothing half-done, and imports it after all", async ({
  page,
  folder,
  harbour,
  complaints,
  startServer,
}) => {
  complaints.allow(
    /ERR_CONNECTION_REFUSED|ERR_SOCKET_NOT_CONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket/,
  );
  const app = new AppWindow(page);
  const first = await startServer();
  await app.enter(first);
  await app.importFile(harbour);

  const large = path.join(folder, "large.jsonl");
  writeLargeSession(large, 128 * 2 ** 20);
  await page.getByLabel("Transcript files").setInputFiles(large);
  await underWay(app, "large.jsonl");
  await first.kill();
  await expect(page.getByRole("alert").filter({ hasText: "Connection lost" })).toBeVisible();

  const second = await startServer();
  await app.enter(second);
  await expect(app.transcript("harbour.jsonl")).toBeVisible();
  await expect(app.transcript("large.jsonl")).toHaveCount(0);
  await expect(app.library.getByRole("button", { name: /^More for/ })).toHaveCount(1);
  await expect(app.imports).toHaveCount(0);
  expect(filesIn(path.join(folder, "library")).filter((file) => file.startsWith("uploads/"))).toEqual([]);
  await app.transcript("harbour.jsonl").click();
  const opened = openedStepOf(await replayOf(harbour, preset));
  await expect(app.stepper).toContainText(`step ${opened} / 44, turn`);

  await page.getByLabel("Transcript files").setInputFiles(large);
  await expect(app.transcript("large.jsonl")).toHaveAttribute("aria-current", "true", { timeout: 60_000 });
  const [lane] = (await importOf(large)).threads;
  // The first of the large session is the same in a short one: that is where it is managed first.
  const short = path.join(folder, "short.jsonl");
  writeLargeSession(short, 2 * 2 ** 20);
  const managed = openedStepOf(await replayOf(short, preset));
  await expect(app.stepper).toContainText(`step ${managed} / ${inWords(lane?.steps ?? -1)}, turn`);
  await page.reload();
  await expect(app.transcript("large.jsonl")).toBeVisible();
  await expect(app.transcript("harbour.jsonl")).toBeVisible();
});

test("an import shows how far it is, and can be cancelled: nothing of it stays", async ({ app, folder }) => {
  const { page } = app;
  const large = path.join(folder, "large.jsonl");
  writeLargeSession(large, 128 * 2 ** 20);
  await page.getByLabel("Transcript files").setInputFiles(large);
  await underWay(app, "large.jsonl");
  await app.library.getByRole("button", { name: "Cancel the import of large.jsonl" }).click();
  await expect(app.imports).toHaveCount(0);
  await expect(app.library).toContainText("No transcript yet");
  await expect
    .poll(() => filesIn(path.join(folder, "library")).filter((file) => /^uploads\/.+\//.test(file)))
    .toEqual([]);
  await page.reload();
  await expect(app.library).toContainText("No transcript yet");
});
