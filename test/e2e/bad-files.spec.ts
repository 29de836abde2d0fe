import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectAccessible } from "./support/accessibility.ts";
import { refusalOf } from "./support/command-line.ts";
import { dropFiles } from "./support/drop-files.ts";
import { expect, test } from "./support/journey.ts";

const png = "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489";

/** Twenty million characters without one newline. */
function noise(): string {
  return "qzx#7%".repeat(3_400_000);
}

interface BadFile {
  readonly name: string;
  readonly content: () => string | Uint8Array;
  /** What, where, and what to do. */
  readonly says: readonly RegExp[];
}

const badFiles: readonly BadFile[] = [
  {
    name: "list.md",
    content: () => "Rope\nLamp oil\n",
    says: [/no JSON/, /line 1, byte 0/, /JSON or JSONL/],
  },
  { name: "empty.jsonl", content: () => "", says: [/is empty/] },
  { name: "quay.png", content: () => Buffer.from(png, "hex"), says: [/PNG image/, /JSON or JSONL/] },
  {
    name: "cut.json",
    content: () => '{"messages":[{"role":"us',
    says: [/ends/, /line 1, byte 0/, /get the whole file/],
  },
  { name: "noise.jsonl", content: noise, says: [/no JSON/, /line 1, byte 0/, /JSON or JSONL/] },
  {
    name: "weather.jsonl",
    content: () => '{"wind":4}\n{"wind":5}\n',
    says: [/no transcript/, /line 1/, /"wind"/, /Claude Code session/],
  },
];

function write(folder: string, { name, content }: BadFile): string {
  const file = path.join(folder, name);
  writeFileSync(file, content());
  return file;
}

test("what is no transcript is refused with one message that says what, where and what to do", async ({
  app,
  folder,
  harbour,
}) => {
  const alert = app.imports.getByRole("alert");
  for (const bad of badFiles) {
    const file = write(folder, bad);
    await dropFiles(app.page, [file]);
    await expect(alert).toHaveCount(1);
    await expect(alert).toContainText(bad.name);
    for (const words of bad.says) await expect(alert).toContainText(words);
    // The command line says the same, with the file's name before it.
    expect(await refusalOf(file)).toContain((await alert.getByRole("paragraph").innerText()).slice(0, 60));
    await expect(app.messages.getByRole("alert")).toHaveCount(0);
    await expect(app.library).toContainText("No transcript yet");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect(app.imports).toHaveCount(0);
  }
  await app.importFile(harbour);
  await app.page.reload();
  await expect(app.transcript("harbour.jsonl")).toBeVisible();
  for (const { name } of badFiles) await expect(app.transcript(name)).toHaveCount(0);
});

test("pasted text that cannot be read is still there to be mended", async ({ app }) => {
  const { page } = app;
  const dialog = page.getByRole("dialog", { name: "Import pasted text" });
  const text = dialog.getByRole("textbox", { name: "Transcript text" });
  const open = () => page.getByRole("button", { name: "Import pasted text" }).click();
  const importIt = () => dialog.getByRole("button", { name: /^Import/ }).click();
  const message = '{"messages":[{"role":"user","content":"which pier?';
  await open();
  await text.fill(message);
  await importIt();
  await expect(app.imports.getByRole("alert")).toContainText("ends in the middle");
  await open();
  await expect(text).toHaveValue(message);
  await text.fill(`${message}"}]}`);
  await importIt();
  await expect(app.transcript("pasted.jsonl")).toBeVisible();
  await open();
  await expect(text).toHaveValue("");
});

test("bad files among a good one keep nothing from it", async ({ app, folder, harbour }) => {
  const files = badFiles.map((bad) => write(folder, bad));
  await dropFiles(app.page, [...files.slice(0, 3), harbour, ...files.slice(3)]);
  // They take one line beside the transcripts, and say why one by one when that is asked for.
  const failed = app.imports.getByRole("alert");
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText(`${badFiles.length} imports failed`);
  expect((await failed.boundingBox())?.height).toBeLessThan(60);
  for (const { name } of badFiles) await expect(failed).not.toContainText(name);
  await expect(app.transcript("harbour.jsonl")).toHaveAttribute("aria-current", "true");
  await expect(app.stepper).toContainText("/ 44");
  await failed.getByRole("button", { name: `${badFiles.length} imports failed` }).click();
  const each = failed.getByRole("listitem");
  await expect(each).toHaveCount(badFiles.length);
  for (const { name } of badFiles) await expect(each.filter({ hasText: name })).toHaveCount(1);
  await each.first().getByRole("button", { name: "Dismiss" }).click();
  await expect(failed).toContainText(`${badFiles.length - 1} imports failed`);
  await expectAccessible(app.library, "imports that failed");
  await failed.getByRole("button", { name: "Dismiss all" }).click();
  await expect(app.imports).toHaveCount(0);
});

test("a folder without a transcript says so, file by file", async ({ app, folder }) => {
  const inner = path.join(folder, "papers");
  mkdirSync(inner);
  writeFileSync(path.join(inner, "paper.json"), '{"title":"Tides"}');
  await dropFiles(app.page, [inner]);
  const report = app.page.getByRole("dialog", { name: "Folder report" });
  await expect(report).toContainText(
    "0 transcripts imported · 0 in the library already · 1 file that holds none",
  );
  await expect(report).toContainText(/paper\.json: This JSON is no transcript/);
  await app.page.keyboard.press("Escape");
  await expect(app.imports).toHaveCount(0);
  await expect(app.library).toContainText("No transcript yet");
});

test("a damaged transcript is imported as far as it goes, and its report names the place", async ({
  app,
  folder,
}) => {
  const file = path.join(folder, "damaged.json");
  writeFileSync(
    file,
    '{"messages":[{"role":"user","content":"Which tide?"},{"role":"assistant","content":"Low."},{"role":"user","content":"And th',
  );
  await dropFiles(app.page, [file]);
  await expect(app.messages).toContainText("1 line could not be read");
  await app.messages.getByRole("button", { name: "Report" }).click();
  const dialog = app.page.getByRole("dialog", { name: "Import report" });
  await expect(dialog).toContainText("What could not be read");
  await expect(dialog).toContainText("line 1");
  await expect(dialog).toContainText("get the whole file");
});
